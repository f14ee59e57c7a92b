import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { readPackageFile, readRulePack } from '../io/package.ts';
import type { Rule } from '../model/index.ts';
import type { Options } from './options.ts';
import { extendApi, loadRuleset } from '../rules/load/index.ts';
import type { Ruleset } from '../rules/load/index.ts';
import type { Configs } from './configs.ts';

/** The rules of a run: all that any file may be judged by, and those of each configuration. */
export interface Rulesets {
  readonly ruleset: Ruleset;
  readonly rulesOf: (config: Config) => readonly Rule[];
}

const packsOf = ({ folder, rulePacks = [] }: Config): readonly string[] =>
  rulePacks.map((path) => resolve(folder, path));

/** Throws UsageError for a configuration with a rule pack that cannot be used. */
export const checkRulePacks = (config: Config): void => {
  const packs = packsOf(config);
  if (packs.length > 0) loadRuleset(readPackageFile, packs.map(readRulePack));
};

/**
 * Reads the rules. Rule packs count for the files of their configuration; what they and the configurations
 * say of the service counts for all files, because a URL may be written in one folder and called in another.
 */
export const loadRulesets = ({ products }: Options, { all, run }: Configs): Rulesets => {
  const byPacks = new Map<string, Ruleset>();
  const rulesetOf = (packs: readonly string[]): Ruleset => {
    const key = packs.join('\0');
    const known = byPacks.get(key) ?? loadRuleset(readPackageFile, packs.map(readRulePack));
    byPacks.set(key, known);
    return known;
  };
  // The last one wins: that of the run.
  const inOrder = [...all].reverse();
  const { api } = rulesetOf([...new Set([...inOrder.flatMap(packsOf), ...packsOf(run)])]);
  const configured = all.flatMap((config) => config.products ?? api.products);
  const named = new Set(products.length > 0 ? products : configured);
  const hosts = [...api.hosts, ...all.flatMap((config) => config.hosts ?? [])];
  // Where two rules share an id, the last one is what reports say of it: that of the run.
  const rules = new Set(inOrder.flatMap((config) => rulesetOf(packsOf(config)).rules));
  return {
    ruleset: { rules: [...rules], api: extendApi(api, { products: [...named], hosts: [...new Set(hosts)] }) },
    rulesOf: (config) => rulesetOf(packsOf(config)).rules,
  };
};

import { settingsFor } from '../../rules/checks/check.ts';
import { configsAbove } from '../../config/discover.ts';
import { settingsByFile } from '../../config/per-file.ts';
import { loadRulesets } from '../../config/rulesets.ts';
import { runConfig } from '../../config/run.ts';
import type { Config } from '../../config/config.ts';
import { projectFinder } from '../../io/roots.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { Rule, Severity } from '../../model/index.ts';
import type { Options } from '../../config/options.ts';
import { say } from '../../redact/gate.ts';
import { redactJson } from '../../redact/read-report.ts';
import type { Settings } from '../../rules/checks/check.ts';

const levelOf = ({ enabled, severities }: Settings, { id, severity }: Rule): Severity | 'off' =>
  (enabled?.has(id) ?? true) ? (severities.get(id) ?? severity) : 'off';

/** Computed keys; the others are printed as configured. */
const configured = ({ folder: _folder, file: _file, overrides: _overrides, ...config }: Config) => config;

/** `migrate scan --print-config [file]`: what configurations, overrides and flags come to for one file, as JSON. */
export const printConfig = async (file: string, options: Options, terminal: Terminal): Promise<number> => {
  const { cwd } = terminal;
  const configs = await configsAbove({ cwd, options, run: await runConfig(options, cwd) }, [file]);
  const { ruleset, rulesOf } = loadRulesets(options, configs);
  const settings = settingsByFile({ cwd, options, configs, rulesOf, projectOf: projectFinder(cwd) });
  const own = settingsFor(settings, file);
  const config = configs.of(file);
  const rules = [...(own.rules ?? ruleset.rules)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const printed = {
    file,
    config: config.file ?? null,
    ...configured(config),
    products: ruleset.api.products,
    hosts: ruleset.api.hosts,
    target: own.target,
    rules: Object.fromEntries(rules.map((rule) => [rule.id, levelOf(own, rule)])),
    requireSuppressionReason: own.requireReason ?? false,
  };
  terminal.out(say`${redactJson(printed)}\n`);
  return 0;
};

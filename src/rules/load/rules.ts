import { validate } from '../../generated/rules.ts';
import { UsageError } from '../../model/index.ts';
import type { Rule } from '../../model/index.ts';
import { complaint } from './complaint.ts';
import type { ApiExtension } from './rows.ts';

/** ` (line 3, column 7)`, when the engine's message names a position. Never the text there: it may be a secret. */
const where = (error: unknown, text: string): string => {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${before.at(-1)!.length + 1})`;
};

/** Parses a data file; throws `UsageError` naming the file and the position. A byte order mark is not an error. */
const parseJson = (text: string, file: string): unknown => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new UsageError(`${file}: not valid JSON${where(error, body)}. Rule packs are plain JSON files.`);
  }
};

/** A file of rules with the name that messages give it. */
export interface RuleFile {
  readonly file: string;
  readonly text: string;
}

type WrittenRule = Pick<Rule, 'id' | 'check' | 'severity' | 'title' | 'message' | 'options'> & Partial<Rule>;

const complete = (rule: WrittenRule): Rule => ({
  why: '',
  advice: '',
  source: '',
  fix: 'none',
  ...rule,
  examples: { bad: [], good: [], ...rule.examples },
});

const refuseTwins = (rules: readonly WrittenRule[], file: string): void => {
  const seen = new Set<string>();
  for (const { id } of rules) {
    if (seen.has(id))
      throw new UsageError(`${file}: rule "${id}" occurs twice. Give one of them another id.`);
    seen.add(id);
  }
};

/**
 * The rules of one file, validated: unknown keys, wrong types and forbidden JSONPaths are refused with a
 * `UsageError` that names file, rule, key and what was probably meant.
 */
export const parseRules = ({ file, text }: RuleFile): readonly Rule[] => {
  const data = parseJson(text, file);
  if (!validate(data)) throw new UsageError(`${file}: ${complaint(validate.errors![0]!, data)}`);
  const { rules = [] } = data as { readonly rules?: readonly WrittenRule[] };
  refuseTwins(rules, file);
  return rules.map(complete);
};

/** The rules of a file of this package: tests have validated it, so that no start has to. */
const trustedRules = ({ text }: RuleFile): readonly Rule[] => {
  const { rules } = JSON.parse(text) as { readonly rules: readonly WrittenRule[] };
  return rules.map(complete);
};

/** All rules by id, in order of first appearance; a pack's rule replaces a built-in one. */
export const mergeRules = (builtIn: readonly RuleFile[], packs: readonly RuleFile[]): readonly Rule[] => {
  const rules = [...builtIn.flatMap(trustedRules), ...packs.flatMap(parseRules)];
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
};

/** Description of the service in a rule pack. For files that `mergeRules` has validated. */
export const extensionIn = ({ file, text }: RuleFile): ApiExtension =>
  (parseJson(text, file) as { readonly api?: ApiExtension }).api ?? {};

import type { Terminal } from '../../io/terminal.ts';
import { openRuleset } from '../../config/run.ts';
import { didYouMean, UsageError } from '../../model/index.ts';
import { optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { listedRules } from '../../library/rules.ts';
import { exempt } from '../../redact/gate.ts';

/** `pretty` or `json`, the formats of commands that print reference text. Throws UsageError for another one. */
export const textFormat = (flags: RawFlags): 'pretty' | 'json' => {
  const given = flags['format'] ?? 'pretty';
  if (given === 'pretty' || given === 'json') return given;
  const name = String(given);
  throw new UsageError(
    `unknown format "${name}" here.${didYouMean(name, ['pretty', 'json'])} Formats: pretty, json.`,
  );
};

/** `migrate rules`: one line per rule, or all its data as JSON. */
export const rulesCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const format = textFormat(flags);
  const [extra] = flags['paths'] as readonly string[];
  if (extra !== undefined)
    throw new UsageError(`"migrate rules" takes no argument. Did you mean "migrate explain ${extra}"?`);
  const { format: _, ...others } = flags;
  const ruleset = await openRuleset(optionsFrom(others, [], 'scan'), terminal);
  const all = listedRules(ruleset.rules);
  if (format === 'json') {
    terminal.out(exempt('reference text', `${JSON.stringify(all, undefined, 2)}\n`));
    return 0;
  }
  const width = Math.max(...all.map((rule) => rule.id.length));
  for (const { id, severity, title } of all) {
    terminal.out(exempt('reference text', `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`));
  }
  return 0;
};

import type { Terminal } from '../../io/terminal.ts';
import { openRuleset } from '../../config/run.ts';
import { didYouMean, UsageError } from '../../model/index.ts';
import type { Rule } from '../../model/index.ts';
import { optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
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

const listed = ({ id, severity, title, why, advice, source, fix }: Rule) => ({
  id,
  severity,
  title,
  why,
  advice,
  source,
  fix,
});

/** `migrate rules`: one line per rule, or all its data as JSON. */
export const rulesCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const format = textFormat(flags);
  const [extra] = flags['paths'] as readonly string[];
  if (extra !== undefined)
    throw new UsageError(`"migrate rules" takes no argument. Did you mean "migrate explain ${extra}"?`);
  const { format: _, ...others } = flags;
  const ruleset = await openRuleset(optionsFrom(others, [], 'scan'), terminal);
  const all = [...ruleset.rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (format === 'json') {
    terminal.out(exempt('reference text', `${JSON.stringify(all.map(listed), undefined, 2)}\n`));
    return 0;
  }
  const width = Math.max(...all.map((rule) => rule.id.length));
  for (const { id, severity, title } of all) {
    terminal.out(exempt('reference text', `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`));
  }
  return 0;
};

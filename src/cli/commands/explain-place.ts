import type { Terminal } from '../../io/terminal.ts';
import { collect } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { judge } from '../../pipeline/judge.ts';
import { openRun } from '../../pipeline/open-run.ts';
import type { FileSet } from '../../pipeline/run.ts';
import type { Place, Redacted } from '../../model/index.ts';
import { UsageError } from '../../model/index.ts';
import { joined, rendered, say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { optionsFrom, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { locator } from '../../pipeline/render-report.ts';
import { lineStarts } from '../../report/lines.ts';
import { placeText, shownSentence, traceText } from '../../report/traces.ts';
import { resolve } from 'node:path';
import { shownPath } from '../../io/walk.ts';
import { sentencesAbout } from './line-facts.ts';
import { textFormat } from './rules.ts';

/** The line that `--at` names. Throws UsageError where there is none. */
const lineIn = (flags: RawFlags, cwd: string, files: FileSet): Place => {
  const given = text(flags, 'at') ?? '';
  const [, path, number] = /^(.+?):(\d+)(?::\d+)?$/.exec(given) ?? [];
  if (path === undefined) throw new UsageError(`--at takes FILE:LINE, not "${given}": --at src/api.ts:12`);
  const file = shownPath(cwd, resolve(cwd, path));
  const content = files.text(file);
  if (content === undefined)
    throw new UsageError(`"${path}" is not among the files that are scanned from this folder.`);
  const starts = lineStarts(content);
  const start = starts[Number(number) - 1];
  if (start === undefined)
    throw new UsageError(`"${path}" has ${starts.length} lines, none with number ${number}.`);
  return { file, span: { start, end: starts[Number(number)] ?? content.length } };
};

const NOTHING = say`${word('No call of the API, URL, read of a response or finding was detected on this line.')}
${word('If it calls the API, its URL may be set outside the scanned files, as in an environment variable.')}
`;

interface ExplainedPlace {
  readonly at: Redacted;
  readonly traces: readonly Redacted[];
  readonly facts: readonly Redacted[];
}

const explainedJson = ({ at, traces, facts }: ExplainedPlace): string => {
  const lines = traces.map((trace) => trace.trimEnd().split('\n'));
  return `${JSON.stringify({ at, traces: lines, facts }, undefined, 2)}\n`;
};

/**
 * `migrate explain --at <file>:<line>`: why the calls of a line were recognized as requests or not, how its
 * URLs are used, and its findings. Always exits with 0.
 */
export const explainPlace = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const format = textFormat(flags);
  const { format: _, at: __, ...others } = flags;
  const run = await openRun(optionsFrom(others, [], 'scan'), terminal);
  const files = await collect(run);
  const line = lineIn(flags, terminal.cwd, files);
  const found = await judge(run, await extract(run, files, line));
  const locate = locator(files);
  const { traces } = found;
  const sentences = sentencesAbout(line, found, (place) => placeText(place, locate)).map(shownSentence);
  if (format === 'json') {
    const at = redactPath(text(flags, 'at') ?? '');
    const shown = traces.map((trace) => traceText(trace, locate));
    terminal.out(rendered(explainedJson, { at, traces: shown, facts: sentences }));
    return 0;
  }
  const facts = joined(sentences.map((sentence) => say`${sentence}\n`));
  const parts = [...traces.map((trace) => traceText(trace, locate)), ...(facts === '' ? [] : [facts])];
  terminal.out(parts.length === 0 ? NOTHING : rendered((texts) => texts.join('\n'), parts));
  return 0;
};

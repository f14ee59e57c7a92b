import type { Terminal } from '../../io/terminal.ts';
import { collect } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { judge } from '../../pipeline/judge.ts';
import { openRun } from '../../pipeline/open-run.ts';
import type { FileSet, Run } from '../../pipeline/run.ts';
import type { Place, Redacted } from '../../model/index.ts';
import { UsageError } from '../../model/index.ts';
import { joined, rendered, say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { optionsFrom, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { locator } from '../../pipeline/render-report.ts';
import { lineStarts } from '../../report/lines.ts';
import { placeText, shownSentence, traceText } from '../../report/traces.ts';
import { resolve } from 'node:path';
import { shownPath } from '../../io/walk.ts';
import { sentencesAbout } from './line-facts.ts';
import { textFormat } from './rules.ts';

/** Path, file and line number that `--at` names. */
interface At {
  readonly path: string;
  readonly file: string;
  readonly number: number;
}

const atIn = (flags: RawFlags, cwd: string): At => {
  const given = text(flags, 'at') ?? '';
  const [, path, number] = /^(.+?):(\d+)(?::\d+)?$/.exec(given) ?? [];
  if (path === undefined) throw new UsageError(`--at takes FILE:LINE, not "${given}": --at src/api.ts:12`);
  return { path, file: shownPath(cwd, resolve(cwd, path)), number: Number(number) };
};

/** The run of the folder; a template or another file that only a scan by name reads is named in it. */
const runWith = async (flags: RawFlags, { path, file }: At, terminal: Terminal): Promise<Run> => {
  const run = await openRun(optionsFrom(flags, [], 'scan'), terminal);
  const other = run.walked.others?.find((each) => each.path === file);
  if (other === undefined || other.isIgnored()) return run;
  return openRun(optionsFrom(flags, [...run.options.paths, path], 'scan'), terminal);
};

/** The line that `--at` names. Throws UsageError where there is none. */
const lineIn = ({ path, file, number }: At, files: FileSet): Place => {
  const content = files.text(file);
  if (content === undefined)
    throw new UsageError(`"${path}" is not among the files that are scanned from this folder.`);
  const starts = lineStarts(content);
  const start = starts[number - 1];
  if (start === undefined)
    throw new UsageError(`"${path}" has ${starts.length} lines, none with number ${number}.`);
  return { file, span: { start, end: starts[number] ?? content.length } };
};

const NOTHING = say`${word('No call of the API, URL, read of a response or finding was detected on this line.')}
${word('If it calls the API, its URL may be set outside the scanned files, as in an environment variable.')}
`;

/** Why a file is not analysed, where it is not. */
const notAnalysed = ({ file }: At, { inventory }: FileSet): Redacted | undefined => {
  const skipped = inventory.skipped.find((each) => each.file === file);
  return skipped && say`${redactPath(file)} is not analysed: ${redactText(skipped.reason)}.\n`;
};

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
  const at = atIn(flags, terminal.cwd);
  const run = await runWith(others, at, terminal);
  const files = await collect(run);
  const line = lineIn(at, files);
  const found = await judge(run, await extract(run, files, line));
  const locate = locator(files);
  const { traces } = found;
  const sentences = sentencesAbout(line, found, (place) => placeText(place, locate)).map(shownSentence);
  if (format === 'json') {
    const place = redactPath(text(flags, 'at') ?? '');
    const shown = traces.map((trace) => traceText(trace, locate));
    terminal.out(rendered(explainedJson, { at: place, traces: shown, facts: sentences }));
    return 0;
  }
  const facts = joined(sentences.map((sentence) => say`${sentence}\n`));
  const parts = [...traces.map((trace) => traceText(trace, locate)), ...(facts === '' ? [] : [facts])];
  const nothing = notAnalysed(at, files) ?? NOTHING;
  terminal.out(parts.length === 0 ? nothing : rendered((texts) => texts.join('\n'), parts));
  return 0;
};

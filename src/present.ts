import type { Output } from './options.ts';
import { buildReport } from './report/build.ts';
import type { RunResult } from './report/build.ts';
import { loadFormat } from './report/formats.ts';
import { frameOf, framedText } from './report/frame.ts';
import type { FramedText } from './report/frame.ts';
import { positionOf } from './report/lines.ts';
import type { Position, Presentation } from './report/report.ts';

/** How the texts of scanned files are reached when findings are shown. */
export interface Texts {
  /** Text of a file that is held as text; `undefined` for recordings. */
  readonly text: (file: string) => string | undefined;
  /** Positions in a file that is not held as text. */
  readonly positions: (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;
}

const remembered = <T>(make: (file: string) => T): ((file: string) => T) => {
  const known = new Map<string, T>();
  return (file) => {
    if (!known.has(file)) known.set(file, make(file));
    return known.get(file)!;
  };
};

const framedFiles = (texts: Texts): ((file: string) => FramedText | undefined) =>
  remembered((file) => {
    const text = texts.text(file);
    return text === undefined ? undefined : framedText(text);
  });

/** Positions by text where there is one, else by a pass over the bytes. */
export const locator =
  (texts: Texts, framed = framedFiles(texts)): RunResult['locate'] =>
  (file, offsets) => {
    const starts = framed(file)?.starts;
    if (starts === undefined) return texts.positions(file, offsets);
    return new Map(offsets.map((offset) => [offset, positionOf(starts, offset)]));
  };

/** A report with the source lines that formats for people show; recordings have none. */
export type Shown = Pick<Presentation, 'report' | 'frames' | 'inRepository' | 'source'>;

export const showFindings = (
  run: Omit<RunResult, 'locate'>,
  texts: Texts,
  recordings: ReadonlySet<string>,
): Shown => {
  const framed = framedFiles(texts);
  const report = buildReport({ ...run, locate: locator(texts, framed) });
  const { inRepository } = run;
  const source = (file: string) => (recordings.has(file) ? undefined : texts.text(file));
  const frames = report.findings.map((finding) => {
    const text = recordings.has(finding.file) ? undefined : framed(finding.file);
    return text === undefined ? [] : frameOf(text, finding);
  });
  return { report, frames, inRepository, source };
};

/** Renders the report for every output that was asked for; the caller writes them. */
export const renderOutputs = async (
  shown: Shown,
  outputs: readonly Output[],
  rules: Presentation['rules'],
  color: boolean,
): Promise<readonly { readonly path: string | undefined; readonly text: string }[]> =>
  Promise.all(
    outputs.map(async ({ format, path }) => {
      const render = await loadFormat(format);
      return { path, text: render({ ...shown, rules, color: color && path === undefined }) };
    }),
  );

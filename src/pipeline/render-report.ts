import type { Api, Place, Redacted, Rule } from '../model/index.ts';
import type { OutputFile } from '../io/output.ts';
import { writesPage } from '../config/options.ts';
import type { Output } from '../config/options.ts';
import { pageContext } from './page-context.ts';
import type { PageSource } from './page-context.ts';
import { buildReport, placesToReport } from '../report/build.ts';
import type { RunResult } from '../report/build.ts';
import { rendered } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { loadFormat } from '../report/formats.ts';
import { frameOf, framedText } from '../report/code-frame.ts';
import type { FramedText } from '../report/code-frame.ts';
import { positionOf } from '../report/lines.ts';
import { changedLines } from '../report/masked-diff.ts';
import { measuring } from '../report/measure.ts';
import type { Texts } from './run.ts';
import type { FrameLine, Position, Presentation, ReportedFinding, RuleText } from '../report/report.ts';

type Positions = ReadonlyMap<number, Position>;

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

/** Positions in files that are not held as text, and files that cannot be read any more. */
interface Positioned {
  readonly known: ReadonlyMap<string, Positions>;
  readonly gone: ReadonlySet<string>;
}

const start = (offsets: readonly number[]): Positions =>
  new Map(offsets.map((offset) => [offset, { line: 1, column: 1, offset }]));

/** Line and column of locations in files that are not held as text, each file read once. */
const positionsOutside = async (places: readonly Place[], texts: Texts): Promise<Positioned> => {
  const offsets = new Map<string, number[]>();
  for (const { file, span } of places) {
    const known = offsets.get(file);
    if (known !== undefined) known.push(span.start, span.end);
    else if (texts.text(file) === undefined) offsets.set(file, [span.start, span.end]);
  }
  const known = new Map<string, Positions>();
  const gone = new Set<string>();
  for (const [file, wanted] of offsets)
    try {
      known.set(file, await texts.positions(file, wanted));
    } catch {
      gone.add(file);
      known.set(file, start(wanted));
    }
  return { known, gone };
};

const GONE = 'it was changed or removed while it was scanned';

/** Files that no longer exist have no positions: they are listed as failed. */
const withoutGone = <R extends Pick<RunResult, 'findings' | 'failed'>>(
  run: R,
  gone: ReadonlySet<string>,
): R => {
  const lost = new Set(run.findings.map(({ file }) => file).filter((file) => gone.has(file)));
  if (lost.size === 0) return run;
  return {
    ...run,
    findings: run.findings.filter(({ file }) => !lost.has(file)),
    failed: [
      ...run.failed.filter(({ file }) => !lost.has(file)),
      ...[...lost].map((file) => ({ file, message: GONE })),
    ],
  };
};

/** Positions in the text if there is one, else those looked up before. */
export const locator =
  (
    texts: Texts,
    known: ReadonlyMap<string, Positions> = new Map(),
    framed = framedFiles(texts),
  ): RunResult['locate'] =>
  (file, offsets) => {
    const starts = framed(file)?.starts;
    if (starts === undefined) return known.get(file) ?? new Map();
    return new Map(offsets.map((offset) => [offset, positionOf(starts, offset)]));
  };

/** A report with the source lines that formats for people show; recordings have none. */
export type Shown = Pick<
  Presentation,
  'report' | 'frame' | 'change' | 'inRepository' | 'measured' | 'notice' | 'calls' | 'width' | 'verbose'
>;

/** Characters of a file that are read for the lines that its fixes change; later findings of a long file show none. */
const MAX_READ = 20_000_000;

export const showFindings = async (
  all: Omit<RunResult, 'locate'>,
  texts: Texts,
  recordings: ReadonlySet<string>,
  excerpt: (finding: ReportedFinding) => readonly FrameLine[] = () => [],
): Promise<Shown> => {
  const framed = framedFiles(texts);
  const { known, gone } = await positionsOutside(placesToReport(all.findings, all.evidence), texts);
  const run = withoutGone(all, gone);
  const report = buildReport({ ...run, locate: locator(texts, known, framed) });
  // Reported names may be masked: files are reached by their own.
  const files = new Map(report.findings.map((finding, at) => [finding, run.findings[at]!.file]));
  const authored = (finding: ReportedFinding): string | undefined => {
    const file = files.get(finding);
    return file === undefined || recordings.has(file) ? undefined : file;
  };
  const frame = (index: number): readonly FrameLine[] => {
    const finding = report.findings[index]!;
    const file = authored(finding);
    const text = file === undefined ? undefined : framed(file);
    return text === undefined ? excerpt(finding) : frameOf(text, finding);
  };
  const read = new Map<string, number>();
  const change = (index: number) => {
    const file = authored(report.findings[index]!);
    const text = file === undefined ? undefined : texts.text(file);
    const edits = report.findings[index]!.fix === null ? undefined : run.findings[index]!.fix?.edits;
    if (file === undefined || text === undefined || edits === undefined) return [];
    const spent = (read.get(file) ?? 0) + text.length;
    read.set(file, spent);
    return spent > MAX_READ ? [] : changedLines(file, text, edits);
  };
  const measured = measuring((finding) => {
    const file = authored(finding);
    const text = file === undefined ? undefined : texts.text(file);
    return file === undefined || text === undefined ? undefined : { file, text };
  });
  return { report, frame, change, inRepository: shownNames(run.inRepository), measured };
};

/** Names of files as their repository has them, for formats. */
export const shownNames =
  (inRepository: (file: string) => string): Presentation['inRepository'] =>
  (file) =>
    redactPath(inRepository(file));

/** Texts of a rule, each masked when it is first used: most runs print few of them. */
const ruleText = ({ severity, message, title, why, advice, source }: Rule): RuleText => {
  const known = new Map<string, Redacted>();
  const textOnce = (text: string): Redacted => {
    const shown = known.get(text) ?? redactText(text);
    known.set(text, shown);
    return shown;
  };
  return {
    get title() {
      return textOnce(title);
    },
    get why() {
      return textOnce(why);
    },
    get advice() {
      return textOnce(advice);
    },
    advised: message.includes('{advice}'),
    get source() {
      return textOnce(source);
    },
    severity,
  };
};

/** Texts of rules in reports, by their ids. */
export const ruleTexts = (rules: readonly Rule[]): Presentation['rules'] =>
  new Map(rules.map((rule) => [redactText(rule.id), ruleText(rule)]));

/** Method and path of operations that have a name of their own. */
export const callTexts = ({ operations, resources }: Api): NonNullable<Presentation['calls']> =>
  new Map(
    [...operations, ...resources].flatMap(({ name, method, path }) =>
      name === null ? [] : [[redactText(name), redactText(`${method} ${path}`)] as const],
    ),
  );

/** Settings of the outputs. */
interface Rendering {
  readonly rules: Presentation['rules'];
  readonly color: boolean;
  readonly byCall?: boolean;
  /** Repository whose name, line links and owners a page shows. */
  readonly repository: PageSource | undefined;
}

/** Renders the report for every requested output; the caller writes them. */
export const renderOutputs = async (
  shown: Shown,
  outputs: readonly Output[],
  { rules, color, byCall = false, repository }: Rendering,
): Promise<readonly OutputFile[]> => {
  const page = writesPage({ outputs }) && repository !== undefined ? pageContext(repository) : {};
  return Promise.all(
    outputs.map(async ({ format, path }) => {
      const render = await loadFormat(format, byCall);
      return {
        path,
        text: rendered(render, { ...shown, ...page, rules, color: color && path === undefined }),
      };
    }),
  );
};

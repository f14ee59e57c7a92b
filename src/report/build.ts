import { notesOf } from '../model/index.ts';
import type {
  CallEvidence,
  FailedFile,
  Finding,
  FindingEvidence,
  Fix,
  Note,
  Place,
  Redacted,
  Silenced,
  SilenceCounts,
  SilenceReason,
  SkippedFile,
  Unread,
} from '../model/index.ts';
import { headOf } from './report-head.ts';
import { placesIn, reportedCalls, reportedEvidence } from './evidence.ts';
import type { LocateStart } from './evidence.ts';
import { identitiesOf } from './identity.ts';
import { digestOf, redactPath, redactPointer } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import type { Position, Report, ReportedFinding, ReportedFix, ReportedNote, Summary } from './report.ts';

/** Evidence from recordings for a run. */
export interface RunEvidence {
  readonly calls: CallEvidence;
  readonly of: ReadonlyMap<Finding, FindingEvidence>;
}

/** Result of a run, and where its findings lie. */
export interface RunResult {
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly today: string;
  readonly shard?: Report['shard'] | undefined;
  readonly discovered: number;
  /** A file as its repository names it: fingerprints are the same from whichever folder the run starts. */
  readonly inRepository: (file: string) => string;
  /** Sorted by file, start and rule. */
  readonly findings: readonly Finding[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedFile[];
  readonly evidence?: RunEvidence | undefined;
  readonly unread: readonly Unread[];
  readonly silenced: readonly (Silenced & { readonly count: number })[];
  /** Positions of offsets of a file; those of every finding must be included. */
  readonly locate: (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;
}

/** Every location that a report of these findings names. */
export const placesToReport = (
  findings: readonly Finding[],
  evidence: RunEvidence | undefined,
): readonly Place[] => {
  const notes = findings.flatMap(({ fix, blocked = [] }) => [notesOf(fix), blocked].flat());
  if (evidence === undefined) return [...findings, ...notes];
  const { sites, elsewhere } = evidence.calls;
  const told = findings.flatMap((finding) => placesIn(evidence.of.get(finding) ?? {}));
  return [
    ...findings,
    ...notes,
    ...told,
    ...sites,
    ...sites.flatMap(({ seen }) => seen.places),
    ...elsewhere,
  ];
};

const groupByFile = (places: readonly Place[]): ReadonlyMap<string, number[]> => {
  const offsets = new Map<string, number[]>();
  for (const { file, span } of places) {
    const known = offsets.get(file) ?? [];
    known.push(span.start, span.end);
    offsets.set(file, known);
  }
  return offsets;
};

const reportedNote = ({ text, ...place }: Note, at: LocateStart): ReportedNote => ({
  text: redactText(text),
  file: redactPath(place.file),
  line: at(place).line,
});

/** A fix whose text would repeat a credential of the file is not printed; `fix` still knows it. */
const reportedFix = (fix: Fix | undefined, at: LocateStart): ReportedFix | null => {
  if (fix === undefined) return null;
  const edits = fix.edits.map(({ span: { start, end }, text }) => ({ start, end, text: redactText(text) }));
  if (edits.some(({ text }, at) => text !== fix.edits[at]!.text)) return null;
  const group = fix.group === undefined ? {} : { group: digestOf([fix.group], 12) };
  const reason = fix.safety === 'unsafe' ? reportedNote(fix.reason, at) : null;
  const assumes = (fix.assumes ?? []).map((note) => reportedNote(note, at));
  return { title: redactText(fix.title), safety: fix.safety, ...group, edits, reason, assumes };
};

/** The fix that a run cannot apply, if there is one. */
const reportedBlock = ({ blocked }: Finding, at: LocateStart): Pick<ReportedFinding, 'blocked'> =>
  blocked === undefined ? {} : { blocked: { ...reportedNote(blocked, at), safety: blocked.safety } };

const redactData = (data: Finding['data']): ReportedFinding['data'] =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? redactText(value) : value]),
  );

type Positions = ReadonlyMap<string, ReadonlyMap<number, Position>>;

const atIn =
  (positions: Positions): LocateStart =>
  ({ file, span }) =>
    positions.get(file)!.get(span.start)!;

/** A finding that represents many calls of a log states their number. */
const withOwn = (evidence: FindingEvidence, { seen }: Finding): FindingEvidence =>
  seen === undefined ? evidence : { ...evidence, seen: { ...seen, shared: 0, places: [] } };

const reported = (
  finding: Finding,
  fingerprint: Redacted,
  positions: Positions,
  evidence: FindingEvidence = {},
): ReportedFinding => {
  const { file, span } = finding;
  const at = positions.get(file)!;
  return {
    rule: redactText(finding.rule),
    severity: finding.severity,
    certainty: finding.certainty,
    message: redactText(finding.message),
    file: redactPath(file),
    start: at.get(span.start)!,
    end: at.get(span.end)!,
    pointer: finding.pointer === undefined ? null : redactPointer(finding.pointer),
    exchange: finding.exchange ?? null,
    operation: finding.operation === undefined ? null : redactText(finding.operation),
    data: redactData(finding.data),
    fix: reportedFix(finding.fix, atIn(positions)),
    ...reportedBlock(finding, atIn(positions)),
    fingerprint,
    ...reportedEvidence(withOwn(evidence, finding), atIn(positions)),
  };
};

const summarise = (run: RunResult): Summary => {
  const count = (test: (finding: Finding) => boolean): number => run.findings.filter(test).length;
  return {
    discovered: run.discovered,
    scanned: run.discovered - run.skipped.length - run.failed.length,
    skipped: run.skipped.length,
    failed: run.failed.length,
    findings: run.findings.length,
    errors: count((finding) => finding.severity === 'error'),
    warnings: count((finding) => finding.severity === 'warning'),
    infos: count((finding) => finding.severity === 'info'),
    fixable: {
      safe: count((finding) => finding.fix?.safety === 'safe'),
      unsafe: count((finding) => finding.fix?.safety === 'unsafe'),
    },
  };
};

const inFileOrder = (a: { readonly file: string }, b: { readonly file: string }): number =>
  a.file < b.file ? -1 : Number(a.file > b.file);

/** Counts by reason, the reasons in order. */
const countsOf = (silenced: RunResult['silenced']): SilenceCounts => {
  const counts = new Map<SilenceReason, number>();
  for (const { by, count } of silenced) counts.set(by, (counts.get(by) ?? 0) + count);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** The report of a run (contract §4). Every text in it has passed redaction. */
export const buildReport = (run: RunResult): Report => {
  const { evidence } = run;
  const byFile = groupByFile(placesToReport(run.findings, evidence));
  const positions = new Map([...byFile].map(([file, offsets]) => [file, run.locate(file, offsets)] as const));
  const identities = identitiesOf(run.findings, run.inRepository);
  return {
    version: 1,
    ...headOf(run),
    ...(run.shard === undefined ? {} : { shard: run.shard }),
    summary: summarise(run),
    findings: run.findings.map((finding, index) =>
      reported(finding, identities[index]!.fingerprint, positions, evidence?.of.get(finding)),
    ),
    ...(evidence === undefined ? {} : { calls: reportedCalls(evidence.calls, atIn(positions)) }),
    skipped: run.skipped
      .toSorted(inFileOrder)
      .map(({ file, reason }) => ({ file: redactPath(file), reason: redactText(reason) })),
    failed: run.failed
      .toSorted(inFileOrder)
      .map(({ file, message }) => ({ file: redactPath(file), message: redactText(message) })),
    unread: run.unread.map(({ file, line, reason, analysed }) => ({
      file: redactPath(file),
      line,
      reason: redactText(reason),
      analysed,
    })),
    silenced: countsOf(run.silenced),
  };
};

import type { Finding, Note } from '../model/index.ts';
import { type Dropped, droppedIn, checkedByTrial, type Obstacle } from './obstacles.ts';
import { type Overlay, Pass, type FixLoopInput, type PassState, type Scanned } from './one-pass.ts';
import { type AppliedNotes, appliedNotes, movedNote, NO_NOTES } from './applied-notes.ts';
import { rejectedBy } from './trial.ts';
import { editSetOf, type FixGroup, type Fixable, isFixable, fixKey } from './fix-groups.ts';

const countByKey = (findings: readonly Finding[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of findings.filter(isFixable)) {
    const key = fixKey(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/**
 * Groups with a finding that is still present at its position, although no other finding with the same text
 * disappeared.
 */
const uncured = (
  units: readonly FixGroup[],
  before: readonly Finding[],
  after: readonly Finding[],
): readonly FixGroup[] => {
  const edits = editSetOf(units);
  const [counts, left] = [countByKey(before), countByKey(after)];
  const places = new Set(after.filter(isFixable).map((each) => `${each.span.start} ${fixKey(each)}`));
  const stands = (finding: Fixable): boolean => {
    const key = fixKey(finding);
    if ((left.get(key) ?? 0) < (counts.get(key) ?? 0)) return false;
    return edits.startsAfter(finding).some((start) => places.has(`${start} ${key}`));
  };
  return units.filter(({ findings }) => findings.some(stands));
};

/**
 * Findings as a trial of their safe fixes leaves them, of which nothing is applied: those that `runFixLoop` would reject in
 * its first pass are unsafe, or no fix, with the reason. The scan only has to give the requests.
 */
export const triedFindings = async (
  input: FixLoopInput & { readonly scanned: Scanned },
): Promise<readonly Finding[]> => {
  const blocked = new Map<string, Obstacle>();
  const state: PassState = { ...input.scanned, overlay: new Map(), applied: new Map() };
  for (let trials = 0; trials <= TRIALS; trials++) {
    const pass = new Pass(input, state, blocked);
    const units = pass.choose();
    if (units.length === 0) break;
    const rejected = rejectedBy(state.requests, (await pass.apply(units)).requests, units, input.safety);
    if (rejected.length === 0) break;
    for (const { unit, ...obstacle } of rejected) pass.block(unit, obstacle);
  }
  return checkedByTrial(state.findings, blocked);
};

export type { Dropped } from './obstacles.ts';
export type { Overlay, Scanned, FixLoopInput } from './one-pass.ts';

/** Text of a file before and after the fixes. */
export interface ChangedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Findings in this file that were fixed, as a scan counts those that are fixable. */
  readonly applied: number;
}

export interface FixLoopResult {
  /** Files whose text changed, sorted by name. */
  readonly files: readonly ChangedText[];
  /** Remaining findings of the last scan. */
  readonly findings: readonly Finding[];
  /** Number of remaining findings that only the fixed texts have. */
  readonly revealed: number;
  readonly dropped: readonly Dropped[];
  /** Why fixes that were applied are not proven; empty where only safe ones were. */
  readonly unproven: readonly Note[];
  /** Notes of applied fixes that a person should check by hand. */
  readonly assumed: readonly Note[];
  readonly passes: number;
  /** Why settling stopped before it was quiet, as a sentence; `undefined` when it was quiet. */
  readonly stopped: string | undefined;
}

/** Maximum number of passes, as in ESLint. */
const PASSES = 10;

/** Scans that trials may cost on top. */
const TRIALS = 20;

const STOPPED = {
  passes: `Fixes were still offered after ${PASSES} passes; run the command again to apply the rest.`,
  trials: `Some of the remaining fixes could not be proven in ${TRIALS} trials; they were not applied.`,
  circle: 'Some fixes undo each other; they were not applied. Apply one of them by hand.',
} as const;

const sameTexts = (a: Overlay, b: Overlay): boolean =>
  a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);

/** Number of findings that a run has beyond those that it began with and did not fix. */
const revealedIn = ({ findings, applied }: PassState, first: PassState): number => {
  const fixed = [...applied.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(0, findings.length + fixed - first.findings.length);
};

const changedFiles = ({ overlay, applied }: PassState, input: FixLoopInput): readonly ChangedText[] =>
  Array.from(overlay, ([file, after]) => ({
    file,
    before: input.text(file)!,
    after,
    applied: applied.get(file) ?? 0,
  })).sort((a, b) => (a.file < b.file ? -1 : 1));

/** Reasons why the units of a pass cannot be applied together, found by the scan after them. */
const failuresOf = (
  units: readonly FixGroup[],
  before: PassState,
  after: PassState,
  { safety }: FixLoopInput,
): readonly (readonly [FixGroup, Obstacle])[] => [
  ...uncured(units, before.findings, after.findings).map((unit) => [unit, { kind: 'cure' }] as const),
  ...rejectedBy(before.requests, after.requests, units, safety).map(
    ({ unit, ...obstacle }) => [unit, obstacle] as const,
  ),
];

/** State of the fix loop so far. */
interface Progress {
  readonly blocked: Map<string, Obstacle>;
  notes: AppliedNotes;
}

/** Records applied groups: their edits shift the positions of earlier notes. */
const accept = (units: readonly FixGroup[], { blocked, notes }: Progress): AppliedNotes => {
  const edits = editSetOf(units);
  for (const [key, { kind, note }] of blocked)
    if (note) blocked.set(key, { kind, note: movedNote(note, edits) });
  return appliedNotes(units, notes, edits);
};

/**
 * Applies fixes until none is left that can be: all that do not touch each other, then a new scan, at most ten
 * passes. Groups apply whole or not at all, in however many files. A fix that would leave a file parsing worse, that
 * needs a file which must not change, that does not cure its finding, or that makes something else of a request than the
 * same call, migrated, is dropped with its whole group and named.
 * Where fixes undo each other, the texts from before the circle stay, so that a second run changes nothing.
 */
export const runFixLoop = async (input: FixLoopInput): Promise<FixLoopResult> => {
  const progress: Progress = { blocked: new Map(), notes: NO_NOTES };
  const { blocked } = progress;
  const overlay = new Map<string, string>();
  let state: PassState = { ...(input.scanned ?? (await input.scan(overlay))), overlay, applied: new Map() };
  const history = [state];
  const result = (passes: number, stopped?: keyof typeof STOPPED): FixLoopResult => ({
    files: changedFiles(state, input),
    findings: checkedByTrial(state.findings, blocked),
    revealed: revealedIn(state, history[0]!),
    dropped: droppedIn(state.findings, blocked),
    ...progress.notes,
    passes,
    stopped: stopped && STOPPED[stopped],
  });
  for (let passes = 0, trials = 0; ;) {
    const pass = new Pass(input, state, blocked);
    const chosen = pass.choose();
    if (chosen.length === 0) return result(passes);
    if (passes === PASSES) return result(passes, 'passes');
    const units = await pass.admit(chosen);
    if (units.length === 0) continue;
    const next = await pass.apply(units);
    const failures = failuresOf(units, state, next, input);
    for (const [unit, obstacle] of failures) pass.block(unit, obstacle);
    if (failures.length > 0 && ++trials > TRIALS) return result(passes, 'trials');
    if (failures.length > 0) continue;
    passes += 1;
    const circle = history.find((earlier) => sameTexts(earlier.overlay, next.overlay));
    state = circle ?? next;
    if (circle !== undefined) return result(passes, 'circle');
    progress.notes = accept(units, progress);
    history.push(state);
  }
};

import type { Finding } from '../model/index.ts';
import { uncured } from './cure.ts';
import { type Overlay, Pass, type Reason, REASONS, type SettleInput, type State } from './pass.ts';
import { isFixable, keyOf } from './units.ts';

export type { Overlay, SettleInput } from './pass.ts';

export interface SettledFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Fixes applied in this file; fixes that make the same edits count once. */
  readonly applied: number;
}

/** A fix that was offered and not applied, with why in words that follow "not fixed: ". */
export interface Dropped {
  readonly finding: Finding;
  readonly reason: string;
}

export interface Settled {
  /** Files whose text changed, sorted by name. */
  readonly files: readonly SettledFile[];
  /** Findings of the last scan: what is left. */
  readonly findings: readonly Finding[];
  readonly dropped: readonly Dropped[];
  readonly passes: number;
  /** Why settling stopped before it was quiet, as a sentence; `undefined` when it was quiet. */
  readonly stopped: string | undefined;
}

/** As in ESLint: enough for fixes that make room for others, few enough to end. */
const PASSES = 10;

const STOPPED = {
  passes: `Fixes were still offered after ${PASSES} passes; run the command again to apply the rest.`,
  circle: 'Some fixes undo each other; they were not applied. Apply one of them by hand.',
} as const;

const sameTexts = (a: Overlay, b: Overlay): boolean =>
  a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);

const changedFiles = ({ overlay, applied }: State, input: SettleInput): readonly SettledFile[] =>
  Array.from(overlay, ([file, after]) => ({
    file,
    before: input.text(file)!,
    after,
    applied: applied.get(file) ?? 0,
  })).sort((a, b) => (a.file < b.file ? -1 : 1));

const droppedIn = (findings: readonly Finding[], blocked: ReadonlyMap<string, Reason>): readonly Dropped[] =>
  findings.filter(isFixable).flatMap((finding) => {
    const reason = blocked.get(keyOf(finding));
    // An unsafe fix that was not asked for is no news; a safe one that waits for it is.
    const silent = reason === undefined || (reason === 'unsafe' && finding.fix.safety === 'unsafe');
    return silent ? [] : [{ finding, reason: REASONS[reason] }];
  });

/**
 * Applies fixes until none is left that can be: all that do not touch each other, then a new scan, at most ten
 * passes. Groups apply whole or not at all, in however many files. A fix that would leave a file parsing worse, that
 * needs a file which must not change, or that does not cure its finding, is dropped with its whole group and named.
 * Where fixes undo each other, the texts from before the circle stay, so that a second run changes nothing.
 */
export const settle = async (input: SettleInput): Promise<Settled> => {
  const blocked = new Map<string, Reason>();
  const first = new Map<string, string>();
  let state: State = {
    overlay: first,
    findings: input.findings ?? (await input.scan(first)),
    applied: new Map(),
  };
  const history = [state];
  const result = (passes: number, stopped?: keyof typeof STOPPED): Settled => ({
    files: changedFiles(state, input),
    findings: state.findings,
    dropped: droppedIn(state.findings, blocked),
    passes,
    stopped: stopped && STOPPED[stopped],
  });
  for (let passes = 0; ;) {
    const pass = new Pass(input, state, blocked);
    const chosen = pass.choose();
    if (chosen.length === 0) return result(passes);
    if (passes === PASSES) return result(passes, 'passes');
    const units = await pass.admit(chosen);
    if (units.length === 0) continue;
    const next = await pass.apply(units);
    const useless = uncured(units, state.findings, next.findings);
    for (const unit of useless) pass.block(unit, 'cure');
    if (useless.length > 0) continue;
    passes += 1;
    const circle = history.find(({ overlay }) => sameTexts(overlay, next.overlay));
    state = circle ?? next;
    if (circle !== undefined) return result(passes, 'circle');
    history.push(state);
  }
};

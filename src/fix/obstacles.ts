import { judgedFix, withoutFix } from '../model/index.ts';
import type { Finding, Note } from '../model/index.ts';
import { isFixable, obstacleKey } from './fix-groups.ts';

/** Reason why a fix is not applied, as text after "not fixed: ". */
const WORDS = {
  fixed:
    'it would change a file that must not be edited (a recording, a generated file, outside the scanned files, or not among the changed ones)',
  conflict: 'its own edits overlap each other',
  parse: 'a file would get a new syntax error',
  cure: 'it would not remove the finding',
  unsafe: 'it is linked to an unsafe fix; --unsafe applies both',
  unproven: 'a trial did not prove it safe; --unsafe applies it',
  broken: 'a trial showed that it is wrong',
} as const;

/** Obstacle that keeps a fix from being applied. */
export interface Obstacle {
  readonly kind: keyof typeof WORDS;
  /** Result of a trial for a request. */
  readonly note?: Note;
}

/** Obstacles that only a trial shows: they are remembered. */
export const TRIED: ReadonlySet<Obstacle['kind']> = new Set(['parse', 'cure', 'unproven', 'broken']);

/** A fix that was offered and not applied, with why in words that follow "not fixed: ". */
export interface Dropped {
  readonly finding: Finding;
  readonly reason: string;
  readonly note: Note | undefined;
}

type Blocked = ReadonlyMap<string, Obstacle>;

/** Available fixes that were not applied, except unsafe ones that were not requested. */
export const droppedIn = (findings: readonly Finding[], blocked: Blocked): readonly Dropped[] =>
  findings.filter(isFixable).flatMap((finding) => {
    const obstacle = blocked.get(obstacleKey(finding));
    const silent = obstacle === undefined || (obstacle.kind === 'unsafe' && finding.fix.safety === 'unsafe');
    return silent ? [] : [{ finding, reason: WORDS[obstacle.kind], note: obstacle.note }];
  });

/** The finding as the trials leave it: a fix that proved wrong is none, one that was not proven is unsafe. */
const judged = (finding: Finding, blocked: Blocked): Finding => {
  const obstacle = isFixable(finding) ? blocked.get(obstacleKey(finding)) : undefined;
  if (obstacle?.note === undefined) return finding;
  if (obstacle.kind === 'unproven') return { ...finding, fix: judgedFix(finding.fix!, obstacle.note) };
  return withoutFix(finding, obstacle.note);
};

/** The findings with what trials showed of their fixes. */
export const checkedByTrial = (findings: readonly Finding[], blocked: Blocked): readonly Finding[] =>
  blocked.size === 0 ? findings : findings.map((finding) => judged(finding, blocked));

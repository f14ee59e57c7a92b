import { heldBack, reasonOf } from '../../../model/index.ts';
import type { Place } from '../../../model/index.ts';
import { because, message } from '../message.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/** Reads by their places, with where a type declares what they read. */
export const declarationsOfReads = ({ facts }: CheckContext): ReadonlyMap<string, Place | 'unseen'> =>
  new Map(
    factsOfKind(facts, 'read').flatMap(({ path }) =>
      path.flatMap(({ slot, declared }) => (slot && declared ? [[keyOf(slot), declared] as const] : [])),
    ),
  );

/** A draft whose type stays as it is. */
const withKeptType = (
  draft: PendingFinding,
  at: Place | 'unseen',
  { names }: CheckContext,
): PendingFinding => {
  const { finding } = draft;
  const reason = at === 'unseen' ? message('heldOutsideType') : message('heldType', { file: names.file(at) });
  const fix = finding.fix && heldBack(finding.fix, because(at === 'unseen' ? finding : at, reason));
  return { ...draft, finding: { ...finding, message: `${finding.message} ${reason}`, fix } };
};

/** The drafts, without safe edits of reads whose declared type no safe edit changes: they would not compile. */
export const withoutBrokenTypes = (
  changes: readonly PendingFinding[],
  declared: readonly PendingFinding[],
  context: CheckContext,
): readonly PendingFinding[] => {
  const types = declarationsOfReads(context);
  const fixes = new Map(declared.map(({ finding }) => [keyOf(finding), finding.fix]));
  return changes.map((draft) => {
    const { finding } = draft;
    const type = finding.fix?.safety === 'safe' ? types.get(keyOf(finding)) : undefined;
    if (type === undefined) return draft;
    const change = type === 'unseen' ? undefined : fixes.get(keyOf(type));
    if (change === undefined) return withKeptType(draft, type, context);
    const doubt = reasonOf(change);
    return doubt === undefined
      ? draft
      : { ...draft, finding: { ...finding, fix: heldBack(finding.fix!, doubt) } };
  });
};

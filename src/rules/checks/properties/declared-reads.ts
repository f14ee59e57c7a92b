import { heldBack as withDoubt } from '../../../model/index.ts';
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

const heldBack = (draft: PendingFinding, at: Place | 'unseen', { names }: CheckContext): PendingFinding => {
  const { finding } = draft;
  const reason = at === 'unseen' ? message('heldOutsideType') : message('heldType', { file: names.file(at) });
  return {
    ...draft,
    finding: {
      ...finding,
      message: `${finding.message} ${reason}`,
      fix: finding.fix && withDoubt(finding.fix, because(at === 'unseen' ? finding : at, reason)),
    },
  };
};

/** The drafts, without safe edits of reads whose declared type stays as it is: they would not compile. */
export const withoutBrokenTypes = (
  changes: readonly PendingFinding[],
  declared: readonly PendingFinding[],
  context: CheckContext,
): readonly PendingFinding[] => {
  const types = declarationsOfReads(context);
  const renamed = new Set(
    declared.filter(({ finding }) => finding.fix?.safety === 'safe').map(({ finding }) => keyOf(finding)),
  );
  const breaks = ({ finding: { fix, ...at } }: PendingFinding): Place | 'unseen' | undefined => {
    const type = fix?.safety === 'safe' ? types.get(keyOf(at)) : undefined;
    return type === undefined || (type !== 'unseen' && renamed.has(keyOf(type))) ? undefined : type;
  };
  return changes.map((draft) => {
    const type = breaks(draft);
    return type === undefined ? draft : heldBack(draft, type, context);
  });
};

import { heldBack, reasonOf } from '../../../model/index.ts';
import type { Finding, Place, ReadStep } from '../../../model/index.ts';
import { because, message } from '../message.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/** Where a type declares what is read, and the names of the new shape that it declares too. */
type Declared = Required<Pick<ReadStep, 'declared'>> & Pick<ReadStep, 'beside'>;

/** Reads by their locations, with the types that declare what they read. */
export const declarationsOfReads = ({ facts }: CheckContext): ReadonlyMap<string, Declared> =>
  new Map(
    factsOfKind(facts, 'read').flatMap(({ path }) =>
      path.flatMap(({ slot, declared, beside = [] }) =>
        slot && declared ? [[keyOf(slot), { declared, beside }] as const] : [],
      ),
    ),
  );

/** True where the type declares what the read is changed to, so that it compiles without a change of the type. */
const hasSuccessor = ({ data }: Finding, { beside = [] }: Declared): boolean =>
  beside.includes(String(data['replacement'] ?? '').split('.')[0]!);

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

/** A type of the project that declares the property and stays as it is: it may be that of a read whose type is inferred. */
const keptTypeOf = (
  { finding }: PendingFinding,
  declared: readonly PendingFinding[],
  { settings: { projectOf } }: CheckContext,
): Place | undefined =>
  declared.find(
    ({ finding: other }) =>
      other.data['property'] === finding.data['property'] &&
      other.fix?.safety !== 'safe' &&
      projectOf(other.file) === projectOf(finding.file),
  )?.finding;

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
    if (type === undefined || hasSuccessor(finding, type)) return draft;
    const { declared: at } = type;
    if (at === 'inferred') {
      const kept = keptTypeOf(draft, declared, context);
      return kept === undefined ? draft : withKeptType(draft, kept, context);
    }
    const change = at === 'unseen' ? undefined : fixes.get(keyOf(at));
    if (change === undefined) return withKeptType(draft, at, context);
    const doubt = reasonOf(change);
    return doubt === undefined
      ? draft
      : { ...draft, finding: { ...finding, fix: heldBack(finding.fix!, doubt) } };
  });
};

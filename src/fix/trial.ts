import type { Note, Safety, Signature } from '../model/index.ts';
import type { EditSet } from './edit-set.ts';
import { type Doubt, doubtsBetween } from './pair-requests.ts';
import { editSetOf, type FixGroup } from './fix-groups.ts';

/** A unit that a trial showed to be wrong, or did not prove, and why. */
export interface Rejected {
  readonly unit: FixGroup;
  readonly kind: 'unproven' | 'broken';
  readonly note: Note;
}

/** The units that edit a text which the request is made of; all of them where none does. */
const suspectsOf = (
  { made }: Doubt,
  units: readonly { readonly unit: FixGroup; readonly edits: EditSet }[],
): readonly FixGroup[] => {
  const touching = units.filter(({ edits }) => made.some((place) => edits.touches(place)));
  return (touching.length > 0 ? touching : units).map(({ unit }) => unit);
};

const kindOf = ({ kind }: Doubt): Rejected['kind'] => (kind === 'broken' ? 'broken' : 'unproven');

/**
 * The units that must not be applied, by what they make of the requests: none may break, appear or vanish, and where only
 * safe fixes are wanted each must be proven to be the same or migrated.
 */
export const rejectedBy = (
  before: readonly Signature[],
  after: readonly Signature[],
  units: readonly FixGroup[],
  safety: Safety,
): readonly Rejected[] => {
  const doubts = doubtsBetween(before, after, editSetOf(units)).filter(
    ({ kind }) => kind === 'broken' || safety === 'safe',
  );
  if (doubts.length === 0) return [];
  const edited = units.map((unit) => ({ unit, edits: editSetOf([unit]) }));
  const rejected = new Map<FixGroup, Rejected>();
  for (const doubt of doubts.toSorted((a, b) => Number(b.kind === 'broken') - Number(a.kind === 'broken')))
    for (const unit of suspectsOf(doubt, edited))
      if (!rejected.has(unit))
        rejected.set(unit, { unit, kind: kindOf(doubt), note: { ...doubt.at, text: doubt.why } });
  return [...rejected.values()];
};

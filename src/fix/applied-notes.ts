import { notesOf, reasonOf } from '../model/index.ts';
import type { Note } from '../model/index.ts';
import type { EditSet } from './edit-set.ts';
import type { FixGroup } from './fix-groups.ts';

/** Notes that the applied fixes give of themselves. */
export interface AppliedNotes {
  /** Why they are not proven. */
  readonly unproven: readonly Note[];
  /** Notes that a person should check by hand. */
  readonly assumed: readonly Note[];
}

export const NO_NOTES: AppliedNotes = { unproven: [], assumed: [] };

/** A note with its location after edits are applied. */
export const movedNote = (note: Note, edits: EditSet): Note => {
  const start = edits.startsAfter(note).at(-1)!;
  return { ...note, span: { start, end: start } };
};

const once = (notes: readonly Note[]): readonly Note[] => [
  ...new Map(notes.map((note) => [JSON.stringify([note.file, note.span.start, note.text]), note])).values(),
];

/** Notes of the applied groups, with those of earlier passes; positions are those after the edits. */
export const appliedNotes = (
  units: readonly FixGroup[],
  earlier: AppliedNotes,
  edits: EditSet,
): AppliedNotes => {
  const fixes = units.flatMap(({ findings }) => findings.map(({ fix }) => fix));
  const reasons = fixes.flatMap((fix) => reasonOf(fix) ?? []);
  const assumes = fixes.flatMap((fix) => notesOf(fix).filter((note) => note !== reasonOf(fix)));
  const moved = (notes: readonly Note[]): readonly Note[] =>
    once(notes.map((note) => movedNote(note, edits)));
  return {
    unproven: moved([...earlier.unproven, ...reasons]),
    assumed: moved([...earlier.assumed, ...assumes]),
  };
};

import type { Place, Span } from './slot.ts';

/** `safe` fixes are applied by `fix`, `unsafe` ones with `--unsafe` only. */
export type Safety = 'safe' | 'unsafe';

/** Replace `span` of the original text by `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** One sentence for a person about a location. */
export interface Note extends Place {
  readonly text: string;
}

/** Parts of every fix. */
export interface FixBase {
  readonly title: string;
  /** Edits of the finding's own file. All of them apply or none. */
  readonly edits: readonly Edit[];
  /**
   * Fixes with the same group, in any file, apply together or not at all: a URL and the headers of the requests
   * built on it are one migration.
   */
  readonly group: string | undefined;
  /** Notes for review; they do not affect safety. */
  readonly assumes?: readonly Note[];
}

/** Fix that `fix` applies. */
export interface SafeFix extends FixBase {
  readonly safety: 'safe';
}

/** Fix that only `fix --unsafe` applies, with the reason. */
export interface UnsafeFix extends FixBase {
  readonly safety: 'unsafe';
  /** Missing part of the proof, and its location. */
  readonly reason: Note;
}

/** Text edits of the finding's own file. An unsafe one does not exist without its reason. */
export type Fix = SafeFix | UnsafeFix;

/** The fix: safe where there is no doubt about it. */
export const judgedFix = (fix: FixBase, doubt: Note | undefined): Fix =>
  doubt === undefined ? { ...fix, safety: 'safe' } : { ...fix, safety: 'unsafe', reason: doubt };

/** The fix with one more doubt about it; the first reason stays. */
export const heldBack = (fix: Fix, doubt: Note | undefined): Fix =>
  fix.safety === 'unsafe' || doubt === undefined ? fix : judgedFix(fix, doubt);

/** Reason why a fix is unsafe; `undefined` for a safe one. */
export const reasonOf = (fix: Fix | undefined): Note | undefined =>
  fix?.safety === 'unsafe' ? fix.reason : undefined;

/** Every note of a fix. */
export const notesOf = (fix: Fix | undefined): readonly Note[] => [
  ...(fix?.safety === 'unsafe' ? [fix.reason] : []),
  ...(fix?.assumes ?? []),
];

/** The fix with its notes changed. */
export const withNotes = (fix: Fix, change: (note: Note) => Note): Fix => {
  const assumes = fix.assumes === undefined ? {} : { assumes: fix.assumes.map(change) };
  return fix.safety === 'safe' ? { ...fix, ...assumes } : { ...fix, ...assumes, reason: change(fix.reason) };
};

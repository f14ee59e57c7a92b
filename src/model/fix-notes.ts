import type { Fix, Note } from './fix.ts';

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

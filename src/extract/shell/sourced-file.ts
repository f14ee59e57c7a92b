import type { Word } from './words.ts';

/** Sourced file that holds a word; `undefined` for a word of the script. */
export const sourcedFileOf = ({ parts }: Word): string | undefined => {
  for (const part of parts) {
    if (part.kind === 'text' && part.file !== undefined) return part.file;
    const file = part.kind === 'variable' && part.fallback ? sourcedFileOf(part.fallback) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
};

import type { EmbeddedCode, FailedFile, Place } from '../model/index.ts';

/** A part of a file that no reader reads, and why. */
export interface NotRead extends Place {
  readonly why: string;
}

/** Code inside of files whose language no reader knows, or which its reader could not take apart. */
export const notReadIn = (
  code: readonly EmbeddedCode[],
  failed: readonly FailedFile[],
): readonly NotRead[] => {
  const broken = new Set(failed.map(({ file }) => file));
  return code.flatMap(({ path: file, pieces, form, language }) => {
    const isRead = form !== undefined && !broken.has(file);
    const why = form === undefined ? `${language} is not analysed` : `the ${language} in it cannot be read`;
    return isRead
      ? []
      : pieces.map(({ at, length }) => ({ file, span: { start: at, end: at + length }, why }));
  });
};

import type { SourceFile, Span, UsesFact } from '../../../model/index.ts';

/** A variable of a file, where its value is written. */
export interface GivenVariable {
  readonly name: string;
  readonly span: Span;
}

/** A name that gives a value reads none: `NAME: …`, `- NAME=…`, `- name: NAME`. */
const isRead = (text: string, at: number, end: number): boolean =>
  !/^(?:["']?[ \t]*:(?:\s|$)|=)/.test(text.slice(end, end + 8)) &&
  !/\b(?:name|key):[ \t]*["']?$/.test(text.slice(Math.max(0, at - 20), at));

const isComment = (text: string, at: number): boolean =>
  /(?:^|\s)#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));

/**
 * Places that name a variable outside of the scripts that are read: what gets its value there is not followed, so that the
 * variable may not change for the scripts alone.
 */
export const usesElsewhere = (
  { path: file, text, origin }: SourceFile,
  given: readonly GivenVariable[],
  scripts: readonly Span[],
): readonly UsesFact[] => {
  const inScript = (at: number): boolean => scripts.some(({ start, end }) => start <= at && at < end);
  return given.flatMap(({ name, span }): readonly UsesFact[] => {
    // `api.base` is `api_base` to the shell.
    const written = name.replaceAll('_', '[_.-]');
    const found = Array.from(text.matchAll(new RegExp(String.raw`\b${written}\b`, 'g')), ({ index }) => index)
      .filter((at) => at < span.start || at >= span.end)
      .find((at) => isRead(text, at, at + name.length) && !inScript(at) && !isComment(text, at));
    if (found === undefined) return [];
    const at = { file, span: { start: found, end: found + name.length } };
    const why = 'in a part of the file whose requests are not followed';
    return [{ kind: 'uses', origin, name, uses: [{ at, as: 'other', why }], file, span }];
  });
};

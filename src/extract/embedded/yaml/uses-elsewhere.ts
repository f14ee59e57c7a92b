import type { SourceFile, Span, UsesFact } from '../../../model/index.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';

/** A variable, where its value is written. */
export interface GivenVariable {
  readonly name: string;
  readonly file: string;
  readonly span: Span;
}

/** Longer expressions are not looked at. */
const LONGEST = 300;

/** A name that gives a value reads none: `NAME: …`, `- NAME=…`, `- name: NAME`; nor does a part of a path, `/NAME`. */
const isRead = (text: string, at: number, end: number): boolean =>
  text[at - 1] !== '/' &&
  !/^(?:["']?[ \t]*:(?:\s|$)|=)/.test(text.slice(end, end + 8)) &&
  !/\b(?:name|key):[ \t]*["']?$/.test(text.slice(Math.max(0, at - 20), at));

/** A name inside an expression that makes more of it: `{{ base | default('…') }}`, `${{ format('{0}/x', env.BASE) }}`. */
const isComputed = (text: string, at: number, end: number): boolean => {
  const before = text.slice(Math.max(0, at - LONGEST), at);
  const open = before.lastIndexOf('{{');
  if (open === -1 || before.includes('}}', open)) return false;
  return !/^\{\{-?\s*[\w.]*$/.test(before.slice(open)) || !/^\s*-?\}\}/.test(text.slice(end, end + 20));
};

const isComment = (text: string, at: number): boolean =>
  /(?:^|\s)#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));

/**
 * Places that name a variable outside of the scripts that are read: what gets its value there is not followed, so that the
 * variable may not change for the scripts alone.
 */
export const usesElsewhere = (
  { path: file, text }: SourceFile,
  given: readonly GivenVariable[],
  scripts: readonly Span[],
): readonly UsesFact[] => {
  const inScript = (at: number): boolean => scripts.some(({ start, end }) => start <= at && at < end);
  return given.flatMap(({ name, file: holder, span }): readonly UsesFact[] => {
    // `api.base` is `api_base` to the shell.
    const written = name.replaceAll('_', '[_.-]');
    const found = Array.from(text.matchAll(new RegExp(String.raw`\b${written}\b`, 'g')), ({ index }) => index)
      .filter((at) => file !== holder || at < span.start || at >= span.end)
      .find(
        (at) =>
          isRead(text, at, at + name.length) &&
          (!inScript(at) || isComputed(text, at, at + name.length)) &&
          !isComment(text, at),
      );
    if (found === undefined) return [];
    const at = { file, span: { start: found, end: found + name.length } };
    const why = 'in a part of the file whose requests are not followed';
    return [unfollowedUse(name, { file: holder, span }, at, why)];
  });
};

import type { SourceFile, Span, UsesFact } from '../../../model/index.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';

/** Variable, at the position of its value. */
export interface GivenVariable {
  readonly name: string;
  readonly file: string;
  readonly span: Span;
}

/** Maximum length of expressions. */
const MAX_LENGTH = 300;

/** True for a read: not an assignment such as `NAME: …`, `- NAME=…`, `- name: NAME`, nor a part of a path, `/NAME`. */
const isRead = (text: string, at: number, end: number): boolean =>
  text[at - 1] !== '/' &&
  !/^(?:["']?[ \t]*:(?:\s|$)|=)/.test(text.slice(end, end + 8)) &&
  !/\b(?:name|key):[ \t]*["']?$/.test(text.slice(Math.max(0, at - 20), at));

/** True for a name inside a larger expression: `{{ base | default('…') }}`, `${{ format('{0}/x', env.BASE) }}`. */
const isComputed = (text: string, at: number, end: number): boolean => {
  const before = text.slice(Math.max(0, at - MAX_LENGTH), at);
  const open = before.lastIndexOf('{{');
  if (open === -1 || before.includes('}}', open)) return false;
  return !/^\{\{-?\s*[\w.]*$/.test(before.slice(open)) || !/^\s*-?\}\}/.test(text.slice(end, end + 20));
};

/** Prefix of a name that is replaced by its value: `$NAME`, `${NAME:-…}`, `$(NAME)`, `{{ NAME }}`, `${{ env.NAME }}`. */
const EXPANSION = /(?:\$[{(]?|(?:\{\{-?|\$\[\[)\s*(?:\w+\.)*)$/;

/** True for a name that is replaced before the script runs; other names are read by the programs that it starts. */
const isExpansion = (text: string, at: number): boolean =>
  EXPANSION.test(text.slice(Math.max(0, at - MAX_LENGTH), at));

const isComment = (text: string, at: number): boolean =>
  /(?:^|\s)#/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));

/**
 * References to a variable outside of the analysed scripts: its use there is not followed, so the variable
 * must not change for the scripts alone.
 */
export const usesElsewhere = (
  { path: file, text }: SourceFile,
  given: readonly GivenVariable[],
  scripts: readonly Span[],
): readonly UsesFact[] => {
  const inScript = (at: number): boolean => scripts.some(({ start, end }) => start <= at && at < end);
  return given.flatMap(({ name, file: holder, span }): readonly UsesFact[] => {
    // `api.base` is `api_base` in the shell.
    const written = name.replaceAll('_', '[_.-]');
    const found = Array.from(text.matchAll(new RegExp(String.raw`\b${written}\b`, 'g')), ({ index }) => index)
      .filter((at) => file !== holder || at < span.start || at >= span.end)
      .find(
        (at) =>
          isRead(text, at, at + name.length) &&
          (!inScript(at) || !isExpansion(text, at) || isComputed(text, at, at + name.length)) &&
          !isComment(text, at),
      );
    if (found === undefined) return [];
    const at = { file, span: { start: found, end: found + name.length } };
    const why = 'in a part of the file whose requests are not followed';
    return [unfollowedUse(name, { file: holder, span }, at, why)];
  });
};

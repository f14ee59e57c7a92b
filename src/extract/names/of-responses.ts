import type { NameFact } from '../../model/index.ts';
import { lineStart } from '../lines.ts';

/** Maximum length of the context on either side of a name. */
const MAX_LENGTH = 200;
/** Matches the text after a member that is assigned: `["name"]["other"] = `, `.other = `. */
const ASSIGNED = /^["'`]?\]?(?:\.\w+|\[[^\]\n]*\])*\s*(?:[-+|?]{0,2}=(?!=|~|>))/;
/** Matches the text before a name that is deleted from an object, or read from settings. */
const NOT_TAKEN =
  /(?:\bdel\s[^\n]*|\b(?:pop|delete|remove|Remove|unset)\(\s*["'`:]?|`|(?:config|settings|options|opts|conf|cfg|args|params|secrets?|env|environ|ENV)\w*(?:\.get\(|\.fetch\(|\[|\.|->)\s*["'`:]?)$/;
/** Matches the variable that a name is read from: `out["`, `out.`, `out.get("`. */
const RECEIVER = /(?<![\w.])([A-Za-z_]\w*)(?:\.|->|\[\s*["':]?|\.(?:get|fetch|dig)\(\s*["':]?)$/;

/** True where the variable before a name is an object that the file builds itself: `out = {`, `out["name"] = `. */
const isOfOwnObject = (text: string, before: string, name: string): boolean => {
  const variable = RECEIVER.exec(before)?.[1];
  if (variable === undefined) return false;
  const own = String.raw`(?<![\w.])${variable}(?:[ \t]*:?=[ \t]*(?:\{|dict\(|\w+\[\w+\]\w+\{|new\b|@\{)|(?:\[["':]?|\.)${name}["']?\]?[ \t]*=(?!=))`;
  return new RegExp(own).test(text);
};

const LITERAL = /^[ \t]*(?:\{|dict\()/;

/**
 * True where the variable before a name is only ever set to dictionaries that a Python file writes: `SETTINGS = {`. A
 * parameter or the variable of a loop may be a response.
 */
export const isOfWrittenDictionary = (text: string, { file, span: { start } }: NameFact): boolean => {
  if (!file.endsWith('.py')) return false;
  const before = text.slice(Math.max(lineStart(text, start), start - MAX_LENGTH), start);
  const variable = RECEIVER.exec(before)?.[1];
  if (variable === undefined) return false;
  const taken = String.raw`\b(?:for|as|global|nonlocal|import|lambda)\b[^\n:]*\b${variable}\b|\bdef\s+\w+\((?:(?!:[ \t]*(?:#.*)?$)[^])*?\b${variable}\b|\b${variable}\.update\(|\b${variable}\s*(?:,[^\n=]*)?:?=\s*$`;
  if (new RegExp(taken, 'm').test(text)) return false;
  const set = [
    ...text.matchAll(new RegExp(String.raw`(?<![\w.])${variable}\b[^\n=(\[.]*(?<![!<>=])=(?!=)`, 'g')),
  ];
  return set.length > 0 && set.every(({ 0: match, index }) => LITERAL.test(text.slice(index + match.length)));
};

/** True for a read of a possible response in a file that receives some: not an assignment, not a deletion. */
export const isOfResponse = (text: string, { name, span: { start, end } }: NameFact): boolean => {
  const line = lineStart(text, start);
  const before = text.slice(Math.max(line, start - MAX_LENGTH), start);
  if (NOT_TAKEN.test(before) || ASSIGNED.test(text.slice(end, end + MAX_LENGTH))) return false;
  return !isOfOwnObject(text, before, name);
};

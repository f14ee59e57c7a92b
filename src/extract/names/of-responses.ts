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

/** True for a read of a possible response in a file that receives some: not an assignment, not a deletion. */
export const isOfResponse = (text: string, { name, span: { start, end } }: NameFact): boolean => {
  const line = lineStart(text, start);
  const before = text.slice(Math.max(line, start - MAX_LENGTH), start);
  if (NOT_TAKEN.test(before) || ASSIGNED.test(text.slice(end, end + MAX_LENGTH))) return false;
  return !isOfOwnObject(text, before, name);
};

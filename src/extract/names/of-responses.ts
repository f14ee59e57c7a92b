import type { NameFact } from '../../model/index.ts';
import { lineStart } from '../lines.ts';

/** More of a line on either side of a name says no more. */
const LONGEST = 200;
/** What stands behind a member that is given a value here: `["name"]["other"] = `, `.other = `. */
const ASSIGNED = /^["'`]?\]?(?:\.\w+|\[[^\]\n]*\])*\s*(?:[-+|?]{0,2}=(?!=|~|>))/;
/** What stands before a name that is taken out of an object, or of one that holds settings. */
const NOT_TAKEN =
  /(?:\bdel\s[^\n]*|\b(?:pop|delete|remove|Remove|unset)\(\s*["'`:]?|`|(?:config|settings|options|opts|conf|cfg|args|params|secrets?|env|environ|ENV)\w*(?:\.get\(|\.fetch\(|\[|\.|->)\s*["'`:]?)$/;
/** The variable that a name is taken from: `out["`, `out.`, `out.get("`. */
const RECEIVER = /(?<![\w.])([A-Za-z_]\w*)(?:\.|->|\[\s*["':]?|\.(?:get|fetch|dig)\(\s*["':]?)$/;

/** True where the variable in front of a name is an object that the file writes itself: `out = {`, `out["name"] = `. */
const isOfOwnObject = (text: string, before: string, name: string): boolean => {
  const variable = RECEIVER.exec(before)?.[1];
  if (variable === undefined) return false;
  const own = String.raw`(?<![\w.])${variable}(?:[ \t]*:?=[ \t]*(?:\{|dict\(|\w+\[\w+\]\w+\{|new\b|@\{)|(?:\[["':]?|\.)${name}["']?\]?[ \t]*=(?!=))`;
  return new RegExp(own).test(text);
};

/** True for a read of what may be a response in a file that gets some: nothing is given there, or taken out. */
export const isOfResponse = (text: string, { name, span: { start, end } }: NameFact): boolean => {
  const line = lineStart(text, start);
  const before = text.slice(Math.max(line, start - LONGEST), start);
  if (NOT_TAKEN.test(before) || ASSIGNED.test(text.slice(end, end + LONGEST))) return false;
  return !isOfOwnObject(text, before, name);
};

import type { Member, Slot, Span, Tree } from '../model/index.ts';
import { isInside } from '../model/index.ts';

const QUOTED_CONTENT = new Set(['js-single', 'js-double', 'json-string', 'yaml-single', 'yaml-double']);

/** The whole token that writes a key, with its quotes, whether the slot spans them or only its content. */
export const keySpan = (key: Slot): Span =>
  QUOTED_CONTENT.has(key.spelling) ? { start: key.span.start - 1, end: key.span.end + 1 } : key.span;

/** The key's text where it can stand as a string value; undefined for a bare name, which must be quoted first. */
export const keySource = (key: Slot, text: string): string | undefined => {
  const { start, end } = keySpan(key);
  const raw = text.slice(start, end);
  return /^(['"]).*\1$/s.test(raw) ? raw : undefined;
};

const afterKey = (member: Member, text: string): string =>
  text.slice(keySpan(member.key).end, member.place.span.end).replace(/^\s*:\s*/, '');

/**
 * The expression that gives the value where the member stands. A value that was followed to another place (a
 * constant, another file) is taken by the expression that leads there.
 */
export const sourceText = (tree: Tree, member: Member | undefined, text: string): string => {
  if (member === undefined || isInside(member.place, tree)) return text.slice(tree.span.start, tree.span.end);
  if (member.key.spelling === 'js-shorthand') return member.key.value;
  return afterKey(member, text);
};

import type { Member, Slot, Span, Tree } from '../model/index.ts';
import { isInside } from '../model/index.ts';

const QUOTED_CONTENT = new Set([
  'js-single',
  'js-double',
  'py-single',
  'py-double',
  'json-string',
  'yaml-single',
  'yaml-double',
]);

/** The whole token that writes a key, with its quotes, whether the slot spans them or only its content. */
export const keySpan = (key: Slot): Span =>
  QUOTED_CONTENT.has(key.spelling) ? { start: key.span.start - 1, end: key.span.end + 1 } : key.span;

/** Text of the key as a string value; undefined for a bare name, which needs quotes. */
export const keySource = (key: Slot, text: string): string | undefined => {
  const { start, end } = keySpan(key);
  const raw = text.slice(start, end);
  return /^(['"]).*\1$/s.test(raw) ? raw : undefined;
};

/**
 * Span of a member's value: the value itself, or the expression that leads to it where it was followed to
 * another location (a constant, another file). A shorthand is its own value.
 */
export const valueSpan = (member: Member, text: string): Span => {
  const { key, value, place } = member;
  if (isInside(place, value)) return value.span;
  if (key.spelling === 'js-shorthand') return key.span;
  const after = keySpan(key).end;
  const colon = /^\s*:\s*/.exec(text.slice(after, place.span.end))?.[0].length ?? 0;
  return { start: after + colon, end: place.span.end };
};

/** The expression that gives a value where it is sent. */
export const sourceText = (tree: Tree, member: Member | undefined, text: string): string => {
  const { start, end } = member === undefined ? tree.span : valueSpan(member, text);
  return text.slice(start, end);
};

import type { Text } from '../../../model/index.ts';
import { exactValue, flatten, HOLE } from '../../../model/index.ts';
import { ts } from '../syntax/tree.ts';
import { fixedText } from '../syntax/slots.ts';
import {
  asText,
  concatenate,
  EMPTY,
  hole,
  joinTexts,
  combinationsOf,
  sliceText,
  textOf,
  withoutSlashes,
} from './texts.ts';
import { type ListValue, type TextValue, unknown, type Value } from './values.ts';

const replaceIn = (text: Text, from: string, to: Text): Text => {
  const at = flatten(text).indexOf(from);
  return at < 0 ? text : joinTexts([sliceText(text, 0, at), to, sliceText(text, at + from.length)]);
};

const trimmed = (text: Text, pattern: RegExp): Text => {
  const flat = flatten(text);
  const match = pattern.exec(flat);
  return match ? sliceText(text, match.index, match.index + match[0].length) : text;
};

type Method = (text: Text, args: readonly Value[]) => Text | undefined;

/** Text in the other letter case: only if it is completely known. */
const inCase = (text: Text, change: (value: string) => string): Text | undefined => {
  const [part] = text.parts;
  const value = exactValue(text);
  if (value === undefined || text.parts.length !== 1 || part?.kind !== 'known') return undefined;
  const slot = { ...part.slot, value: change(value), spelling: 'fixed' as const };
  return { parts: [{ kind: 'known', slot, from: 0, to: value.length }] };
};

/** Text without characters of a set at its ends; without a set, without white space. */
const stripped = (text: Text, set: Value | undefined, atStart: boolean, atEnd: boolean): Text | undefined => {
  const said = set?.kind === 'text' ? exactValue(set.text) : undefined;
  if (set && said === undefined) return undefined;
  const goes = (unit: string): boolean => (said === undefined ? /\s/.test(unit) : said.includes(unit));
  const units = flatten(text).split('');
  const from = atStart ? units.findIndex((unit) => !goes(unit)) : 0;
  const last = atEnd ? units.findLastIndex((unit) => !goes(unit)) : units.length - 1;
  return from < 0 ? EMPTY : sliceText(text, from, last + 1);
};

const METHODS: Readonly<Record<string, Method>> = {
  toString: (text: Text) => text,
  valueOf: (text: Text) => text,
  toLowerCase: (text) => inCase(text, (value) => value.toLowerCase()),
  toUpperCase: (text) => inCase(text, (value) => value.toUpperCase()),
  toLocaleLowerCase: (text) => inCase(text, (value) => value.toLowerCase()),
  toLocaleUpperCase: (text) => inCase(text, (value) => value.toUpperCase()),
  trim: (text) => trimmed(text, /\S[\s\S]*\S|\S/),
  strip: (text, [set]) => stripped(text, set, true, true),
  lstrip: (text, [set]) => stripped(text, set, true, false),
  rstrip: (text, [set]) => stripped(text, set, false, true),
  lower: (text) => inCase(text, (value) => value.toLowerCase()),
  upper: (text) => inCase(text, (value) => value.toUpperCase()),
  encode: (text) => text,
  decode: (text) => text,
  concat: (text, args) => joinTexts([text, ...args.map(textOf)]),
  // A pattern that is not a text is assumed to trim slashes: the text remains as it is.
  replace: (text, [from, to]) =>
    from?.kind === 'text' ? replaceIn(text, flatten(from.text), to ? textOf(to) : hole(undefined)) : text,
};

/** Matches patterns of slashes at the start, at the end: `/^\/+/`, `/\/$/`, `/^\/|\/$/g`. */
const TRIMS = /^\/(\^(?:\\\/|\[\/\])[+*]?)?(\|)?((?:\\\/|\[\/\])[+*]?\$)?\/g?$/;

/** Text without the slashes that a pattern matches; `undefined` for other patterns. */
const trimmedBy = (text: Text, call: ts.Node): Text | undefined => {
  const [pattern, by] = ts.isCallExpression(call) ? call.arguments : [];
  if (!pattern || !by || !ts.isRegularExpressionLiteral(pattern)) return undefined;
  const [trims, atStart, , atEnd] = TRIMS.exec(pattern.text) ?? [];
  const isRemoved = ts.isStringLiteralLike(by) && by.text === '';
  return trims === undefined || !isRemoved
    ? undefined
    : withoutSlashes(text, atStart !== undefined, atEnd !== undefined);
};

/** `'GET /groups'.split(' ')`; a value that is not known may contain any separator but white space. */
const splitAt = (text: Text, separator: Value, node: ts.Node): Value => {
  const by = separator.kind === 'text' ? exactValue(separator.text) : undefined;
  const flat = flatten(text);
  if (!by || (flat.includes(HOLE) && by.trim() !== '')) return asText(hole(undefined), node);
  let from = 0;
  const items = flat.split(by).map((piece) => {
    const item = [asText(sliceText(text, from, from + piece.length), node)];
    from += piece.length + by.length;
    return () => item;
  });
  return { kind: 'list', node, items, complete: true };
};

/** Result of a string method: one value per combination of its arguments. */
export const callTextMethod = (
  receiver: TextValue,
  name: string,
  args: readonly (readonly Value[])[],
  node: ts.Node,
): readonly Value[] => {
  if (name === 'split' && args.length === 1)
    return args[0]!.map((separator) => splitAt(receiver.text, separator, node));
  const method =
    name === 'replaceAll' ? METHODS.replace : Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method) return [asText(hole(undefined), node)];
  const short = method === METHODS.replace ? trimmedBy(receiver.text, node) : undefined;
  if (short) return [asText(short, node)];
  return combinationsOf(args).map((row) => asText(method(receiver.text, row) ?? hole(undefined), node));
};

/** `[…].join(separator)`; of a list that is not complete, what it begins with. */
export const joinList = (
  { items: all, complete, head = 0 }: ListValue,
  separator: readonly Value[] | undefined,
  node: ts.Node,
): readonly Value[] => {
  const known = all.slice(0, complete ? all.length : head).map((item) => item());
  const items = complete ? known : [...known, unknown()];
  const between = separator?.map((val) => asText(textOf(val), node)) ?? [asText(fixedText(node, ','), node)];
  return concatenate(
    items.flatMap((item, index) => (index === 0 ? [item] : [between, item])),
    node,
  );
};

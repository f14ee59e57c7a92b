import type { Text } from '../../../model/index.ts';
import { exactValue, flatten } from '../../../model/index.ts';
import type { ts } from '../syntax/parse.ts';
import { fixedText } from '../syntax/slots.ts';
import { asText, concatenate, EMPTY, hole, joinTexts, sliceText, textOf } from './texts.ts';
import type { TextVal, Val } from './values.ts';

const replaceIn = (text: Text, from: string, to: Text): Text => {
  const at = flatten(text).indexOf(from);
  return at < 0 ? text : joinTexts([sliceText(text, 0, at), to, sliceText(text, at + from.length)]);
};

const trimmed = (text: Text, pattern: RegExp): Text => {
  const flat = flatten(text);
  const match = pattern.exec(flat);
  return match ? sliceText(text, match.index, match.index + match[0].length) : text;
};

type Method = (text: Text, args: readonly (readonly Val[])[]) => Text | undefined;

const literalArgument = (args: readonly (readonly Val[])[], index: number): string | undefined => {
  const val = args[index]?.[0];
  return val?.kind === 'text' ? flatten(val.text) : undefined;
};

/** A text in the other letter case: known only where all of it is. */
const inCase = (text: Text, change: (value: string) => string): Text | undefined => {
  const [part] = text.parts;
  const value = exactValue(text);
  if (value === undefined || text.parts.length !== 1 || part?.kind !== 'known') return undefined;
  const slot = { ...part.slot, value: change(value), spelling: 'fixed' as const };
  return { parts: [{ kind: 'known', slot, from: 0, to: value.length }] };
};

const METHODS: Readonly<Record<string, Method>> = {
  toString: (text: Text) => text,
  valueOf: (text: Text) => text,
  toLowerCase: (text) => inCase(text, (value) => value.toLowerCase()),
  toUpperCase: (text) => inCase(text, (value) => value.toUpperCase()),
  toLocaleLowerCase: (text) => inCase(text, (value) => value.toLowerCase()),
  toLocaleUpperCase: (text) => inCase(text, (value) => value.toUpperCase()),
  trim: (text) => trimmed(text, /\S[\s\S]*\S|\S/),
  concat: (text, args) => joinTexts([text, ...args.map((vals) => (vals[0] ? textOf(vals[0]) : EMPTY))]),
  replace: (text, args) => {
    const from = literalArgument(args, 0);
    const to = args[1]?.[0];
    // A pattern that cannot be read may change anything, except that slashes are what such patterns trim.
    return from === undefined ? text : replaceIn(text, from, to ? textOf(to) : hole(undefined));
  },
};

/** A string method called on a text; `undefined` when the result cannot be known. */
export const callTextMethod = (
  receiver: TextVal,
  name: string,
  args: readonly (readonly Val[])[],
  node: ts.Node,
): Val | undefined => {
  const method =
    name === 'replaceAll' ? METHODS.replace : Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  const result = method?.(receiver.text, args);
  return result && asText(result, node);
};

/** `[…].join(separator)`. */
export const joinList = (
  items: readonly (readonly Val[])[],
  separator: readonly Val[] | undefined,
  node: ts.Node,
): readonly Val[] => {
  const between = separator?.[0]
    ? [asText(textOf(separator[0]), node)]
    : [asText(fixedText(node, ','), node)];
  return concatenate(
    items.flatMap((item, index) => (index === 0 ? [item] : [between, item])),
    node,
  );
};

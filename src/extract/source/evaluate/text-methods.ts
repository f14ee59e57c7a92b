import type { Text } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
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

const METHODS: Readonly<Record<string, Method>> = {
  toString: (text: Text) => text,
  valueOf: (text: Text) => text,
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

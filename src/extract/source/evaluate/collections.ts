import { listValue } from './lists.ts';
import { elementsOf } from './elements.ts';
import { holdingResponses } from './response-members.ts';
import { keyedInPairs, membersOfPairs } from './pairs.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ListValue, ObjectValue, Value } from './values.ts';
import { unknown } from './values.ts';

type Builtin = (ctx: Ctx, node: ts.CallExpression, argument: Env['argument']) => readonly Value[] | undefined;

/** The list itself, where it is known; promises are treated as their results. */
const same: Builtin = (_ctx, _node, argument) => argument(0);

/** `{ status, value }` of a settled promise. */
const settled = (vals: readonly Value[], node: ts.Node): ObjectValue => ({
  kind: 'object',
  node,
  members: [
    { name: 'value', nameNode: node, expression: undefined, node, certain: false, value: () => vals },
  ],
  complete: false,
  literal: undefined,
});

const allSettled: Builtin = (_ctx, node, argument) =>
  (argument(0) ?? unknown()).map((val): Value => {
    if (val.kind !== 'list') return val;
    const items = val.items.map((item) => () => [settled(item(), node)]);
    return { ...val, node, items };
  });

const membersOf = (ctx: Ctx, val: Value, node: ts.Node): ListValue['items'] => {
  if (val.kind === 'object')
    return [
      ...val.members.map((member) => () => member.value()),
      ...(val.keyed ?? []).map((value) => () => holdingResponses(value())),
    ];
  return val.kind === 'response' || val.kind === 'list' ? [() => elementsOf(ctx, [val], node)] : [];
};

const valuesIn = (ctx: Ctx, node: ts.CallExpression, argument: Env['argument']): ListValue['items'] =>
  (argument(0) ?? []).flatMap((val) => membersOf(ctx, val, node));

const values: Builtin = (ctx, node, argument) => [listValue(node, valuesIn(ctx, node, argument))];

const entries: Builtin = (ctx, node, argument) => {
  const vals = argument(0) ?? [];
  const list = listValue(
    node,
    valuesIn(ctx, node, argument).map((item) => () => [listValue(node, [() => unknown(), item])]),
  );
  const isSeen = vals.length > 0 && vals.every((val) => val.kind === 'object');
  return isSeen ? vals.map((val) => ({ ...list, entriesOf: val as ObjectValue })) : [list];
};

/** Object built from a list of pairs: a new one, so that nothing is inserted into the old one for it. */
const fromEntries: Builtin = (_ctx, node, argument) =>
  (argument(0) ?? []).map((val): Value => {
    const object = val.kind === 'object' ? val : val.kind === 'list' ? val.entriesOf : undefined;
    if (object) return { ...object, node };
    if (val.kind !== 'list') return { kind: 'unknown', name: undefined };
    const members = membersOfPairs(val);
    const complete = val.complete && members.length === val.items.length;
    const keyed = complete ? [] : keyedInPairs(val);
    return {
      kind: 'object',
      node,
      literal: undefined,
      members,
      complete,
      ...(keyed.length > 0 && { keyed }),
    };
  });

/** `Buffer.concat(chunks)`: the text that the chunks form. */
const concat: Builtin = (ctx, node, argument) => elementsOf(ctx, argument(0) ?? unknown(), node);

/** Built-in functions that collections pass through. */
export const COLLECTION_BUILTINS: Readonly<Record<string, Builtin>> = {
  'Promise.all': same,
  'Promise.any': (ctx, node, argument) => elementsOf(ctx, argument(0) ?? unknown(), node),
  'Promise.race': (ctx, node, argument) => elementsOf(ctx, argument(0) ?? unknown(), node),
  'Promise.allSettled': allSettled,
  'Array.from': same,
  'Object.values': values,
  'Object.entries': entries,
  'Object.fromEntries': fromEntries,
  'Buffer.concat': concat,
};

import { exactValue } from '../../../../model/index.ts';
import { dialectOf, isKeywords, loweredFile } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import { fixedText } from '../../syntax/slots.ts';
import { memberOfResponse } from '../response-members.ts';
import { listOfDictionary } from '../maps/entries.ts';
import { propertyOfObject, valuesUnder } from '../objects.ts';
import { asText } from '../texts.ts';
import type { ResponseValue, Ctx, Env, ObjectValue, Value } from '../values.ts';
import { unknown } from '../values.ts';

const isAbsent = (val: Value): boolean => val.kind === 'primitive' && (val.value ?? undefined) === undefined;

/** `x.get('name', other)`: the existing value, and the default if it may be missing. */
const orElse = (vals: readonly Value[], other: readonly Value[] | undefined): readonly Value[] => {
  const found = vals.filter((val) => !isAbsent(val));
  return found.length === vals.length && found.every(({ kind }) => kind !== 'unknown' && kind !== 'response')
    ? found
    : [...found, ...(other ?? (found.length === 0 ? vals : []))];
};

const pairsOf = (object: ObjectValue, node: ts.Node): readonly Value[] => [
  {
    kind: 'list',
    node,
    complete: object.complete,
    items: object.members.map((member) => () => [
      {
        kind: 'list',
        node: member.node,
        complete: true,
        items: [() => [asText(fixedText(member.nameNode, member.name), node)], () => member.value()],
      },
    ]),
  },
];

const ofObject = (
  ctx: Ctx,
  object: ObjectValue,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  if (name === 'get' || name === 'pop' || name === 'setdefault')
    return orElse(valuesUnder(object, argument(0), node), argument(1));
  if (name === 'items') return pairsOf(object, node);
  if (name === 'copy') return [{ ...object, literal: undefined }];
  if (name === 'getKey' || name === 'getValue')
    return node.arguments.length === 0 ? propertyOfObject(object, name, node) : undefined;
  const list = listOfDictionary(ctx, object, name, node);
  return list && [list];
};

/** Methods that read a field by name, with a default. */
const TAKES = /^(?:get|pop|fetch)$/;

const textGiven = (vals: readonly Value[] | undefined): string | undefined =>
  vals?.length === 1 && vals[0]?.kind === 'text' ? exactValue(vals[0].text) : undefined;

/** `answer.dig('a', 0, 'b')`: a step per name; an index means any element. */
const dug = (
  answer: ResponseValue,
  { arguments: names }: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] => {
  let at = answer;
  for (const [index, node] of names.entries()) {
    const step = ts.isNumericLiteral(node) ? '*' : textGiven(argument(index));
    if (step === undefined) return unknown();
    at = memberOfResponse(at, step, node, true);
  }
  return [at];
};

const ofAnswer = (
  answer: ResponseValue,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  const [key] = node.arguments;
  const step = textGiven(argument(0));
  if (name === 'dig') return dug(answer, node, argument);
  // With names it selects fields, not a part of a list.
  if (name === 'slice' && step !== undefined) return unknown();
  if (!TAKES.test(name) || !key) return undefined;
  const member = step === undefined ? unknown() : [memberOfResponse(answer, step, key, true)];
  return orElse(member, argument(1));
};

/** True for `settings.get('url', 'https://…')` of Python: a name, which is no URL, and a default. */
const readsWithDefault = (node: ts.CallExpression): boolean => {
  const {
    expression: callee,
    arguments: [key, other, ...more],
  } = node;
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'get' &&
    key !== undefined &&
    ts.isStringLiteralLike(key) &&
    /^[\w.-]+$/.test(key.text) &&
    other !== undefined &&
    !isKeywords(other) &&
    more.length === 0 &&
    dialectOf(node).name === 'Python'
  );
};

/** True for something from outside that is no client: settings of a file. */
const isFromOutside = ({ clients }: Ctx, val: Value): boolean =>
  val.kind === 'unknown' || (val.kind === 'external' && clients.rowsOf(val.module).length === 0);

/** True for a read of a setting with a default, where the values of the receiver are these. */
export const readsSetting = (
  ctx: Ctx,
  node: ts.CallExpression,
  receivers: (callee: ts.PropertyAccessExpression) => readonly Value[],
): boolean =>
  readsWithDefault(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  receivers(node.expression).every((val) => isFromOutside(ctx, val));

/** Result of a dictionary method in a language that has them; `undefined` for everything else. */
export const dictionaryMethod = (
  ctx: Ctx,
  val: Value,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  if (!loweredFile(node)) return undefined;
  if (readsSetting(ctx, node, () => [val]))
    return [{ kind: 'unknown', name: undefined, isSetting: true }, ...(argument(1) ?? [])];
  if (val.kind === 'object') return ofObject(ctx, val, name, node, argument);
  return val.kind === 'response' && val.stage === 'body' ? ofAnswer(val, name, node, argument) : undefined;
};

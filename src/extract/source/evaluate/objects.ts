import { holdingResponses, memberOfResponse } from './response-members.ts';
import { elementsOf, isEmptySpread, isMapObject } from './elements.ts';
import { builderLiteral } from './other-languages/builder-literals.ts';
import { addedAs } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { exactValue } from '../../../model/index.ts';
import { branchesOf } from './paths/branches.ts';
import { opened, underAll } from './members.ts';
import { MAX_ALTERNATIVES } from './texts.ts';
import type { ResponseValue, Ctx, Env, ObjectValue, ObjMember, Value } from './values.ts';

/** Name of a property when it is known: identifiers, strings, numbers, computed constants. */
export const nameText = (
  ctx: Ctx,
  name: ts.PropertyName | ts.BindingName,
  env: Env | undefined,
): string | undefined => {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const vals = ctx.evaluate(name.expression, env);
  return vals.length === 1 && vals[0]?.kind === 'text' ? exactValue(vals[0].text) : undefined;
};

interface Draft {
  readonly members: ObjMember[];
  readonly answers: ResponseValue[];
  readonly keyed: (() => readonly Value[])[];
  complete: boolean;
  /** True where the lower layers of partly known headers are spread into it. */
  over: boolean;
  /** Number of members that something unknown may overwrite. */
  hidden: number;
}

const newDraft = (): Draft => ({
  members: [],
  answers: [],
  keyed: [],
  complete: true,
  over: false,
  hidden: 0,
});

/** Adds unknown members, which may replace all before them. */
const hide = (draft: Draft): void => {
  draft.hidden = draft.members.length;
  draft.complete = false;
};

const finished = ({ members, answers, keyed, complete, over, hidden }: Draft) => ({
  members: [...opened(members.slice(0, hidden)), ...members.slice(hidden)],
  answers,
  complete,
  ...(keyed.length > 0 && { keyed }),
  ...(over && { over }),
});

const addNamed = (
  ctx: Ctx,
  draft: Draft,
  property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration,
  env: Env | undefined,
): void => {
  const name = nameText(ctx, property.name, env);
  const expression = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
  if (name === undefined) {
    hide(draft);
    if (expression) draft.keyed.push(() => ctx.evaluate(expression, env));
    return;
  }
  const added = addedAs(property);
  draft.members.push({
    name,
    nameNode: property.name,
    expression,
    node: property,
    certain: true,
    ...(added && { by: added }),
    value: () =>
      ts.isMethodDeclaration(property)
        ? [{ kind: 'function', node: property, env }]
        : ctx.evaluate(expression!, env),
  });
};

/** `get url() { … }`: its result is known, but may not be complete; a setter is unknown. */
const addAccessor = (ctx: Ctx, draft: Draft, node: ts.AccessorDeclaration, env: Env | undefined): void => {
  hide(draft);
  const name = nameText(ctx, node.name, env);
  if (name === undefined || !ts.isGetAccessor(node) || !node.body) return;
  const value = (): readonly Value[] =>
    ctx.call({ kind: 'function', node, env }, undefined, () => undefined, env);
  draft.members.push({ name, nameNode: node.name, expression: undefined, node, certain: true, value });
};

/** Maximum number of known members or elements: spreading an object into itself doubles it each time. */
const MAX_MEMBERS = 10_000;

/** True where the value depends on a condition about the request's URL. */
export const decidedByAddress = (val: Value): boolean =>
  'node' in val && branchesOf(val.node).some((branch) => branch.asksAddress === true);

/** `{ Accept: '…', ...config.headers }`: the lower layers replace the members before. */
const spreadOver = (draft: Draft, vals: readonly Value[]): void => {
  draft.hidden = draft.members.length;
  if (vals.every((val) => val.kind === 'object' && val.over === true)) draft.over = true;
  else draft.complete = false;
};

/** `...x`: the members of every alternative, each under its own branch if there are several. */
const addSpread = (draft: Draft, vals: readonly Value[], env: Env | undefined): void => {
  const at = {};
  const arms = vals.length;
  const asks = arms > 1 && vals.some(decidedByAddress);
  for (const [arm, val] of vals.entries()) {
    if (val.kind === 'primitive' || (val.kind === 'object' && isEmptySpread(val))) continue;
    if (val.kind === 'object') {
      if (!val.complete) hide(draft);
      if (val.over) spreadOver(draft, vals);
      const more = val.members.slice(0, Math.max(0, MAX_MEMBERS - draft.members.length));
      const under = arms > 1 ? [{ at, env, arm, arms, asksAddress: asks }] : [];
      for (const member of more) draft.members.push(underAll(member, under));
      draft.answers.push(...(val.answers ?? []).slice(0, MAX_ALTERNATIVES));
      draft.keyed.push(...(val.keyed ?? []).slice(0, MAX_ALTERNATIVES));
      if (more.length < val.members.length) hide(draft);
    } else {
      if (val.kind === 'response') draft.answers.push(val);
      hide(draft);
    }
  }
};

/** `{ … }`. Setters count as unknown members. */
export const evaluateObject = (
  ctx: Ctx,
  node: ts.ObjectLiteralExpression,
  env: Env | undefined,
): readonly Value[] => {
  const draft = newDraft();
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) addSpread(draft, ctx.evaluate(property.expression, env), env);
    else if (ts.isGetAccessor(property) || ts.isSetAccessor(property)) addAccessor(ctx, draft, property, env);
    else addNamed(ctx, draft, property, env);
  }
  return [{ kind: 'object', node, literal: builderLiteral(ctx, node, env), ...finished(draft) }];
};

/** `[ … ]`. */
export const evaluateArray = (
  ctx: Ctx,
  node: ts.ArrayLiteralExpression,
  env: Env | undefined,
): readonly Value[] => {
  const items: (() => readonly Value[])[] = [];
  let head: number | undefined;
  for (const element of node.elements) {
    if (!ts.isSpreadElement(element)) {
      items.push(() => ctx.evaluate(element, env));
      continue;
    }
    const inner = ctx.evaluate(element.expression, env);
    if (inner.length === 1 && inner[0]?.kind === 'list') {
      const more = inner[0].items.slice(0, Math.max(0, MAX_MEMBERS - items.length));
      if (!inner[0].complete) head ??= items.length + (inner[0].head ?? 0);
      for (const item of more) items.push(item);
      if (more.length < inner[0].items.length) head ??= items.length;
    } else {
      head ??= items.length;
      if (inner.some((val) => val.kind === 'response' || val.kind === 'list' || isMapObject(val)))
        items.push(() => elementsOf(ctx, inner, element));
    }
  }
  const rest = head === undefined ? { complete: true } : { complete: false, head };
  return [{ kind: 'list', node, items, ...rest }];
};

/** Members of large objects by name; those of small ones are gone through. */
const byName = new WeakMap<ObjectValue['members'], ReadonlyMap<string, readonly ObjMember[]>>();
const MANY = 32;

const indexed = (members: ObjectValue['members']): ReadonlyMap<string, readonly ObjMember[]> => {
  const found = new Map<string, ObjMember[]>();
  for (const member of members) {
    const list = found.get(member.name);
    if (list) list.push(member);
    else found.set(member.name, [member]);
  }
  byName.set(members, found);
  return found;
};

const allNamed = (members: ObjectValue['members'], name: string): readonly ObjMember[] =>
  members.length < MANY
    ? members.filter((member) => member.name === name)
    : ((byName.get(members) ?? indexed(members)).get(name) ?? []);

/** Last member of a name, or all members that may be it: the last certain one and those after it. */
export const membersNamed = (object: ObjectValue, name: string): readonly ObjMember[] => {
  const found = allNamed(object.members, name);
  const last = found.findLastIndex((member) => member.certain);
  return last < 0 ? found : found.slice(last);
};

/** `object.name`. A missing member is `undefined` when the object is complete. */
export const propertyOfObject = (object: ObjectValue, name: string, node: ts.Node): readonly Value[] => {
  const members = membersNamed(object, name);
  const vals = members.flatMap((member) => member.value());
  if (members.some((member) => member.certain)) return vals;
  const absent: Value = object.complete
    ? { kind: 'primitive', value: undefined, node }
    : { kind: 'unknown', name };
  const spread = [
    ...(object.answers ?? []).map((val) => memberOfResponse(val, name, node, false)),
    ...holdingResponses((object.keyed ?? []).flatMap((value) => value())),
  ];
  return [...vals, ...(spread.length > 0 ? spread : [absent])];
};

/** `map.get(key)`: the value of the key, or of any key if it is unknown. */
export const valuesUnder = (
  object: ObjectValue,
  keys: readonly Value[] | undefined,
  node: ts.Node,
): readonly Value[] => {
  const [key] = keys ?? [];
  const name = keys?.length === 1 && key?.kind === 'text' ? exactValue(key.text) : undefined;
  if (name !== undefined) return propertyOfObject(object, name, node);
  const keyed = (object.keyed ?? []).flatMap((value) => value());
  const all = [...object.members.flatMap((member) => member.value()), ...keyed];
  return object.complete && all.length > 0 ? all : [...all, { kind: 'unknown', name: undefined }];
};

/** `Object.assign(a, b, …)`: merges the members; the last literal that is always merged keeps its insertion point. */
export const assignObjects = (columns: readonly (readonly Value[])[], node: ts.Node): readonly Value[] => {
  const draft = newDraft();
  for (const vals of columns) addSpread(draft, vals, undefined);
  const literal = columns
    .flatMap((vals) => (vals.length === 1 ? vals : []))
    .toReversed()
    .find((val) => val.kind === 'object' && val.literal && ts.isObjectLiteralExpression(val.literal));
  const kept = literal?.kind === 'object' ? literal.literal : undefined;
  return [{ kind: 'object', node, literal: kept, ...finished(draft) }];
};

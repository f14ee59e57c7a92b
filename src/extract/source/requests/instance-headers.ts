import { exactValue } from '../../../model/index.ts';
import type { Branch } from '../evaluate/paths/branches.ts';
import { branchesTo, branchesToEnd } from '../evaluate/paths/conditions.ts';
import {
  hiddenAt,
  type HeaderSource,
  headersFrom,
  NO_HEADERS,
  conditionalEntries,
} from '../headers/headers.ts';
import { isSeenFrom } from './changes-by-client.ts';
import { type InstanceChange, stepText } from './instance-changes.ts';
import { uncertain, underBranches, withMembers } from '../evaluate/members.ts';
import { withoutMembers } from '../evaluate/removed-members.ts';
import { isAccept } from '../middleware/examination.ts';
import { registeredShape, middlewareEffect } from '../middleware/find-middleware.ts';
import type { ClientRow } from '../clients/client-row.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ObjectValue, ObjMember, Value } from '../evaluate/values.ts';

const VERBS = /^(?:get|delete|head|options|post|put|patch)$/;

/** Context in which changes of a client are evaluated. */
export interface ClientContext {
  readonly ctx: Ctx;
  /** Environment in which the client was created. */
  readonly env: Env | undefined;
  /** HTTP method of the call, where its name determines it. */
  readonly method: string | undefined;
  readonly call: ts.CallExpression;
  readonly row: ClientRow;
  /** Call that created the client; the file where a package is used directly. */
  readonly made: ts.Node;
  /** Change that sets the base, which precedes a call to that base. */
  readonly based?: ts.Node | undefined;
}

/** Change with the conditions under which it precedes the call. */
export interface PrecedingChange {
  readonly change: InstanceChange;
  readonly branches: readonly Branch[];
}

/** Changes that may precede the call. One that is decided together with the client's creation is not open any more. */
export const precedingChanges = (
  { call, made, based }: ClientContext,
  changes: readonly InstanceChange[],
): readonly PrecedingChange[] =>
  changes.filter(isSeenFrom(call)).flatMap((change) => {
    const at = change.call ?? change.node;
    const branches = branchesTo(at, call, made);
    if (branches === 'never') return [];
    const starts = [made, based].filter((node) => node !== undefined && !ts.isSourceFile(node));
    const ways = [branches, ...starts.map((start) => branchesToEnd(at, start))];
    const inside = change.call ? branchesToEnd(change.node) : [];
    return [{ change, branches: [...ways.toSorted((a, b) => a.length - b.length)[0]!, ...inside] }];
  });

const nameOf = ({ ctx, env }: ClientContext, node: ts.Node): string | undefined => {
  const written =
    ts.isIdentifier(node) && ts.isElementAccessExpression(node.parent) ? undefined : stepText(node);
  if (written !== undefined) return written;
  const [val, ...others] = ctx.evaluate(node, env);
  return val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
};

const memberOf = (
  from: ClientContext,
  { change }: PrecedingChange,
  name: string,
  nameNode: ts.Node,
): ObjMember => ({
  name,
  nameNode,
  expression: change.value,
  node: change.node,
  certain: true,
  ...(change.kind === 'set' && { by: 'set' as const }),
  value: () => from.ctx.evaluate(change.value, from.env),
});

/** Applies one header that is set or deleted. */
const withOne = (
  from: ClientContext,
  object: ObjectValue,
  at: PrecedingChange,
  nameNode: ts.Node,
): ObjectValue => {
  const name = nameOf(from, nameNode);
  if (name === undefined) return withMembers(object, [], false);
  const { change, branches } = at;
  if (change.kind === 'delete')
    return withoutMembers(
      object,
      { name, nameNode: nameNode as ts.Expression, folds: true, node: change.node },
      branches,
      from.env,
    );
  const member = memberOf(from, at, name, nameNode);
  const placed = change.kind === 'fallback' ? uncertain(member) : underBranches(member, branches, from.env);
  return withMembers(object, [placed], true);
};

/** Applies headers that replace the earlier ones, or are merged into them. */
const withAll = (
  from: ClientContext,
  object: ObjectValue,
  { change, branches }: PrecedingChange,
  vals: readonly Value[],
): ObjectValue => {
  const [val, ...others] = vals;
  if (val?.kind === 'primitive' && others.length === 0) return object;
  if (val?.kind !== 'object' || others.length > 0) return withMembers(object, [], false);
  const added = val.members.map((member) =>
    change.kind === 'fallback' ? uncertain(member) : underBranches(member, branches, from.env),
  );
  const isReplaced = change.kind === 'assign' && branches.length === 0;
  const before = isReplaced ? { ...object, members: [] } : object;
  return withMembers(val.complete ? before : withMembers(before, [], false), added, true);
};

/** Applies `….headers.common['Accept'] = …`, `….headers = { … }`; headers of one method apply to that method. */
const withDefault = (from: ClientContext, object: ObjectValue, at: PrecedingChange): ObjectValue => {
  const { change } = at;
  const [group, ...rest] = change.path.slice(1);
  const named = group && stepText(group);
  const isGroup = named !== undefined && (named === 'common' || VERBS.test(named));
  if (isGroup && named !== 'common' && from.method !== undefined && named.toUpperCase() !== from.method)
    return object;
  const unsure = isGroup && named !== 'common' && from.method === undefined;
  const seen: PrecedingChange = unsure ? { change: { ...change, kind: 'fallback' }, branches: [] } : at;
  const name = isGroup ? rest[0] : group;
  if (name) return withOne(from, object, seen, name);
  if (change.kind === 'delete') return withMembers(object, [], false);
  return withAll(from, object, seen, from.ctx.evaluate(change.value, from.env));
};

const applied = (from: ClientContext, object: ObjectValue, at: PrecedingChange): ObjectValue => {
  const { change } = at;
  const [first] = change.path;
  if (change.kind === 'handle') return object;
  if (change.kind === 'set')
    return first
      ? withOne(from, object, at, first)
      : withAll(
          from,
          object,
          { ...at, change: { ...change, kind: 'merge' } },
          from.ctx.evaluate(change.value, from.env),
        );
  if (first && stepText(first) === 'headers') return withDefault(from, object, at);
  if (first || change.kind !== 'merge') return object;
  const vals = from.ctx
    .evaluate(change.value, from.env)
    .flatMap((val) => (val.kind === 'object' ? propertyOfObject(val, 'headers', change.node) : [val]));
  return withAll(from, object, at, vals);
};

/** True for `….headers = { … }`, which replaces all headers. */
const isWhole = ({ kind, path: [first, ...others] }: InstanceChange): boolean =>
  kind === 'assign'
    ? first !== undefined && stepText(first) === 'headers' && others.length === 0
    : kind === 'merge' && !first;

/** Headers that statements add to the defaults of a client. */
export const headersAdded = (from: ClientContext, changes: readonly PrecedingChange[]): HeaderSource => {
  const written = changes.filter(({ change }) => change.kind !== 'intercept');
  const [first] = written;
  if (!first) return NO_HEADERS;
  const empty: ObjectValue = {
    kind: 'object',
    node: first.change.node,
    members: [],
    complete: true,
    literal: undefined,
    over: true,
  };
  const source = headersFrom([written.reduce((object, at) => applied(from, object, at), empty)], false);
  return written.some(({ change }) => isWhole(change)) ? { ...source, replaces: true } : source;
};

/** Headers that request interceptors set, the last added first, as axios runs them. */
export const headersIntercepted = (
  { ctx, env, row }: ClientContext,
  changes: readonly PrecedingChange[],
): readonly HeaderSource[] =>
  changes
    .filter(({ change }) => change.kind === 'intercept')
    .toReversed()
    .flatMap(({ change, branches }) => {
      const shape = registeredShape(row, change.path.map((step) => step.getText()).join('.'));
      if (!shape) return [];
      const at = { ctx, row, node: change.node, env };
      const sources = middlewareEffect(at, shape, ctx.evaluate(change.value, env));
      return branches.length === 0 ? sources : sources.map(asPossible);
    });

/** Headers of a source that may not apply. */
export const asPossible = (source: HeaderSource): HeaderSource => ({
  ...source,
  entries: conditionalEntries(source.entries),
});

const touchesAccept = ({ complete, replaces, entries }: HeaderSource): boolean =>
  !complete || replaces === true || entries.some(({ name }) => isAccept(name.value));

/** Headers under changes that may be of another client: where they touch Accept, it is unknown. */
export const possibleHeaders = (
  from: ClientContext,
  changes: readonly InstanceChange[],
): readonly HeaderSource[] =>
  changes.flatMap((change): readonly HeaderSource[] => {
    const at = [{ change, branches: [] }];
    if (change.kind === 'intercept') return headersIntercepted(from, at).map(asPossible);
    return touchesAccept(headersAdded(from, at)) ? [hiddenAt(change.node)] : [];
  });

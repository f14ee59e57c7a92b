import { argumentValues } from './arguments.ts';
import { fixedText } from '../syntax/slots.ts';
import { elementsOf } from './elements.ts';
import { listValue } from './lists.ts';
import { keyedInPairs, membersOfPairs } from './pairs.ts';
import { ts } from '../syntax/tree.ts';
import { instanceOfFunction, isConstructorFunction } from './prototypes.ts';
import { textMade } from './text-functions.ts';
import { concatenate, resolveUrl, textOf } from './texts.ts';
import type { Ctx, Env, FunctionValue, Value } from './values.ts';
import { unknown } from './values.ts';
import { walk } from '../syntax/walk.ts';

const HEADER_CLASSES = new Set(['Headers', 'Map', 'URLSearchParams', 'AxiosHeaders', 'HttpHeaders']);

/** Value of `new X(…)`. */
export const evaluateNew = (ctx: Ctx, node: ts.NewExpression, env: Env | undefined): readonly Value[] =>
  ctx.evaluate(node.expression, env).flatMap((val): readonly Value[] => {
    const argument = argumentValues(ctx, node, env);
    if (val.kind === 'class')
      return [
        {
          kind: 'instance',
          node: val.node,
          env: ctx.constructed(val.node, node, argument, env),
          open: false,
          calls: [],
        },
      ];
    if (val.kind === 'function' && isConstructorFunction(val.node))
      return [
        instanceOfFunction(ctx, val.node, { fn: val.node, call: node, argument, next: val.env ?? env }),
      ];
    if (val.kind === 'module') return unknown();
    if (val.kind !== 'external') return unknown();
    const name = val.path.at(-1) ?? '';
    if (name === 'URL') return newUrl(argument, node);
    if (HEADER_CLASSES.has(name)) return newHeaders(argument(0), node);
    if (name === 'Set' && val.module === '') return [newSet(ctx, argument(0), node)];
    if (name === 'Promise') return newPromise(ctx, argument(0), env);
    const text = textMade(val, node, argument);
    if (text) return text;
    return [{ ...val, path: [], made: [...val.made, { call: node, env, path: val.path }] }];
  });

const newHeaders = (initial: readonly Value[] | undefined, node: ts.NewExpression): readonly Value[] => {
  const given = initial?.[0];
  const val = given?.kind === 'list' ? (given.entriesOf ?? given) : given;
  if (!val || val.kind === 'primitive')
    return [{ kind: 'object', node, members: [], complete: true, literal: node }];
  if (val.kind === 'object') return [{ ...val, node, literal: val.literal ?? node }];
  const members = val.kind === 'list' ? membersOfPairs(val) : [];
  const literal = val.kind === 'list' && ts.isArrayLiteralExpression(val.node) ? val.node : undefined;
  const complete = val.kind === 'list' && val.complete && members.length === val.items.length;
  const keyed = val.kind === 'list' && !complete ? keyedInPairs(val) : [];
  return [{ kind: 'object', node, literal, members, complete, ...(keyed.length > 0 && { keyed }) }];
};

/** `new Set([…])`, `new Set()`: the list of its items. */
const newSet = (ctx: Ctx, initial: readonly Value[] | undefined, node: ts.NewExpression): Value => {
  const [only, ...others] = initial ?? [];
  if (!only || others.length > 0 || only.kind !== 'list')
    return { ...listValue(node, initial ? [() => elementsOf(ctx, initial, node)] : []), complete: !initial };
  return { ...only, node };
};

const newUrl = (argument: Env['argument'], node: ts.NewExpression): readonly Value[] => {
  const path = argument(0) ?? unknown();
  const base = argument(1);
  return base
    ? path.flatMap((at) =>
        base.map((of): Value => ({
          kind: 'text',
          text: resolveUrl(textOf(at), textOf(of), fixedText(node, '/')),
          node,
        })),
      )
    : concatenate([path], node);
};

/** `new Promise(resolve => …)`: the values passed to `resolve`. */
const newPromise = (
  ctx: Ctx,
  executors: readonly Value[] | undefined,
  env: Env | undefined,
): readonly Value[] => {
  const executor = executors?.find((val): val is FunctionValue => val.kind === 'function');
  const resolve = executor?.node.parameters[0]?.name;
  if (!executor?.node.body || !resolve || !ts.isIdentifier(resolve)) return unknown();
  const found: Value[] = [];
  const visit = (at: ts.Node): boolean | void => {
    if (
      ts.isCallExpression(at) &&
      ts.isIdentifier(at.expression) &&
      at.expression.text === resolve.text &&
      at.arguments[0]
    )
      found.push(...ctx.evaluate(at.arguments[0], env));
  };
  walk(executor.node.body, visit);
  return found.length > 0 ? found : unknown();
};

import { COLLECTION_BUILTINS } from './collections.ts';
import { spreadOr } from './lists.ts';
import { assignObjects } from './objects.ts';
import { withFields } from './classes/instance-fields.ts';
import { concatenate, hole, textOf } from './texts.ts';
import { objectsAsTexts } from './written/text-expressions.ts';
import type { Ctx, Env, Value } from './values.ts';
import { unknown } from './values.ts';
import { ts } from '../syntax/tree.ts';

export type Builtin = (
  ctx: Ctx,
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
) => readonly Value[] | undefined;

const first: Builtin = (_ctx, _node, argument) => argument(0);
const asString: Builtin = (ctx, node, argument) =>
  concatenate([objectsAsTexts(ctx, argument(0) ?? unknown(), node, undefined)], node);

const parse: Builtin = (_ctx, _node, argument) =>
  (argument(0) ?? unknown()).flatMap((val): readonly Value[] => {
    if (val.kind === 'json') return val.of;
    // JSON text of a file that only its own extractor parses.
    if (val.kind === 'unknown' && val.document) return [val];
    return val.kind === 'response' ? [{ ...val, stage: 'body' }] : unknown();
  });

const encode: Builtin = (_ctx, node, argument) =>
  (argument(0) ?? unknown()).map((val): Value => {
    const text = textOf(val);
    const plain = text.parts.every(
      (part) => part.kind === 'known' && /^[\w.~-]*$/.test(part.slot.value.slice(part.from, part.to)),
    );
    return { kind: 'text', node, text: plain ? text : hole(val.kind === 'unknown' ? val.name : undefined) };
  });

const assign: Builtin = (ctx, node, argument, env) => {
  const [target = [], ...sources] = node.arguments.map((each, index) =>
    spreadOr(ctx, each, argument(index) ?? [], env),
  );
  if (!target.some((val) => val.kind === 'instance')) return assignObjects([target, ...sources], node);
  const [seen] = assignObjects(sources, node);
  return target.map((val) =>
    val.kind === 'instance' && seen?.kind === 'object' ? withFields(val, seen) : val,
  );
};

/** Merges objects into the first one, where that is a literal: the last one wins, or the first. */
const merging =
  (winner: 'last' | 'first'): Builtin =>
  (_ctx, node, argument) => {
    if (!node.arguments[0] || !ts.isObjectLiteralExpression(node.arguments[0])) return undefined;
    const all = node.arguments.map((_, index) => argument(index) ?? unknown());
    return assignObjects(winner === 'last' ? all : all.toReversed(), node);
  };

const MERGES: readonly (readonly [string, Builtin])[] = ['lodash', 'lodash-es', 'underscore'].flatMap(
  (module) =>
    (['assign', 'extend', 'defaults'] as const).flatMap((name) =>
      [`${module} ${name}`, `${module}/${name} `].map(
        (key) => [key, merging(name === 'defaults' ? 'first' : 'last')] as const,
      ),
    ),
);

/** Functions of packages that serialize and parse JSON, or merge objects, by package and callee. */
export const PACKAGE_FUNCTIONS: Readonly<Record<string, Builtin>> = Object.fromEntries([
  ...MERGES,
  ...['py:json', 'py:simplejson', 'py:ujson', 'py:orjson'].flatMap(
    (module): readonly (readonly [string, Builtin])[] => [
      [`${module} dumps`, (_ctx, node, argument) => [{ kind: 'json', node, of: argument(0) ?? unknown() }]],
      [`${module} loads`, parse],
      [`${module} load`, parse],
    ],
  ),
]);

/** Methods of a JSON text, or of a file, that keep its content: `Bun.file(path).text()`, `json.dumps(body).encode()`. */
export const JSON_METHODS: ReadonlySet<string> = new Set([
  'json',
  'text',
  'toString',
  'trim',
  'encode',
  'decode',
  'getBytes',
  'toByteArray',
]);

/** Built-in functions that values pass through. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  'JSON.stringify': (_ctx, node, argument) => [{ kind: 'json', node, of: argument(0) ?? unknown() }],
  'EJSON.stringify': (_ctx, node, argument) => [{ kind: 'json', node, of: argument(0) ?? unknown() }],
  'JSON.parse': parse,
  'EJSON.parse': parse,
  ...COLLECTION_BUILTINS,
  'Object.assign': assign,
  'Object.freeze': first,
  'Object.seal': first,
  'Promise.resolve': first,
  'Buffer.from': first,
  bytes: first,
  structuredClone: first,
  String: asString,
  encodeURI: asString,
  encodeURIComponent: encode,
};

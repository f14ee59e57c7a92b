import * as build from '../languages/build.ts';
import { OR_ABSENT } from '../languages/operators.ts';
import type { Span } from '../../../model/index.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { changeWithin } from './dictionaries.ts';
import { isEnvironment, readsEnvironment } from './environment.ts';
import { argumentsOf } from './arguments.ts';
import { preparedRequest } from './prepared-requests.ts';
import { type Lowering, textIn } from './lowering.ts';

/** True for `open(path)` and `open(path, 'rb')`, which read a file. */
const readsFile = ([, mode]: readonly ts.Expression[]): boolean =>
  mode === undefined || isKeywords(mode) || (ts.isStringLiteral(mode) && /^r[bt]?$/.test(mode.text));

/** Folder of the file itself: `os.path.dirname(os.path.abspath(__file__))`. */
const HERE = /^(?:os\.)?path\.dirname\((?:(?:os\.)?path\.(?:abspath|realpath)\(__file__\)|__file__)\)$/;

/** Built-in functions by their names in the common syntax tree. */
const BUILTINS: Readonly<Record<string, string>> = {
  str: 'String',
  list: 'Array.from',
  tuple: 'Array.from',
  print: 'console.log',
};

const builtin = (path: string, span: Span): ts.Expression => {
  const [first = '', ...others] = path.split('.');
  return others.reduce<ts.Expression>(
    (owner, name) => build.member(owner, build.nameAt(name, span), span),
    build.nameAt(first, span),
  );
};

/** `dict(a, b=1)` as an object that has the members of `a`. */
const dict = (args: readonly ts.Expression[], node: Cst): ts.Expression =>
  build.object(
    args.map((arg) => build.spreadMember(arg, { start: arg.pos, end: arg.end })),
    node,
  );

/** Environment variable, with the default used where it is not set. */
const variable = (args: readonly ts.Expression[], node: Cst, at: Span): ts.Expression | undefined => {
  const [name, fallback] = args;
  if (!name) return undefined;
  const read = build.element(build.member(build.nameAt('process', at), build.nameAt('env', at), at), name, {
    start: node.start,
    end: fallback ? name.end : node.end,
  });
  return fallback ? build.binary(read, OR_ABSENT, fallback, node) : read;
};

/** `next(items, other)`: the first item, or the default where there is none. */
const firstOf = (items: ts.Expression, other: ts.Expression | undefined, node: Cst): ts.Expression => {
  const first = build.element(items, build.numberAt('0', build.nowhere(items.end)), {
    start: items.pos,
    end: items.end,
  });
  return other ? build.binary(first, OR_ABSENT, other, node) : first;
};

/** Both are evaluated, and the value is that of the second. */
const THEN = ts.SyntaxKind.CommaToken;

const DJANGO = /\bdjango\.conf\b/;

/**
 * `getattr(client, name)`: a computed member, with its default. The settings of Django lie elsewhere in the project: whether they
 * have a name is not known here, so the default is not taken for the value.
 */
const memberNamed = (
  ctx: Lowering,
  [owner, name, other]: readonly ts.Expression[],
  node: Cst,
): ts.Expression => {
  const taken = build.element(owner!, name!, node);
  const isElsewhere = ts.isIdentifier(owner!) && owner.text === 'settings' && DJANGO.test(ctx.text);
  if (!other) return taken;
  return isElsewhere ? build.binary(other, THEN, taken, node) : build.binary(taken, OR_ABSENT, other, node);
};

/** True for a name in the style of classes: `Client`, `HTTPDigestAuth`, `_Client`. */
const isClassName = (name: string): boolean => /^_*[A-Z]/.test(name) && !/^_*[A-Z][A-Z\d_]*$/.test(name);

const isClass = (ctx: Lowering, callee: Cst): boolean => {
  const name = callee.type === 'attribute' ? childIn(callee, 'attribute') : callee;
  if (!name || name.type !== 'identifier') return false;
  const text = textIn(ctx, name);
  return ctx.scope.classes.has(text) || isClassName(text);
};

const isSuper = (ctx: Lowering, node: Cst | undefined): boolean =>
  node?.type === 'call' && textIn(ctx, childIn(node, 'function') ?? node) === 'super';

/** `super().__init__(…)` and `super().name(…)`. */
const ofSuper = (ctx: Lowering, node: Cst, callee: Cst, owner: Cst): ts.Expression => {
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  const name = childIn(callee, 'attribute')!;
  if (textIn(ctx, name) === '__init__') return build.call(build.superAt(owner), args, node);
  return build.call(
    build.member(build.superAt(owner), build.nameAt(textIn(ctx, name), name), callee),
    args,
    node,
  );
};

const methodCall = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression | undefined => {
  const [owner, name] = [childIn(callee, 'object'), childIn(callee, 'attribute')];
  if (!owner || !name) return undefined;
  if (isSuper(ctx, owner)) return ofSuper(ctx, node, callee, owner);
  const method = textIn(ctx, name);
  const args = (): readonly ts.Expression[] => argumentsOf(ctx, childIn(node, 'arguments'));
  if (method === 'get' && isEnvironment(ctx, owner)) return variable(args(), node, owner);
  const changing = method === 'pop' || method === 'setdefault' ? changeWithin(ctx, node) : undefined;
  if (changing) return changing;
  // `Path('config.yml').read_text()`
  const opens = method === 'open' && /\bPath\(/.test(textIn(ctx, owner));
  if (method === 'read_text' || (opens && readsFile([build.opaque(owner), ...args()])))
    return build.call(builtin('File.open', callee), [ctx.expression(owner)], node);
  const isText = owner.type === 'string' || owner.type === 'concatenated_string';
  const [list] = method === 'join' && isText ? args() : [];
  // `', '.join(xs)` is `xs.join(', ')`.
  if (list)
    return build.call(build.member(list, build.nameAt('join', name), callee), [ctx.expression(owner)], node);
  return undefined;
};

/** `f(a, k=1)`, `Client(…)`, `os.getenv('X')`. */
export const callExpression = (ctx: Lowering, node: Cst): ts.Expression => {
  const callee = childIn(node, 'function');
  if (!callee) return build.opaque(node);
  if (callee.type === 'attribute') {
    const special = methodCall(ctx, node, callee);
    if (special) return special;
  }
  const request = preparedRequest(ctx, node, callee);
  if (request) return request;
  // An object whose fields each thread sets by itself.
  if (textIn(ctx, callee) === 'threading.local') return build.object([], node);
  if (HERE.test(textIn(ctx, node))) return build.nameAt('__dirname', node);
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  if (readsEnvironment(ctx, callee)) return variable(args, node, callee) ?? build.opaque(node);
  const name = callee.type === 'identifier' ? textIn(ctx, callee) : '';
  if (name !== '' && !ctx.scope.declared.has(name)) {
    if (name === 'dict') return dict(args, node);
    if (name === 'open' && args[0] && readsFile(args))
      return build.call(builtin('File.open', callee), args, node);
    if (name === 'getattr' && args[0] && args[1]) return memberNamed(ctx, args, node);
    if (name === 'next' && args[0]) return firstOf(args[0], args[1], node);
    if (Object.hasOwn(BUILTINS, name)) return build.call(builtin(BUILTINS[name]!, callee), args, node);
  }
  return isClass(ctx, callee) && !/^(?:subprocess\.)?Popen$/.test(textIn(ctx, callee))
    ? build.construct(ctx.expression(callee), args, node)
    : build.call(ctx.expression(callee), args, node);
};

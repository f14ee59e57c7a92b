import type { InsertionPoint } from '../../../model/index.ts';
import { insertionPoint } from '../../insertion.ts';
import * as build from '../languages/build.ts';
import { isKeywords, markRequest, markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsOf } from './arrays.ts';
import { jsonMember, laravelCall } from './laravel.ts';
import { className, type Lowering, textIn } from './lowering.ts';
import { scopeClass, clientNamed, projectClass } from './names.ts';
import { offered } from './standard.ts';

type Rule = (ctx: Lowering, node: Cst) => ts.Expression;

const packageMember = (root: string, name: string, node: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  return build.member(build.nameAt(root, at), build.nameAt(name, at), node);
};

/** Array arguments are copied: no function changes them for its caller. */
const copied = (ctx: Lowering, name: string, args: readonly ts.Expression[]): readonly ts.Expression[] =>
  ctx.facts.changing.has(name)
    ? args
    : args.map((arg) =>
        ts.isIdentifier(arg) && ctx.facts.arrays.has(arg.text)
          ? build.parenthesized(arg, { start: arg.pos, end: arg.end })
          : arg,
      );

/** `send(...)`, `$this->send(...)`: the function as a value, by its name. */
const asValue = (ctx: Lowering, node: Cst, name: Cst | undefined): ts.Expression | undefined =>
  name && /\(\s*\.{3}\s*\)$/.test(textIn(ctx, node))
    ? build.opaque(node, [build.textAt(textIn(ctx, name), name)])
    : undefined;

/** `f($a)`, `\strlen($a)`, `$f($a)`. */
export const functionCall: Rule = (ctx, node) => {
  const callee = childIn(node, 'function');
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  if (!callee) return build.opaque(node, args);
  const value = asValue(ctx, node, callee);
  if (value) return value;
  if (callee.type !== 'name' && callee.type !== 'qualified_name')
    return build.call(ctx.expression(callee), args, node);
  const name = textIn(ctx, callee).replace(/^.*\\/, '');
  const own = ctx.facts.functions.has(name) ? undefined : offered(ctx, name, args, node);
  return own ?? build.call(build.nameAt(name, callee), copied(ctx, name, args), node);
};

/** Insertion point for the headers of a request, after its URL. */
const roomBehind = (ctx: Lowering, url: ts.Expression): InsertionPoint =>
  insertionPoint(
    ctx.path,
    { at: url.end, before: ', [', after: ']' },
    { separator: ' => ', key: 'single', value: 'single', list: false },
  );

/** `new Request('GET', $url, $headers, $body)` of PSR-7; headers can be inserted after the URL. */
const requestMade = (ctx: Lowering, args: readonly ts.Expression[], node: Cst): ts.Expression => {
  const [method, url, headers, body] = args;
  if (!method || !url) return build.opaque(node, args);
  return markRequest(
    build.object(
      [
        build.namedProperty('method', method),
        build.namedProperty('url', url),
        headers
          ? build.namedProperty('headers', headers)
          : build.namedProperty(
              'headers',
              markInsertionPoint(build.object([], build.nowhere(url.end)), roomBehind(ctx, url)),
            ),
        ...(body ? [build.namedProperty('body', body)] : []),
      ],
      node,
    ),
  );
};

/** `new Client([…])`. */
export const made: Rule = (ctx, node) => {
  const type = namedIn(node).find((child) => /^(?:name|qualified_name|relative_scope)$/.test(child.type));
  const args = argumentsOf(
    ctx,
    childIn(node, 'arguments') ?? node.children.find((child) => child.type === 'arguments'),
  );
  if (!type) return build.opaque(node, args);
  if (type.type === 'relative_scope') {
    const own = scopeClass(ctx, type, '');
    return own ? build.construct(own, args, node) : build.opaque(node, args);
  }
  const written = textIn(ctx, type);
  const whole = className(ctx.facts, written);
  if (/^(?:GuzzleHttp|Nyholm)\\Psr7\\Request$/.test(whole)) return requestMade(ctx, args, node);
  const client = clientNamed(whole);
  if (client) return build.construct(packageMember(client[0], client[1], type), args, node);
  return build.construct(projectClass(ctx, written, type), args, node);
};

/** `$x->name($a)`. */
export const methodCall: Rule = (ctx, node) => {
  const [owner, name] = [childIn(node, 'object'), childIn(node, 'name')];
  const laravel = laravelCall(ctx, node);
  if (laravel) return laravel;
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  if (!owner || !name) return build.opaque(node, args);
  // `$this->$name($a)`: the method is computed.
  if (name.type !== 'name')
    return build.call(build.element(ctx.expression(owner), ctx.expression(name), node), args, node);
  const value = asValue(ctx, node, name);
  if (value) return value;
  const receiver = ctx.expression(owner);
  const called = textIn(ctx, name);
  if (called === 'throw' && args.length === 0) return receiver;
  return (
    jsonMember(called, receiver, node, args) ??
    build.call(
      build.member(receiver, build.nameAt(called, name), { start: owner.start, end: name.end }),
      copied(ctx, called, args),
      node,
    )
  );
};

/** Lowers `HttpClient::createForBaseUri($base, […])` to a client with these defaults. */
const symfonyClient = (
  name: string,
  args: readonly ts.Expression[],
  node: Cst,
): ts.Expression | undefined => {
  const callee = packageMember('Symfony', 'create', node);
  if (name === 'create') return build.call(callee, args.slice(0, 1), node);
  const [base, options] = args;
  if (name !== 'createForBaseUri' || !base) return undefined;
  const own = options && 'properties' in options ? (options as ts.ObjectLiteralExpression).properties : [];
  if (options && own.length === 0 && !isKeywords(options)) return build.opaque(node, args);
  return build.call(callee, [build.object([build.namedProperty('base_uri', base), ...own], node)], node);
};

/** `Name::method($a)`, `self::method($a)`, `parent::__construct($a)`. */
export const staticCall: Rule = (ctx, node) => {
  const [scope, name] = [childIn(node, 'scope'), childIn(node, 'name')];
  const laravel = laravelCall(ctx, node);
  if (laravel) return laravel;
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  if (!scope || name?.type !== 'name') return build.opaque(node, args);
  const value = asValue(ctx, node, name);
  if (value) return value;
  const called = textIn(ctx, name);
  const written = textIn(ctx, scope);
  if (/^parent$/i.test(written))
    return called === '__construct'
      ? build.call(build.superAt(scope), args, node)
      : build.call(build.member(build.superAt(scope), build.nameAt(called, name), node), args, node);
  const symfony =
    clientNamed(className(ctx.facts, written))?.[0] === 'Symfony'
      ? symfonyClient(called, args, node)
      : undefined;
  if (symfony) return symfony;
  const own = scopeClass(ctx, scope, called);
  if (!own) return build.opaque(node, args);
  const isOwn = scope.type === 'relative_scope' && !ctx.scope.owner?.statics.has(called);
  return build.call(
    build.member(isOwn ? build.thisAt(scope) : own, build.nameAt(called, name), node),
    copied(ctx, called, args),
    node,
  );
};

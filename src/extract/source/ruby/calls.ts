import * as build from '../languages/build.ts';
import { HAS, OR_ABSENT } from '../languages/operators.ts';
import { isKeywords, markCopy } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { clientCall } from './clients.ts';
import { namesFrom } from './facts.ts';
import { sentWithBlock } from './faraday.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';
import { isOfCollections, COPIES, ITSELF, methodName } from './methods.ts';

const global = (owner: string, name: string, node: Cst): ts.Expression =>
  build.member(
    build.nameAt(owner, build.nowhere(node.start)),
    build.nameAt(name, build.nowhere(node.start)),
    build.nowhere(node.start),
  );

/** The block of a call as a function. */
const blockOf = (ctx: Lowering, node: Cst): readonly ts.Expression[] => {
  const found = childIn(node, 'block');
  if (!found) return [];
  const names = childIn(found, 'parameters');
  const body = childIn(found, 'body');
  const parameters = (names ? namedIn(names) : [])
    .filter(({ type }) => type === 'identifier')
    .map((name) => build.parameter({ name: build.nameAt(textIn(ctx, name), name) }, name));
  const scope = {
    ...ctx.scope,
    declared: new Set([
      ...ctx.scope.declared,
      ...(names ? namedIn(names).map((name) => textIn(ctx, name)) : []),
    ]),
  };
  const statements = body ? ctx.inside(scope).statements(body, true) : [];
  return [build.arrow(parameters, build.block(statements, body ?? build.nowhere(found.end)), found)];
};

const environment = (ctx: Lowering, node: Cst, args: readonly ts.Expression[]): ts.Expression => {
  const [name, given] = args;
  const fallback = given ?? blockValue(ctx, node);
  if (!name) return build.opaque(node);
  const read = build.element(global('process', 'env', node), name, {
    start: node.start,
    end: fallback ? name.end : node.end,
  });
  return fallback ? build.binary(read, OR_ABSENT, fallback, node) : read;
};

const blockValue = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const body = childIn(childIn(node, 'block') ?? node, 'body');
  const inner = childIn(node, 'block') && body ? namedIn(body) : [];
  return inner.length === 1 ? ctx.expression(inner[0]!) : undefined;
};

/** Built-in calls without a receiver. */
const offered = (
  ctx: Lowering,
  node: Cst,
  name: string,
  args: readonly ts.Expression[],
): ts.Expression | undefined => {
  const [first, ...others] = args;
  if (/^(?:puts|print|p|pp|warn|raise|abort|fail)$/.test(name))
    return build.call(global('console', 'log', node), args, node);
  if ((name === 'format' || name === 'sprintf') && first)
    return build.call(
      build.member(build.nameAt('Kernel', build.nowhere(node.start)), build.nameAt('format', node), node),
      args,
      node,
    );
  if (/^(?:system|exec|spawn)$/.test(name) && first)
    return build.call(global('Kernel', name, node), args, node);
  if ((name === 'URI' || name === 'String' || name === 'Array') && first && others.length === 0) return first;
  if (name === 'lambda' || name === 'proc') return blockOf(ctx, node)[0];
  return undefined;
};

const known = (
  ctx: Lowering,
  node: Cst,
  root: string,
  name: string,
  args: readonly ts.Expression[],
): ts.Expression | undefined => {
  const [first] = args;
  if (root === 'ENV' && name === 'fetch') return environment(ctx, node, args);
  if (root === 'JSON' && /^(?:generate|dump|pretty_generate)$/.test(name) && first)
    return build.call(global('JSON', 'stringify', node), [first], node);
  if (root === 'JSON' && /^(?:parse|load)$/.test(name) && first)
    return build.call(global('JSON', 'parse', node), [first], node);
  if (/^(?:URI|Addressable::URI)$/.test(root) && name === 'parse' && first) return first;
  if (root === 'URI' && name === 'join' && first) return build.call(global('URI', 'join', node), args, node);
  if (root === 'File' && name === 'join' && first)
    return build.call(global('File', 'join', node), args, node);
  if (
    /^(?:CGI|ERB::Util|URI)$/.test(root) &&
    /^(?:escape|url_encode|encode_www_form_component)$/.test(name) &&
    first
  )
    return build.call(build.nameAt('encodeURIComponent', build.nowhere(node.start)), [first], node);
  return undefined;
};

const HTTP_VERB = /^(?:get|post|put|patch|delete|head)$/;

/** Enclosing class that sends by HTTParty; a class of another file may be one, judged by the methods called on it. */
const sender = (ctx: Lowering, receiver: Cst | undefined): readonly string[] => {
  const own = ctx.scope.around.join('::');
  const written = receiver ? textIn(ctx, receiver) : '';
  if (ctx.facts.senders.has(written)) return [written];
  if (written !== 'self.class' && written !== 'self' && written !== '') return [];
  if (ctx.facts.senders.has(own)) return [own];
  const base = ctx.facts.bases.get(own);
  return base === undefined ? [] : namesFrom(own, base);
};

/** The first of the clients that is present. */
const clientsNamed = (names: readonly string[], node: Cst): ts.Expression =>
  names
    .map((name): ts.Expression => build.nameAt(`${name}.client`, build.nowhere(node.start)))
    .reduce((left, right) => build.binary(left, OR_ABSENT, right, build.nowhere(node.start)));

/** `public_send(name, a)`, `client.method(name)`: a method with a computed name. */
const sentByName = (
  owner: ts.Expression,
  method: string,
  [name, ...args]: readonly ts.Expression[],
  node: Cst,
): ts.Expression | undefined => {
  if (!name || !/^(?:(?:public_)?send|__send__|try|method|public_method)$/.test(method)) return undefined;
  if (ts.isStringLiteral(name) || isKeywords(name)) return undefined;
  const taken = build.element(owner, name, node);
  return method.endsWith('method') ? taken : build.call(taken, args, node);
};

const isOwnMethod = (ctx: Lowering, name: string): boolean =>
  ctx.facts.methods.get(ctx.scope.around.join('::'))?.has(name) ?? false;

const withoutReceiver = (
  ctx: Lowering,
  node: Cst,
  method: Cst,
  args: readonly ts.Expression[],
): ts.Expression => {
  const name = textIn(ctx, method);
  const own = offered(ctx, node, name, args);
  if (own && !ctx.facts.functions.has(name) && !isOwnMethod(ctx, name)) return own;
  const all = [...args, ...blockOf(ctx, node)];
  const taken = sentByName(build.thisAt(build.nowhere(node.start)), name, all, node);
  if (taken) return taken;
  if (isOwnMethod(ctx, name))
    return build.call(
      build.member(build.thisAt(build.nowhere(node.start)), build.nameAt(name, method), method),
      all,
      node,
    );
  return build.call(build.nameAt(name, method), all, node);
};

/** `headers.merge('Accept' => '…')`: an object with the members of both. */
const mergedWith = (owner: ts.Expression, args: readonly ts.Expression[], list: Cst): ts.Expression =>
  build.keywords(
    [
      build.spreadMember(owner, { start: owner.pos, end: owner.end }),
      ...args.flatMap((arg) =>
        ts.isObjectLiteralExpression(arg)
          ? arg.properties
          : [build.spreadMember(arg, { start: arg.pos, end: arg.end })],
      ),
    ],
    list,
  );

/** `Net::HTTP.start(…) { |http| http.request(req) }`: the value of its block. */
const opened = (ctx: Lowering, node: Cst, root: string, name: string): ts.Expression | undefined => {
  const around = childIn(node, 'block');
  const body = around && childIn(around, 'body');
  const inside = body ? namedIn(body) : [];
  const isOne =
    inside.length === 1 && !/^(?:assignment|if|unless|case|begin|while|return)/.test(inside[0]!.type);
  return root === 'Net::HTTP' && name === 'start' && isOne ? ctx.expression(inside[0]!) : undefined;
};

const ofReceiver = (ctx: Lowering, node: Cst, receiver: Cst, method: Cst): ts.Expression => {
  const name = textIn(ctx, method);
  const list = childIn(node, 'arguments');
  const args = argumentsOf(ctx, list);
  const root = textIn(ctx, receiver);
  const special = opened(ctx, node, root, name) ?? known(ctx, node, root, name, args);
  if (special) return special;
  const owner = ctx.expression(receiver);
  if (name === 'new') return build.construct(owner, [...args, ...blockOf(ctx, node)], node);
  const taken = sentByName(owner, name, args, node);
  if (taken) return taken;
  if (name === 'shellescape') return build.call(global('Shellwords', 'escape', node), [owner], node);
  if (name === 'to_json') return build.call(global('JSON', 'stringify', node), [owner], node);
  if (ITSELF.test(name) && !list)
    return COPIES.test(name) ? markCopy(build.parenthesized(owner, node)) : owner;
  if (name === 'request' && args.length === 1 && /Net::HTTP/.test(ctx.text))
    return build.call(
      build.member(build.nameAt('Net', build.nowhere(node.start)), build.nameAt('send', method), method),
      args,
      node,
    );
  if (name === 'merge' && list && args.length > 0) return mergedWith(owner, args, list);
  const sent = HTTP_VERB.test(name)
    ? sentWithBlock({ ctx, node, owner, method, args, block: () => blockOf(ctx, node) })
    : undefined;
  if (sent) return sent;
  const isField =
    !list && !childIn(node, 'block') && ![...ctx.facts.methods.values()].some((all) => all.has(name));
  const [asked] = args;
  if (/^(?:key|has_key|include|member)\?$/.test(name) && asked) return build.binary(asked, HAS, owner, node);
  const called = methodName(node, name, args);
  const callee = build.member(owner, build.nameAt(called, method), {
    start: receiver.start,
    end: method.end,
  });
  return isField && !isOfCollections(name)
    ? callee
    : build.call(callee, [...args, ...blockOf(ctx, node)], node);
};

/** `x.name(a, k: 1) { |y| … }`, `name a`. */
export const callExpression = (ctx: Lowering, node: Cst): ts.Expression => {
  const [receiver, method] = [childIn(node, 'receiver'), childIn(node, 'method')];
  if (!method) return build.opaque(node, receiver ? [ctx.expression(receiver)] : []);
  const name = textIn(ctx, method);
  const from = HTTP_VERB.test(name) && !(!receiver && isOwnMethod(ctx, name)) ? sender(ctx, receiver) : [];
  if (from.length > 0) {
    const args = argumentsOf(ctx, childIn(node, 'arguments'));
    return build.call(build.member(clientsNamed(from, node), build.nameAt(name, method), method), args, node);
  }
  const client = clientCall(ctx, node);
  if (client) return client;
  if (!receiver) return withoutReceiver(ctx, node, method, argumentsOf(ctx, childIn(node, 'arguments')));
  return ofReceiver(ctx, node, receiver, method);
};

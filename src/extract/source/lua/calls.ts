import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { roomForLines } from './header-lines.ts';
import { type Lowering, textIn } from './lowering.ts';
import { specifiersIn } from './modules.ts';
import { table } from './tables.ts';

/** Name under which a required module is imported. */
export const moduleName = (specifier: string): string => `require ${specifier}`;

/** Member of a name that the file does not write. */
export const standardMember = (owner: string, name: string, node: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  return build.member(build.nameAt(owner, at), build.nameAt(name, at), at);
};

const nodesGiven = (node: Cst): readonly Cst[] => namedIn(childIn(node, 'arguments') ?? { children: [] });

/** The arguments of a call; `...` passes all that remain. */
const argumentsOf = (ctx: Lowering, nodes: readonly Cst[]): readonly ts.Expression[] =>
  nodes.map((each) =>
    each.type === 'vararg_expression' ? build.spread(build.nameAt('...', each), each) : ctx.expression(each),
  );

/** The call that `pcall(f, a)` makes; its result comes after a flag. */
export const protectedCall = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const callee = node.type === 'function_call' ? childIn(node, 'name') : undefined;
  if (!callee || !/^x?pcall$/.test(textIn(ctx, callee))) return undefined;
  const [called, ...rest] = nodesGiven(node);
  if (!called) return undefined;
  const passed = textIn(ctx, callee) === 'xpcall' ? rest.slice(1) : rest;
  return build.call(ctx.expression(called), argumentsOf(ctx, passed), node);
};

/** Functions that return their first argument, or what it holds. */
const ITSELF = /^(?:assert|tostring|ipairs|pairs|setmetatable)$/;

const ofGlobal = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression => {
  const name = textIn(ctx, callee);
  const nodes = nodesGiven(node);
  const [specifier] = /^(?:require|dofile)$/.test(name) ? specifiersIn(textIn(ctx, node)) : [];
  if (specifier !== undefined) return build.nameAt(moduleName(specifier), node);
  const guarded = protectedCall(ctx, node);
  if (guarded) return build.opaque(node, [guarded]);
  const args = argumentsOf(ctx, nodes);
  if (ITSELF.test(name) && args[0]) return build.parenthesized(args[0], node);
  if (name === 'print') return build.call(standardMember('console', 'log', node), args, node);
  return build.call(build.nameAt(name, callee), args, node);
};

/** Functions of libraries that print. */
const PRINTS = /^(?:io\.write|ngx\.(?:log|say|print))$/;

/** `table.concat(chunks)`: the text that a sink collected, or items joined. */
const joined = (ctx: Lowering, node: Cst, [list, between]: readonly Cst[]): ts.Expression | undefined => {
  if (!list) return undefined;
  if (!between && ctx.facts.sinks.has(textIn(ctx, list))) return ctx.expression(list);
  const separator = between ? ctx.expression(between) : build.textAt('', build.nowhere(node.start));
  return build.call(
    build.member(ctx.expression(list), build.nameAt('join', build.nowhere(list.end)), list),
    [separator],
    node,
  );
};

/** Calls of the standard library and of helpers of HTTP libraries. */
const ofLibrary = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression | undefined => {
  const name = textIn(ctx, callee);
  const [owner, field] = name.split('.');
  const nodes = nodesGiven(node);
  const [first] = nodes;
  if (!first) return undefined;
  if (name === 'os.getenv')
    return build.element(standardMember('process', 'env', node), ctx.expression(first), node);
  if (name === 'table.concat') return joined(ctx, node, nodes);
  if (/(?:^|\.)source\.string$/.test(name)) return build.parenthesized(ctx.expression(first), node);
  const escapes =
    name === 'ngx.escape_uri' || (field === 'escape' && ctx.facts.packages.get(owner!) === 'socket.url');
  if (escapes)
    return build.call(
      build.nameAt('encodeURIComponent', build.nowhere(node.start)),
      [ctx.expression(first)],
      node,
    );
  return PRINTS.test(name)
    ? build.call(standardMember('console', 'log', node), argumentsOf(ctx, nodes), node)
    : undefined;
};

const CURL = /^(?:cURL|lcurl)(?:\.safe)?$/;

/** `curl.easy{ … }`, whose options are known where nothing sets others later. */
const curlRequest = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression | undefined => {
  const [owner, name] = textIn(ctx, callee).split('.');
  const [options] = nodesGiven(node);
  if (name !== 'easy' || options?.type !== 'table_constructor') return undefined;
  if (!CURL.test(ctx.facts.packages.get(owner!) ?? '')) return undefined;
  if (/:setopt/.test(ctx.text)) return build.opaque(node, [ctx.expression(options)]);
  return build.call(ctx.expression(callee), [table(ctx, options, roomForLines(ctx, options))], node);
};

const ofField = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression => {
  const special = ofLibrary(ctx, node, callee) ?? curlRequest(ctx, node, callee);
  if (special) return special;
  const nodes = nodesGiven(node);
  const [first, ...rest] = nodes;
  const field = childIn(callee, 'field');
  // `Base.get(self, path)`: a method that is given its receiver.
  const isMethod = ctx.facts.functions.get(textIn(ctx, callee)) === 'method';
  if (first && field && (isMethod || textIn(ctx, first) === 'self'))
    return build.call(
      build.member(ctx.expression(first), build.nameAt(textIn(ctx, field), field), callee),
      argumentsOf(ctx, rest),
      node,
    );
  return build.call(ctx.expression(callee), argumentsOf(ctx, nodes), node);
};

/** Options of `client:request({ path = … })` with the host that the client is connected to. */
const withHost = (ctx: Lowering, receiver: Cst, options: Cst | undefined): ts.Expression | undefined => {
  const host = ctx.facts.hosts.get(textIn(ctx, receiver));
  if (!host || options?.type !== 'table_constructor') return undefined;
  const at = build.nowhere(options.start + 1);
  return table(ctx, options, [build.property(build.nameAt('host', at), ctx.expression(host), at)]);
};

const ofMethod = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression => {
  const [receiver, method] = [childIn(callee, 'table'), childIn(callee, 'method')];
  const nodes = nodesGiven(node);
  if (!receiver || !method) return build.opaque(node, argumentsOf(ctx, nodes));
  const name = textIn(ctx, method);
  const declared = ctx.facts.functions.get(`${textIn(ctx, receiver)}.${name}`);
  if (name === 'format' && !declared)
    return build.call(standardMember('string', 'format', node), argumentsOf(ctx, [receiver, ...nodes]), node);
  const target = build.member(ctx.expression(receiver), build.nameAt(name, method), callee);
  const connected = name === 'request' ? withHost(ctx, receiver, nodes[0]) : undefined;
  if (connected) return build.call(target, [connected], node);
  // A function that takes no `self` receives the table as its first argument.
  return build.call(target, argumentsOf(ctx, declared === 'function' ? [receiver, ...nodes] : nodes), node);
};

/** `f(a)`, `x.f(a)`, `x:f(a)`, `f { … }`. */
export const callExpression = (ctx: Lowering, node: Cst): ts.Expression => {
  const callee = childIn(node, 'name');
  if (callee?.type === 'identifier') return ofGlobal(ctx, node, callee);
  if (callee?.type === 'dot_index_expression') return ofField(ctx, node, callee);
  if (callee?.type === 'method_index_expression') return ofMethod(ctx, node, callee);
  const args = argumentsOf(ctx, nodesGiven(node));
  return callee ? build.call(ctx.expression(callee), args, node) : build.opaque(node, args);
};

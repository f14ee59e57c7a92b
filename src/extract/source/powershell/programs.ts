import * as build from '../languages/build.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { ts } from '../syntax/tree.ts';
import { type Lowering, textIn } from './lowering.ts';
import { commandElements, commandWords } from './words.ts';

/** Word of a command line: a bare one is a text. */
const wordOf = (ctx: Lowering, node: Cst): ts.Expression =>
  /^(?:command_parameter|generic_token)$/.test(node.type) && !textIn(ctx, node).includes('$')
    ? build.textAt(textIn(ctx, node), node)
    : ctx.expression(node);

/** `curl.exe -s -H $accept $url`: a program with its words. */
export const program = (ctx: Lowering, node: Cst, name: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  const words = commandElements(node).map((each) => wordOf(ctx, each));
  const callee = build.member(build.nameAt('program', at), build.nameAt('run', at), at);
  return build.call(callee, [build.textAt(textIn(ctx, name), name), ...words], node);
};

/** `Start-Process curl.exe -ArgumentList '-s', $url`. */
export const started = (ctx: Lowering, node: Cst): ts.Expression => {
  const { given, named } = commandWords(ctx, node, (name) => /^(?:wait|passthru|nonewwindow)$/i.test(name));
  const valueOf = (pattern: RegExp): Cst | undefined =>
    named.find(({ name }) => pattern.test(textIn(ctx, name)))?.value;
  const [path, list] = [valueOf(/^-f/i) ?? given[0], valueOf(/^-a/i) ?? given[valueOf(/^-f/i) ? 0 : 1]];
  const at = build.nowhere(node.start);
  const callee = build.member(build.nameAt('program', at), build.nameAt('start', at), at);
  return path
    ? build.call(callee, [wordOf(ctx, path), ...(list ? [ctx.expression(list)] : [])], node)
    : build.opaque(node);
};

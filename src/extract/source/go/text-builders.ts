import * as build from '../languages/build.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, type Scope, textIn } from './lowering.ts';

// A text in the making: `var b strings.Builder`, `bytes.NewBufferString(base)`. It is a text that statements complete.

const MADE = /^&?(?:new\()?(?:strings\.Builder|bytes\.Buffer)\b/;
const BEGUN = /^bytes\.NewBuffer(?:String)?\(/;

/** Text that a variable begins with, if all that uses it is seen: what takes its pointer may write to it. */
export const textBegun = (ctx: Lowering, name: Cst, made: Cst): ts.Expression | undefined => {
  const written = textIn(ctx, made);
  const isBegun = BEGUN.test(written);
  if (name.type !== 'identifier' || !(isBegun || MADE.test(written))) return undefined;
  const variable = textIn(ctx, name);
  const others = ctx.text.replaceAll(new RegExp(`\\bfmt\\.Fprintf?\\(&?${variable}\\b`, 'g'), '');
  const isWritten = new RegExp(`\\b${variable}\\.Write(?:String|Byte|Rune)\\(`).test(ctx.text);
  const pointer = isBegun || /^(?:&|new\()/.test(written) ? '' : '&';
  if (new RegExp(`[(,]\\s*${pointer}${variable}\\s*[,)]`).test(others) || !(isWritten || others !== ctx.text))
    return undefined;
  ctx.scope.typed.set(variable, made);
  return isBegun ? ctx.expression(made) : build.textAt('', build.nowhere(made.end));
};

/** Name of a text in the making, of `b` and `&b`. */
const builderIn = (ctx: Lowering, node: Cst): string | undefined => {
  const name = textIn(ctx, node).replace(/^&/, '');
  for (let at: Scope | undefined = ctx.scope; at; at = at.outer) {
    const made = at.typed.get(name);
    if (made) return MADE.test(textIn(ctx, made)) || BEGUN.test(textIn(ctx, made)) ? name : undefined;
    if (at.declared.has(name)) return undefined;
  }
  return undefined;
};

const added = (name: string, value: ts.Expression, node: Cst): ts.Expression =>
  build.binary(build.nameAt(name, build.nowhere(node.start)), operators.ADD, value, node);

/** Lowers `b.WriteString(x)` to `b += x`, and `b.String()` to `b`; `undefined` for all other calls. */
export const textWritten = (
  ctx: Lowering,
  node: Cst,
  owner: Cst,
  method: string,
  [first]: readonly Cst[],
): ts.Expression | undefined => {
  const name = owner.type === 'identifier' ? builderIn(ctx, owner) : undefined;
  if (name === undefined) return undefined;
  if (method === 'String') return build.nameAt(name, owner);
  if (/^Write(?:String)?$/.test(method) && first) return added(name, ctx.expression(first), node);
  const unit = first?.type === 'rune_literal' ? /^'([^\\])'$/.exec(textIn(ctx, first))?.[1] : undefined;
  if (/^Write(?:Byte|Rune)$/.test(method) && first)
    return added(name, unit === undefined ? build.opaque(first) : build.textAt(unit, first), node);
  if (!/^(?:Reset|Truncate|ReadFrom)$/.test(method)) return undefined;
  const left = method === 'Reset' ? build.textAt('', build.nowhere(node.end)) : build.opaque(node);
  return build.assignTo(build.nameAt(name, owner), left, node);
};

/** Lowers `fmt.Fprintf(&b, template, values…)`, of which `text` is what it writes. */
export const textPrinted = (
  ctx: Lowering,
  node: Cst,
  target: Cst,
  text: ts.Expression | undefined,
): ts.Expression | undefined => {
  const name = builderIn(ctx, target);
  return name === undefined || !text ? undefined : added(name, text, node);
};

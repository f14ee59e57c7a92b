import * as build from '../languages/build.ts';
import { type Lowering, plainType, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';

const typeNode = (node: Cst): Cst | undefined =>
  node.children.find(({ type }) => /^(?:user|nullable|function)_type$/.test(type));

/** Declared type of a variable or parameter, as source text. */
export const writtenType = (ctx: Lowering, node: Cst): string => {
  const type = typeNode(node);
  return type ? plainType(textIn(ctx, type)) : '';
};

/** Type of the project or of a library; `undefined` for built-in types. */
export const typeFor = (ctx: Lowering, node: Cst): ts.TypeNode | undefined => {
  const type = typeNode(node);
  const text = writtenType(ctx, node);
  if (!type || !/^[A-Z]\w*$/.test(text) || /^(?:String|Int|Long|Boolean|Any|Unit|List|Map)$/.test(text))
    return undefined;
  if (!ctx.outside.declared.has(text) && !ctx.outside.named.has(text)) ctx.outside.free.add(text);
  return build.typeNamed(build.nameAt(text, type));
};

/** The name of a parameter. */
export const parameterName = (node: Cst): Cst | undefined =>
  namedIn(node).find(({ type }) => type === 'identifier');

/** Expression after `=`. */
export const initialOf = (node: Cst): Cst | undefined => {
  const at = node.children.findIndex(({ type }) => type === '=');
  return at < 0 ? undefined : node.children.slice(at + 1).find(({ named }) => named);
};

interface Written {
  readonly node: Cst;
  readonly initial: Cst | undefined;
  readonly isRest: boolean;
}

/** Parameters with their defaults, which the grammar puts beside the parameters. */
const writtenIn = (list: Cst): readonly Written[] =>
  list.children.flatMap((node, at): readonly Written[] => {
    if (node.type === 'class_parameter') return [{ node, initial: initialOf(node), isRest: false }];
    if (node.type !== 'parameter') return [];
    const [next, value] = list.children.slice(at + 1);
    const before = list.children[at - 1];
    const isRest = before?.type === 'parameter_modifiers' && before.children.length > 0;
    return [{ node, initial: next?.type === '=' ? value : undefined, isRest }];
  });

/** Name and declared type of each parameter. */
export const parameterTypes = (ctx: Lowering, list: Cst): readonly (readonly [string, string])[] =>
  writtenIn(list).flatMap(({ node }) => {
    const name = parameterName(node);
    return name ? [[textIn(ctx, name), writtenType(ctx, node)] as const] : [];
  });

export const parametersIn = (ctx: Lowering, list: Cst): readonly ts.ParameterDeclaration[] =>
  writtenIn(list).flatMap(({ node, initial, isRest }) => {
    const name = parameterName(node);
    if (!name) return [];
    const parts = {
      name: build.nameAt(textIn(ctx, name), name),
      initial: initial && ctx.expression(initial),
    };
    const isMany =
      isRest && /\bvararg\b/.test(ctx.text.slice(list.start, name.start).split(',').at(-1) ?? '');
    return [
      build.parameter(isMany ? { ...parts, isRest: true } : { ...parts, type: typeFor(ctx, node) }, node),
    ];
  });

import * as build from '../languages/build.ts';
import { type Lowering, plainType, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';

/** Type of the project or of a library; `undefined` for built-in types. */
export const typeOfNode = (ctx: Lowering, node: Cst | undefined): ts.TypeNode | undefined => {
  const text = node ? plainType(textIn(ctx, node)) : '';
  if (!node || !/^[A-Z]\w*$/.test(text) || text === 'String' || text === 'HttpClient') return undefined;
  if (!ctx.outside.declared.has(text)) ctx.outside.free.add(text);
  return build.typeNamed(build.nameAt(text, node));
};

const parametersIn = (list: Cst): readonly Cst[] => list.children.filter(({ type }) => type === 'parameter');

/** Name and declared type of each parameter. */
export const parameterTypes = (ctx: Lowering, list: Cst): readonly (readonly [string, string])[] =>
  parametersIn(list).flatMap((node) => {
    const [name, type] = [childIn(node, 'name'), childIn(node, 'type')];
    return name ? [[textIn(ctx, name), type ? plainType(textIn(ctx, type)) : ''] as const] : [];
  });

const defaultIn = (node: Cst): Cst | undefined => {
  const at = node.children.findIndex(({ type }) => type === '=');
  return at < 0 ? undefined : node.children[at + 1];
};

/** Value of a parameter for which no argument is known. */
export type UnseenParameter = (name: string, type: string, at: Cst) => ts.Expression | undefined;

export const parametersOf = (
  ctx: Lowering,
  list: Cst,
  unseen: UnseenParameter = () => undefined,
): readonly ts.ParameterDeclaration[] =>
  parametersIn(list).flatMap((node) => {
    const [name, type] = [childIn(node, 'name'), childIn(node, 'type')];
    if (!name) return [];
    const value = defaultIn(node);
    const written = type ? plainType(textIn(ctx, type)) : '';
    const initial = value ? ctx.expression(value) : unseen(textIn(ctx, name), written, node);
    return [
      build.parameter(
        { name: build.nameAt(textIn(ctx, name), name), initial, type: typeOfNode(ctx, type) },
        node,
      ),
    ];
  });

import * as build from '../languages/build.ts';
import { type Lowering, plainType, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { valueOfSetting } from './settings.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

/** Type of the project or of a library; `undefined` for built-in types. */
export const typeOfNode = (ctx: Lowering, node: Cst | undefined): ts.TypeNode | undefined => {
  const text = node ? plainType(textIn(ctx, node)) : '';
  if (!node || !/^[A-Z]\w*$/.test(text) || text === 'String') return undefined;
  if (!ctx.outside.declared.has(text) && !ctx.outside.named.has(text)) ctx.outside.free.add(text);
  return build.typeNamed(build.nameAt(text, node));
};

const nameIn = (node: Cst): Cst | undefined => {
  const declarator = node.children.find(({ type }) => type === 'variable_declarator');
  return childIn(node, 'name') ?? (declarator && childIn(declarator, 'name'));
};

/** Name and declared type of each parameter. */
export const parameterTypes = (ctx: Lowering, list: Cst): readonly (readonly [string, string])[] =>
  namedIn(list).flatMap((node) => {
    const [name, type] = [nameIn(node), childIn(node, 'type')];
    return name ? [[textIn(ctx, name), type ? plainType(textIn(ctx, type)) : ''] as const] : [];
  });

export const parametersOf = (ctx: Lowering, list: Cst): readonly ts.ParameterDeclaration[] =>
  namedIn(list).flatMap((node) => {
    const name = nameIn(node);
    if (!name) return [];
    const type = typeOfNode(ctx, childIn(node, 'type'));
    const isRest = node.type === 'spread_parameter';
    const initial = valueOfSetting(ctx, node);
    return [
      build.parameter(
        { name: build.nameAt(textIn(ctx, name), name), isRest, ...(isRest ? {} : { type }), initial },
        node,
      ),
    ];
  });

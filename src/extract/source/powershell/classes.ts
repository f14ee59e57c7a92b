import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { nodesBelow, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { variableOf } from './names.ts';

const parametersOf = (ctx: Lowering, node: Cst): readonly ts.ParameterDeclaration[] =>
  nodesBelow(node)
    .filter(({ type }) => type === 'class_method_parameter')
    .flatMap((each) => {
      const name = each.children.find(({ type }) => type === 'variable');
      return name
        ? [build.parameter({ name: build.nameAt(variableOf(textIn(ctx, name)).name, name) }, each)]
        : [];
    });

const methodOf = (ctx: Lowering, node: Cst, className: string): readonly ts.ClassElement[] => {
  const name = node.children.find(({ type }) => type === 'simple_name');
  const body = node.children.find(({ type }) => type === 'script_block');
  if (!name) return [];
  const parameters = parametersOf(ctx, node);
  const declared = new Set(parameters.map(({ name: at }) => ('text' in at ? at.text : '')));
  const within = ctx.inside({ declared, unsure: new Set(), gives: false });
  const inside = build.block(body ? within.statements(body) : [], body ?? build.nowhere(node.end));
  const called = textIn(ctx, name);
  if (called === className) return [build.constructorWith(parameters, inside, node)];
  return [build.method({ name: build.nameAt(called, name), parameters, body: inside }, node)];
};

const memberOf = (ctx: Lowering, node: Cst, className: string): readonly ts.ClassElement[] => {
  if (node.type === 'class_method_definition') return methodOf(ctx, node, className);
  const name = node.children.find(({ type }) => type === 'variable');
  if (node.type !== 'class_property_definition' || !name) return [];
  const [, value] = namedIn(node).filter(({ type }) => !/type_literal|attribute/.test(type));
  return [
    build.field(
      build.nameAt(textIn(ctx, name).slice(1), name),
      value && ctx.expression(value),
      undefined,
      node,
    ),
  ];
};

/** `class A { [string]$Base = '…'; … }`. */
export const classOf = (ctx: Lowering, node: Cst): ts.ClassDeclaration => {
  const name = node.children.find(({ type }) => type === 'simple_name');
  const called = name ? textIn(ctx, name) : '';
  const members = namedIn(node).flatMap((each) => memberOf(ctx, each, called));
  return build.classNamed(build.nameAt(called, name ?? build.nowhere(node.start)), undefined, members, node);
};

import * as build from '../languages/build.ts';
import { fieldOf } from '../managed/classes.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { assignedValue } from './arrays.ts';
import { functionParts } from './functions.ts';
import { type Lowering, type Owner, textIn } from './lowering.ts';
import { projectClass, typeOf } from './names.ts';

const isStatic = (node: Cst): boolean => tokenIn(node, 'static_modifier') !== undefined;

/** Resolves `static::NAME` on the class of the object. */
const lateConstant = (ctx: Lowering, name: string, { end }: Cst): ts.ClassElement => {
  const at = build.nowhere(end);
  const value = build.member(build.nameAt(ctx.scope.owner?.name ?? '', at), build.nameAt(name, at), at);
  return fieldOf(build.nameAt(name, at), value, undefined, false, at);
};

const constantsOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] =>
  namedIn(node)
    .filter(({ type }) => type === 'const_element')
    .flatMap((each) => {
      const [name, value] = namedIn(each);
      if (!name) return [];
      const called = textIn(ctx, name);
      const declared = fieldOf(
        build.nameAt(called, name),
        value && ctx.expression(value),
        undefined,
        true,
        each,
      );
      return [declared, lateConstant(ctx, called, each)];
    });

const propertiesOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] =>
  namedIn(node)
    .filter(({ type }) => type === 'property_element')
    .flatMap((each) => {
      const [name, value] = [childIn(each, 'name'), childIn(each, 'default_value')];
      if (!name) return [];
      const called = build.nameAt(textIn(ctx, name).slice(1), name);
      const type = typeOf(ctx, childIn(node, 'type'));
      return [fieldOf(called, value && assignedValue(ctx, name, value), type, isStatic(node), each)];
    });

const methodOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] => {
  const scope = { ...ctx.scope, isStatic: isStatic(node) };
  const parts = functionParts(ctx.inside({ scope }), node);
  if (/^__construct$/i.test(parts.name.text))
    return [build.constructorWith(parts.parameters, parts.body, node)];
  return [build.method(parts, node, isStatic(node))];
};

const caseOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] => {
  const [name, value] = [childIn(node, 'name'), childIn(node, 'value')];
  return name
    ? [fieldOf(build.nameAt(textIn(ctx, name), name), value && ctx.expression(value), undefined, true, node)]
    : [];
};

const MEMBERS: Readonly<Record<string, (ctx: Lowering, node: Cst) => readonly ts.ClassElement[]>> = {
  const_declaration: constantsOf,
  property_declaration: propertiesOf,
  method_declaration: methodOf,
  enum_case: caseOf,
};

/** Members of a class that `self::` may refer to. */
const ownerOf = (ctx: Lowering, name: string, nodes: readonly Cst[], base: Cst | undefined): Owner => {
  const named = (node: Cst | undefined): string => (node ? textIn(ctx, node).replace(/^\$/, '') : '');
  const constants = nodes
    .filter(({ type }) => type === 'const_declaration' || type === 'enum_case')
    .flatMap((node) =>
      node.type === 'enum_case'
        ? [named(childIn(node, 'name'))]
        : namedIn(node).flatMap((each) => (each.type === 'const_element' ? [named(namedIn(each)[0])] : [])),
    );
  const statics = nodes.filter(isStatic).flatMap((node) => {
    if (node.type === 'method_declaration') return [named(childIn(node, 'name'))];
    return namedIn(node).flatMap((each) =>
      each.type === 'property_element' ? [named(childIn(each, 'name'))] : [],
    );
  });
  return {
    name,
    constants: new Set(constants),
    statics: new Set(statics),
    base: base && textIn(ctx, base),
  };
};

/** `class A extends B { … }`, `interface`, `trait` and `enum`. */
export const classOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] => {
  const [name, body] = [childIn(node, 'name'), childIn(node, 'body')];
  if (!name || !body) return [];
  const clause = node.type === 'class_declaration' ? tokenIn(node, 'base_clause') : undefined;
  const base = clause && namedIn(clause)[0];
  const nodes = namedIn(body);
  const called = textIn(ctx, name);
  const owner = ownerOf(ctx, called, nodes, base);
  const within = ctx.inside({ scope: { declared: new Set(), owner, inFunction: true } });
  const members = nodes.flatMap((each) => MEMBERS[each.type]?.(within, each) ?? []);
  ctx.scope.declared.add(called);
  return [
    build.classNamed(
      build.nameAt(called, name),
      base && projectClass(ctx, textIn(ctx, base), base),
      members,
      node,
    ),
  ];
};

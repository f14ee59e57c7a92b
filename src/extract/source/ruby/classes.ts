import { call, member, nameAt, nowhere, object, property } from '../languages/builders.ts';
import { classNamed, constructorWith, declare, method } from '../languages/statements.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../tree-sitter.ts';
import { functionParts } from './functions.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

const membersOf = (ctx: Lowering, nodes: readonly Cst[]): readonly ts.ClassElement[] =>
  nodes.flatMap((node): readonly ts.ClassElement[] => {
    if (node.type !== 'method' && node.type !== 'singleton_method') return [];
    const parts = functionParts(ctx, node);
    if (parts.name.text === 'initialize') return [constructorWith(parts.parameters, parts.body, node)];
    return [method(parts, node, node.type === 'singleton_method')];
  });

/** What `base_uri '…'` and `headers 'Accept' => '…'` say of a class that sends by HTTParty. */
const settingOf = (ctx: Lowering, nodes: readonly Cst[], name: string): ts.ObjectLiteralElementLike[] => {
  const set = nodes.filter(
    (node) => node.type === 'call' && textIn(ctx, childIn(node, 'method') ?? node) === name,
  );
  const [value] = set.length === 1 ? argumentsOf(ctx, childIn(set[0]!, 'arguments')) : [];
  return value
    ? [property(nameAt(name, nowhere(value.pos)), value, { start: value.pos, end: value.end })]
    : [];
};

/** A class that sends by HTTParty as a client of its own; nothing is written into what sets it up but its headers. */
const clientOf = (ctx: Lowering, nodes: readonly Cst[], name: string, node: Cst): readonly ts.Statement[] => {
  const at = nowhere(node.start);
  const set = [...settingOf(ctx, nodes, 'base_uri'), ...settingOf(ctx, nodes, 'headers')];
  const assign = member(nameAt('Object', at), nameAt('assign', at), at);
  const settings = call(assign, [object([], at), object(set, node)], node);
  const made = call(member(nameAt('HTTParty', at), nameAt('create', at), at), [settings], node);
  return [declare(nameAt(`${name}.client`, at), made, at)];
};

/** `class A < B … end`, `module A … end`; constants inside have names of the file. */
export const classOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] => {
  const [name, body, above] = [childIn(node, 'name'), childIn(node, 'body'), childIn(node, 'superclass')];
  if (!name) return [];
  const around = [...ctx.scope.around, textIn(ctx, name)];
  const whole = around.join('::');
  const within = ctx.inside({ ...ctx.scope, around });
  const nodes = body ? namedIn(body) : [];
  const members = membersOf(within, nodes);
  const isSender = ctx.facts.senders.has(whole);
  const others = nodes.filter(
    ({ type, children }) =>
      /^(?:assignment|class|module)$/.test(type) || (type === 'call' && !isSender && children.length > 0),
  );
  ctx.scope.declared.add(whole);
  const [base] = above ? namedIn(above) : [];
  return [
    ...(isSender ? clientOf(within, nodes, whole, node) : []),
    ...others.flatMap((each) => within.statements(each)),
    ...(node.type === 'module' && members.length === 0
      ? []
      : [classNamed(nameAt(whole, name), base && ctx.expression(base), members, node)]),
  ];
};

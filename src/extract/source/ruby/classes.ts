import type { Span } from '../../../model/index.ts';
import { insertionPoint } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import * as build from '../languages/build.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { namesFrom } from './facts.ts';
import { functionParts } from './functions.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

const membersOf = (ctx: Lowering, nodes: readonly Cst[]): readonly ts.ClassElement[] =>
  nodes.flatMap((node): readonly ts.ClassElement[] => {
    if (node.type !== 'method' && node.type !== 'singleton_method') return [];
    const parts = functionParts(ctx, node);
    if (parts.name.text === 'initialize') return [build.constructorWith(parts.parameters, parts.body, node)];
    return [build.method(parts, node, node.type === 'singleton_method')];
  });

const callsOf = (ctx: Lowering, nodes: readonly Cst[], name: string): readonly Cst[] =>
  nodes.filter((node) => node.type === 'call' && textIn(ctx, childIn(node, 'method') ?? node) === name);

/** Settings that `base_uri '…'` and `headers 'Accept' => '…'` give a class that sends by HTTParty. */
const settingOf = (ctx: Lowering, nodes: readonly Cst[], name: string): ts.ObjectLiteralElementLike[] => {
  const set = callsOf(ctx, nodes, name);
  const [value] = set.length === 1 ? argumentsOf(ctx, childIn(set[0]!, 'arguments')) : [];
  return value
    ? [
        build.property(build.nameAt(name, build.nowhere(value.pos)), value, {
          start: value.pos,
          end: value.end,
        }),
      ]
    : [];
};

/** Headers of a class that sets none: there is room for them behind its base URL. */
const headersBehindBase = (ctx: Lowering, nodes: readonly Cst[]): ts.ObjectLiteralElementLike[] => {
  const [base] = callsOf(ctx, nodes, 'base_uri');
  if (!base || callsOf(ctx, nodes, 'headers').length > 0) return [];
  const { file, text } = ctx;
  const lead = startsLine(text, base.start) ? eolOf(text) + indentAt(text, base.start) : '; ';
  const spelling = { separator: ' => ', key: 'single', value: 'single', list: false } as const;
  const room = insertionPoint(file, { at: base.end, before: `${lead}headers `, after: '' }, spelling);
  const here = build.nowhere(base.end);
  return [
    build.property(build.nameAt('headers', here), markInsertionPoint(build.object([], here), room), here),
  ];
};

/** Headers of a class, added to those of its superclass. */
const withInherited = (
  set: ts.ObjectLiteralElementLike,
  base: string,
  at: Span,
): ts.ObjectLiteralElementLike => {
  if (!ts.isPropertyAssignment(set)) return set;
  const above = build.member(build.nameAt(`${base}.settings`, at), build.nameAt('headers', at), at);
  const own = { start: set.initializer.pos, end: set.initializer.end };
  return build.property(
    set.name,
    build.object([build.spreadMember(above, at), build.spreadMember(set.initializer, own)], own),
    own,
  );
};

/** Lowers a class that sends by HTTParty to a client; only its headers can be edited. */
const clientOf = (ctx: Lowering, nodes: readonly Cst[], name: string, node: Cst): readonly ts.Statement[] => {
  const at = build.nowhere(node.start);
  const [above] = [ctx.facts.bases.get(name) ?? []].flat();
  const base = above && namesFrom(name, above).find((each) => ctx.facts.senders.has(each));
  const inherited = base === undefined ? [] : [build.nameAt(`${base}.settings`, at)];
  const headers = [...settingOf(ctx, nodes, 'headers'), ...headersBehindBase(ctx, nodes)];
  const own = headers.map((set) => (base ? withInherited(set, base, at) : set));
  const set = [...settingOf(ctx, nodes, 'base_uri'), ...own];
  const assign = build.member(build.nameAt('Object', at), build.nameAt('assign', at), at);
  const settings = build.call(assign, [build.object([], at), ...inherited, build.object(set, at)], node);
  const made = build.call(
    build.member(build.nameAt('HTTParty', at), build.nameAt('create', at), at),
    [build.nameAt(`${name}.settings`, at)],
    node,
  );
  return [
    build.declare(build.nameAt(`${name}.settings`, at), settings, at),
    build.declare(build.nameAt(`${name}.client`, at), made, at),
  ];
};

/** Lowers `class A < B … end`, `module A … end`; nested constants become names of the file. */
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
  if (isSender) for (const each of ['settings', 'client']) ctx.scope.declared.add(`${whole}.${each}`);
  const [base] = above ? namedIn(above) : [];
  return [
    ...(isSender ? clientOf(within, nodes, whole, node) : []),
    ...others.flatMap((each) => within.statements(each)),
    ...(node.type === 'module' && members.length === 0
      ? []
      : [build.classNamed(build.nameAt(whole, name), base && ctx.expression(base), members, node)]),
  ];
};

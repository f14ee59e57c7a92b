import type { InsertionPoint } from '../../../model/index.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { clientOf } from '../clients/client-lookup.ts';
import type { HeaderSource } from '../headers/headers.ts';
import { type InstanceChange, stepText } from './instance-changes.ts';
import { afterStatement, quoteStyle } from '../syntax/layout.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:|^\/\//i;

/** True when the call certainly goes to the package's base: the known part of its URL is relative. */
const staysBelowBase = (ctx: Ctx, call: ts.CallExpression): boolean => {
  const [url] = call.arguments;
  return (
    url !== undefined &&
    ctx.evaluate(url, undefined).every((val) => {
      const [first] = val.kind === 'text' ? val.text.parts : [];
      return first?.kind === 'known' && !ABSOLUTE.test(first.slot.value.slice(first.from, first.to));
    })
  );
};

/** True for a call that may send through the package to another URL than its base. */
const mayLeave = (ctx: Ctx, module: string, call: ts.CallExpression | ts.NewExpression): boolean =>
  ctx.evaluate(call.expression, undefined).some((val) => {
    if (val.kind !== 'external' || val.module !== module || val.made.length > 0) return false;
    if (ts.isCallExpression(call) && clientOf(ctx.clients, val)) return !staysBelowBase(ctx, call);
    return ['create', 'Axios'].includes(val.path.join('.'));
  });

const answers = new WeakMap<Ctx, Map<ts.Node, boolean>>();

/** True when all sending through the package in the project of `based` goes to its base. */
const servesBaseAlone = (ctx: Ctx, module: string, based: ts.Node): boolean => {
  const known = answers.get(ctx) ?? new Map<ts.Node, boolean>();
  answers.set(ctx, known);
  const project = ctx.program.projectOf(based.getSourceFile().fileName);
  const own = (): boolean =>
    ctx.program
      .loaded()
      .filter(({ path }) => ctx.program.projectOf(path) === project)
      .every(({ file }) => nodesOf(file).calls.every((call) => !mayLeave(ctx, module, call)));
  const alone = known.get(based) ?? own();
  known.set(based, alone);
  return alone;
};

const gapBehind = (statement: ts.Statement, holder: ts.Expression): InsertionPoint => {
  const file = statement.getSourceFile();
  const { at, line } = afterStatement(statement);
  const quote = quoteStyle(statement);
  const room = {
    at,
    before: `${line}${holder.getText()}.defaults.headers.common[`,
    after: file.text[statement.getEnd() - 1] === ';' ? ';' : '',
  };
  return insertionPoint(file.fileName, room, { ...pairMember(quote), separator: '] = ' });
};

/** True for a change that sets a base, or may set one along with other defaults. */
const maySetBase = ({ kind, path }: InstanceChange): boolean =>
  kind !== 'intercept' && (path.length === 0 || stepText(path[0]!) === 'baseURL');

/**
 * Insertion point for a header of all requests of a package, after the statement that sets their base. None where the
 * package is also used for other services, or where several bases are set: then each call gets the header.
 */
export const insertionPointInPackage = (
  ctx: Ctx,
  module: string,
  based: InstanceChange,
  changes: readonly InstanceChange[],
): Pick<HeaderSource, 'gap' | 'literal'> | undefined => {
  // Headers are known to be kept beside the base in axios and similar clients.
  if (based.path.length !== 1 || stepText(based.path[0]!) !== 'baseURL') return undefined;
  const others = changes.filter((change) => change !== based && maySetBase(change));
  const statement = based.node.parent;
  if (based.kind !== 'assign' || others.length > 0 || !ts.isExpressionStatement(statement)) return undefined;
  if (!ts.isSourceFile(statement.parent) && !ts.isBlock(statement.parent)) return undefined;
  if (!servesBaseAlone(ctx, module, based.node)) return undefined;
  return { gap: gapBehind(statement, based.holder), literal: statement };
};

import type { InsertionPoint } from '../../../model/index.ts';
import { bareMember, insertionPoint, type InsertionPosition } from '../../insertion.ts';
import { dialectOf, loweredFile } from '../syntax/dialect.ts';
import { quoteStyle, insertionPointIn } from '../syntax/layout.ts';
import { ts } from '../syntax/tree.ts';
import { writtenName } from '../syntax/member-names.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Sending } from './sending.ts';
import { lacksMember } from '../types/index.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Parameter of an enclosing function that a name refers to. */
const parameterOf = (node: ts.Expression): ts.ParameterDeclaration | undefined => {
  if (!ts.isIdentifier(node)) return undefined;
  const declaration = declarationOf(node.text, node);
  return declaration && ts.isIdentifier(declaration) && ts.isParameter(declaration.parent)
    ? declaration.parent
    : undefined;
};

/** `options.headers`, or `options?.headers` where the parameter may be left out. */
const headersOf = (node: ts.Expression, parameter: ts.ParameterDeclaration): string => {
  const given = parameter.initializer ?? (parameter.type && !parameter.questionToken);
  return `${node.getText()}${given ? '.' : '?.'}headers`;
};

/** Insertion point in the file of a node, for a member of an object. */
const pointAt = (node: ts.Node, list: boolean, room: InsertionPosition): InsertionPoint =>
  insertionPoint(node.getSourceFile().fileName, room, bareMember(quoteStyle(node), list));

/** `send(url, options)` → `send(url, { ...options, headers: { …, ...options.headers } })`. */
const aroundParameter = (
  ctx: Ctx,
  node: ts.Expression,
  parameter: ts.ParameterDeclaration,
  list: boolean,
): InsertionPoint =>
  pointAt(node, list, {
    at: node.getStart(),
    until: node.getEnd(),
    before: `{ ...${node.getText()}, headers: { `,
    after: lacksMember(ctx, parameter.type, 'headers') ? ' } }' : `, ...${headersOf(node, parameter)} } }`,
  });

/**
 * `send(url, options)` of a variable that holds optional headers other than this one: insertion point for one
 * more that is always sent.
 */
export const insertionPointAround = (node: ts.Expression, list: boolean): InsertionPoint | undefined =>
  ts.isIdentifier(node) && !loweredFile(node)
    ? pointAt(node, list, {
        at: node.getStart(),
        until: node.getEnd(),
        before: `{ ...${node.text}, headers: { `,
        after: `, ...${node.text}.headers } }`,
      })
    : undefined;

const isHeadersMember = ({ name }: ts.ObjectLiteralElementLike): boolean =>
  name !== undefined && (ts.isComputedPropertyName(name) || /^['"]?headers['"]?$/.test(name.getText()));

/** `{ …, ...options }` → `{ …, ...options, headers: { …, ...options.headers } }`; none beside headers of its own. */
const besideSpread = (
  ctx: Ctx,
  literal: ts.ObjectLiteralExpression,
  list: boolean,
): InsertionPoint | undefined => {
  const spreads = literal.properties.filter((property) => ts.isSpreadAssignment(property));
  const last = spreads.at(-1)?.expression;
  const parameter = last && parameterOf(last);
  if (!last || !parameter || spreads.length > 1 || literal.properties.some(isHeadersMember)) return undefined;
  const room = insertionPointIn(literal);
  return pointAt(literal, list, {
    at: room.at,
    before: `${room.before}headers: { `,
    after: lacksMember(ctx, parameter.type, 'headers')
      ? ` }${room.after}`
      : `, ...${headersOf(last, parameter)} }${room.after}`,
  });
};

/** `{ headers }` of a parameter → `{ headers: { …, ...headers } }`: one header for all callers. */
const beneathParameter = (
  literal: ts.ObjectLiteralExpression,
  headers: string,
  list: boolean,
): InsertionPoint | undefined => {
  const own = literal.properties.findLast((property) => writtenName(property) === headers);
  if (!own || !(ts.isShorthandPropertyAssignment(own) || ts.isPropertyAssignment(own))) return undefined;
  const given = ts.isShorthandPropertyAssignment(own) ? own.name : own.initializer;
  if (!parameterOf(given)) return undefined;
  const { assigns, bareKeys, beneath, orEmpty } = dialectOf(literal).insertion;
  const pieces = beneath?.(orEmpty?.(given.getText()) ?? given.getText());
  if (!pieces) return undefined;
  const [before, after] = pieces;
  const quote = quoteStyle(literal);
  return insertionPoint(
    literal.getSourceFile().fileName,
    {
      at: given.getStart(),
      until: given.getEnd(),
      before: ts.isShorthandPropertyAssignment(own) ? `${headers}: ${before}` : before,
      after,
    },
    { separator: assigns, key: bareKeys ? 'bare' : quote, value: quote, list },
  );
};

/**
 * Insertion point in a project's own wrapper that passes on its caller's options: one header for all callers,
 * whose own headers win. `given` is where a caller writes headers: they have an insertion point of their own.
 */
export const insertionPointInWrapper = (
  { ctx, args, match }: Sending,
  given: ts.Node | undefined,
): { gap: InsertionPoint; literal: ts.Node } | undefined => {
  const { options } = args;
  if (!options) return undefined;
  const list = match.row.listValues;
  const literal = ts.isObjectLiteralExpression(options.node) ? options.node : options.object?.literal;
  const [headers = 'headers'] = match.row.options.headers;
  const beneath =
    !given && literal && ts.isObjectLiteralExpression(literal)
      ? beneathParameter(literal, headers, list)
      : undefined;
  if (beneath) return { gap: beneath, literal: literal! };
  if (loweredFile(options.node)) return undefined;
  const parameter = parameterOf(options.node);
  if (parameter) return { gap: aroundParameter(ctx, options.node, parameter, list), literal: options.node };
  if (!literal || !ts.isObjectLiteralExpression(literal)) return undefined;
  const gap = besideSpread(ctx, literal, list);
  return gap && { gap, literal };
};

import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { markInsertionPoint, markedInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { isWrittenStream } from './written-streams.ts';
import { REQUEST_KINDS } from './dotnet-kinds.ts';
import { isTypeOf, type Lowering, textIn } from './lowering.ts';
import { isHolder, headerMethodOf } from './holders.ts';
import { headersLiteral } from './requests.ts';
import { insertionPointBehind } from './insertion-points.ts';

/** Marks where one more header can be inserted for a request that is built here by statements. */
const withRoom = (ctx: Lowering, value: ts.Expression, type: string, name: string, span: Span): void => {
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value;
  if (isHolder(ctx, type) && ts.isObjectLiteralExpression(inner))
    markInsertionPoint(inner, insertionPointBehind(ctx, span, name, headerMethodOf(ctx, type)));
  const kind = REQUEST_KINDS.find((each) => each.types.includes(type) && isTypeOf(ctx, type, each.library));
  const headers = kind?.byStatements ? headersLiteral(inner) : undefined;
  if (kind?.writes !== undefined && headers && (kind.initializes || !markedInsertionPoint(headers)))
    markInsertionPoint(headers, insertionPointBehind(ctx, span, name, kind.writes));
  const [options] = type === 'HttpClient' && ts.isCallExpression(inner) ? inner.arguments : [];
  const defaults = options && isTypeOf(ctx, type, 'System.Net.Http') ? headersLiteral(options) : undefined;
  if (defaults)
    markInsertionPoint(defaults, insertionPointBehind(ctx, span, name, 'DefaultRequestHeaders.Add'));
};

/** Declares a typed variable. */
export const declareTyped = (
  ctx: Lowering,
  name: Cst,
  value: Cst | undefined,
  type: string,
  statement: Span,
  isOwn = true,
): readonly ts.Statement[] => {
  const text = textIn(ctx, name);
  if (value && isWrittenStream(ctx, text, value)) {
    ctx.scope.locals.set(text, '');
    return [build.declare(build.nameAt(text, name), build.opaque(value), statement, true)];
  }
  const initial = value && ctx.expression(value);
  const actual = (value && ctx.typeOf(value)) ?? type;
  ctx.scope.locals.set(text, REQUEST_KINDS.some(({ types }) => types.includes(type)) ? type : actual || type);
  // No statement fits after a declaration in parentheses: `using (var client = …)`.
  if (initial && isOwn) withRoom(ctx, initial, actual, text, statement);
  return [build.declare(build.nameAt(text, name), initial, statement, true)];
};

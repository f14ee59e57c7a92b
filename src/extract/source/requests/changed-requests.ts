import type { Ctx, Env } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { referencesTo } from '../syntax/references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { isUnrelatedHeader, leavesAccept } from './handler-changes.ts';
import { type HeaderSource, NO_HEADERS } from '../headers/headers.ts';
import { variableHolding } from '../evaluate/paths/later-calls.ts';
import { unseenFrom, changesGiven } from './request-handlers.ts';

// Uses of a request object of another language in a variable before it is sent.

/** Methods that change no header, and those whose changes are read as headers. */
const KNOWN =
  /^(?:get\w*|has\w*|is\w*|header_items|add_header|setHeader|set_proxy|basic_auth|digest_auth|set_form_data|set_form|each\w*|key|path|method|uri|body|inspect|to_s)\??$/;
const NAMED = /^(?:remove_header|add_unredirected_header|add_field|setdefault|pop|delete)$/;
/** Members unrelated to headers. */
const BESIDE =
  /^(?:data|body|method|get_method|timeout|unverifiable|origin_req_host|body_stream|form_data|content_type|content_length)$/;

/** Nodes that name a request, test whether it is present, or return it. */
const LOOKS_ONLY = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.ExportSpecifier,
]);

/**
 * True for a placeholder of a change that the common syntax tree cannot express: `request.delete(name)` as a new value.
 */
const isLost = (value: ts.Node): boolean =>
  ts.isOmittedExpression(value) || ts.isPrefixUnaryExpression(value);

const isBeside = (member: ts.PropertyAccessExpression): boolean => {
  const { parent, name } = member;
  if (name.text === 'headers') return leavesAccept(member);
  if (ts.isCallExpression(parent) && parent.expression === member)
    return KNOWN.test(name.text) || (NAMED.test(name.text) && isUnrelatedHeader(parent.arguments[0]));
  const isAssigned = ts.isBinaryExpression(parent) && parent.left === member;
  return !isAssigned || BESIDE.test(name.text);
};

/** True for a use of a request that does not change its Accept. */
const isKnownUse = (ctx: Ctx, use: ts.Node, env: Env | undefined): boolean => {
  const { parent } = use;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === use) return isBeside(parent);
  if (ts.isCallExpression(parent) && parent.expression !== use) return !changesGiven(ctx, parent, env);
  if (ts.isElementAccessExpression(parent)) return isUnrelatedHeader(parent.argumentExpression);
  if (ts.isBinaryExpression(parent) && parent.left === use) return !isLost(parent.right);
  return LOOKS_ONLY.has(parent.kind);
};

const declared = (node: ts.Node | undefined): ts.Identifier | undefined => {
  const found = node && ts.isIdentifier(node) ? declarationOf(node.text, node) : undefined;
  return found && ts.isIdentifier(found) ? found : undefined;
};

/** Changes that code makes to a request after its creation, beside known headers. */
export const changesToRequest = (
  ctx: Ctx,
  made: ts.CallExpression | ts.NewExpression,
  sending: ts.CallExpression,
  env: Env | undefined,
): HeaderSource => {
  if (!loweredFile(made)) return NO_HEADERS;
  const names = new Set(
    [variableHolding(made), ...sending.arguments].flatMap((node) => declared(node) ?? []),
  );
  const changed = [...names]
    .flatMap((name) => referencesTo(name, name.getSourceFile()))
    .find((use) => use.parent !== sending && !isKnownUse(ctx, use, env));
  return unseenFrom(changed)[0] ?? NO_HEADERS;
};

import { isDocument } from '../languages/paths.ts';
import { COMPARISONS } from '../syntax/operators.ts';
import { dottedName } from '../syntax/dialect.ts';
import type { TreeRead } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { isChanged, referencesTo } from '../syntax/references.ts';
import { type Declaration, declarationOf } from '../syntax/scope.ts';
import { JSON_METHODS } from '../evaluate/builtins.ts';
import type { Ctx } from '../evaluate/values.ts';
import { isPrinted } from '../syntax/mentions.ts';

/** Maximum depth of aliases and parameters. */
const MAX_DEPTH = 6;
/** A variable with more references than this counts as used. */
const MAX_REFERENCES = 300;

/** Any member: which ones the code reads is unknown. */
const ANY = '*';

/** Calls that return their argument, or a copy of it. */
const COPIES =
  /^(?:structuredClone|cloneDeep|_\.(?:cloneDeep|clone|merge|assign)|Object\.(?:assign|freeze|seal)|Promise\.resolve|Buffer\.from|bytes|String)$/;
/** Calls that read only the presence or the length of an object. */
const MEASURES = /^(?:Buffer\.byteLength|Boolean|Array\.isArray)$/;
interface Search {
  readonly ctx: Ctx;
  readonly seen: Set<ts.Node>;
  readonly depth: number;
  /** False for a container of the object, whose own members do not matter. */
  readonly isObject: boolean;
}

const read = (node: ts.Node, name = ANY): readonly TreeRead[] => [{ name, ...placeOf(node) }];

const isPassive = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node);

/** True for `delete body.name`, which names the property as a read does. */
const isDeleted = ({ parent }: ts.Node): boolean =>
  ts.isDeleteExpression(parent) ||
  ((ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && isDeleted(parent));

const memberRead = (
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): readonly TreeRead[] => {
  if (isChanged(access) && !isDeleted(access)) return [];
  if (ts.isPropertyAccessExpression(access)) return read(access, access.name.text);
  const { argumentExpression: key } = access;
  return read(access, ts.isStringLiteralLike(key) ? key.text : ANY);
};

const boundReads = (pattern: ts.BindingPattern): readonly TreeRead[] =>
  pattern.elements.flatMap((element) => {
    if (!ts.isBindingElement(element)) return [];
    const written = element.propertyName ?? element.name;
    const known = ts.isIdentifier(written) || ts.isStringLiteralLike(written);
    return read(element, element.dotDotDotToken === undefined && known ? written.text : ANY);
  });

/** Uses of a variable, parameter or pattern that is bound to the object. */
const usesOfBinding = (name: ts.BindingName, search: Search): readonly TreeRead[] => {
  if (ts.isIdentifier(name)) return usesOf(name, { ...search, depth: search.depth + 1 });
  return search.isObject ? boundReads(name) : [];
};

const givesAnswer = (ctx: Ctx, node: ts.Node): boolean =>
  ctx.evaluate(node, undefined).some((val) => val.kind === 'response');

/** True for a call that sends its argument, or writes it to a request: `request.end(text)`. */
const isSent = (ctx: Ctx, call: ts.CallExpression): boolean =>
  givesAnswer(ctx, call) ||
  (ts.isPropertyAccessExpression(call.expression) && givesAnswer(ctx, call.expression.expression));

/** True for a call that parses a document: `yaml.load(text)`. */
const isLoaded = (ctx: Ctx, call: ts.Node): boolean =>
  ctx.evaluate(call, undefined).some((val) => val.kind === 'unknown' && val.document !== undefined);

/** True for a call that writes a document: `json.dumps(body)`. */
const isWritten = (ctx: Ctx, call: ts.Node): boolean =>
  ctx.evaluate(call, undefined).some(({ kind }) => kind === 'json');

/** Uses by a call of the object as its n-th argument. */
const usesByCall = (
  call: ts.CallExpression | ts.NewExpression,
  argument: ts.Node,
  search: Search,
): readonly TreeRead[] => {
  const { ctx } = search;
  const callee = dottedName(call.expression);
  if (callee.endsWith('stringify') || isWritten(ctx, call))
    return usesAt(call, { ...search, isObject: false });
  if (callee.endsWith('JSON.parse')) return usesAt(call, { ...search, isObject: true });
  if (COPIES.test(callee)) return usesAt(call, search);
  if (isLoaded(ctx, call)) return usesAt(call, search);
  if (MEASURES.test(callee) || isPrinted(call, argument)) return [];
  if (ts.isNewExpression(call)) return usesAt(call, { ...search, isObject: false });
  if (isSent(ctx, call)) return [];
  const index = call.arguments.indexOf(argument as ts.Expression);
  const functions = ctx.evaluate(call.expression, undefined).filter((val) => val.kind === 'function');
  if (functions.length === 0) return read(call);
  return functions.flatMap(({ node }) => {
    const parameter = node.parameters[index];
    return parameter ? usesOfBinding(parameter.name, search) : [];
  });
};

const usesByAccess = (
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  search: Search,
): readonly TreeRead[] => {
  const { parent } = access;
  const isCalled = ts.isCallExpression(parent) && parent.expression === access;
  if (isCalled && ts.isPropertyAccessExpression(access) && JSON_METHODS.has(access.name.text))
    return usesAt(parent, search);
  return search.isObject ? memberRead(access) : [];
};

/** Uses of the value of an expression that holds the object. */
const usesAt = (node: ts.Node, search: Search): readonly TreeRead[] => {
  const { parent } = node;
  if (isPassive(parent)) return usesAt(parent, search);
  if (
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
    parent.expression === node
  )
    return usesByAccess(parent, search);
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node)
    return usesByCall(parent, node, search);
  if (ts.isVariableDeclaration(parent)) return usesOfBinding(parent.name, search);
  const isPart =
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent);
  if (isPart)
    return usesAt(ts.isArrayLiteralExpression(parent) ? parent : parent.parent, {
      ...search,
      isObject: false,
    });
  if (ts.isSpreadAssignment(parent)) return usesAt(parent.parent, search);
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return usesAt(parent, search);
  if (ts.isBinaryExpression(parent)) return usesByOperator(parent, node, search);
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent) || ts.isTemplateSpan(parent))
    return read(node);
  return [];
};

const usesByOperator = (
  operation: ts.BinaryExpression,
  node: ts.Node,
  search: Search,
): readonly TreeRead[] => {
  const { kind } = operation.operatorToken;
  if (COMPARISONS.has(kind)) return search.isObject ? read(node) : [];
  if (kind !== ts.SyntaxKind.EqualsToken) return usesAt(operation, search);
  const target = operation.right === node && ts.isIdentifier(operation.left) ? operation.left : undefined;
  const declared = target && declarationOf(target.text, target);
  return declared ? usesOf(declared, { ...search, depth: search.depth + 1 }) : [];
};

/** Members that code reads from the object in a variable, other than by sending it. */
const usesOf = (declared: Declaration, search: Search): readonly TreeRead[] => {
  if (search.seen.has(declared)) return [];
  search.seen.add(declared);
  const references = referencesTo(declared, declared.getSourceFile());
  if (search.depth > MAX_DEPTH || references.length > MAX_REFERENCES) return read(declared);
  return references.flatMap((reference) => usesAt(reference, search));
};

/** True for a call that loads a file: its arguments are not the object. */
const isLoad = ({ expression }: ts.CallExpression | ts.NewExpression): boolean =>
  /(?:^require|[rR]ead\w*|\bfile|[lL]oadJsonFile\w*)$/.test(dottedName(expression));

const importOf = (file: ts.SourceFile, name: string): readonly Declaration[] =>
  file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const clause = statement.moduleSpecifier.text.endsWith(name) ? statement.importClause : undefined;
    return clause?.name ? [clause] : [];
  });

/** Members that code reads from a JSON file that it imports or reads. */
const usesOfDocument = (document: ts.Node, search: Search): readonly TreeRead[] => {
  const { ctx } = search;
  const name = document.getSourceFile().fileName.split('/').at(-1)!;
  const isIt = (node: ts.Node): boolean =>
    ctx
      .evaluate(node, undefined)
      .flatMap((val) => (val.kind === 'json' ? val.of : [val]))
      .some((val) => val.kind === 'object' && val.literal === document);
  return ctx.program
    .loaded()
    .filter(({ file }) => file !== document.getSourceFile() && file.text.includes(name))
    .flatMap(({ file }) => [
      ...importOf(file, name).flatMap((declared) => usesOf(declared, search)),
      ...nodesOf(file)
        .calls.filter((call) => call.getText().includes(name) && call.arguments?.length && isLoad(call))
        .filter(isIt)
        .flatMap((call) => usesAt(call, search)),
    ]);
};

/**
 * Members that the tree's code reads from a literal, a JSON file, or a loaded document, other than by sending
 * it; assignments do not count.
 */
export const localUsesOf = (ctx: Ctx, literal: ts.Node): readonly TreeRead[] => {
  const search: Search = { ctx, seen: new Set(), depth: 0, isObject: true };
  const found = isDocument(literal.getSourceFile().fileName)
    ? usesOfDocument(literal, search)
    : usesAt(literal, search);
  return [...new Map(found.map((use) => [`${use.name} ${use.file} ${use.span.start}`, use])).values()];
};

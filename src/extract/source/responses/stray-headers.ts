import type { Place, RequestFact, StrayHeaderFact } from '../../../model/index.ts';
import { contains, flatten } from '../../../model/index.ts';
import { isAssignment } from '../evaluate/paths/access-paths.ts';
import { isImmutable } from '../evaluate/header-objects.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx, FunctionNode } from '../evaluate/values.ts';
import { isUsedAsValue } from '../requests/callers/functions-as-values.ts';
import type { FunctionsPassed } from '../requests/callers/functions-passed.ts';
import type { Connects } from '../project/connected.ts';
import { dialectOf, dottedName, isCopy, isReference } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { declarationOf } from '../syntax/scope.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { isOfOwnServer } from './server-handlers.ts';
import { isTest } from './test-files.ts';

// The ledger of header writes: each change of an Accept header belongs to a request that is known to send it, or
// to headers of something else. What belongs to neither may change what any request of the same files sends.

const HEADER = 'accept';

/** Methods that set, add or delete one header by its name. */
const WRITES =
  /^(?:set|append|add|put|store|insert|delete|remove|unset|pop|setdefault|header|with|tryAdd)(?:_?(?:request|default|unredirected|raw)?_?(?:header|field|property)s?)?(?:Without\w+)?$/i;
const DELETES = /^(?:delete|remove|unset|pop)/i;
/** Functions that change their first argument. */
const CHANGES = /(?:^|\.)(?:assign|defineProperty|set|merge|extend|defaults)$/;

/** Change of a header: the object that it changes, and the value that is written, if any. */
interface Write {
  readonly node: ts.Node;
  readonly object: ts.Expression;
  readonly value: ts.Expression | undefined;
}

const isHeader = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) &&
  node.text.toLowerCase() === HEADER;

/** Object of `headers.Accept` and `headers['accept']`. */
const changedBy = (target: ts.Expression): ts.Expression | undefined => {
  if (ts.isPropertyAccessExpression(target)) return isHeader(target.name) ? target.expression : undefined;
  if (!ts.isElementAccessExpression(target)) return undefined;
  const { argumentExpression: key } = target;
  return ts.isStringLiteralLike(key) && isHeader(key) ? target.expression : undefined;
};

/** `Object.assign(headers, { Accept: … })`: the value. */
const memberIn = (given: readonly ts.Expression[]): ts.PropertyAssignment | undefined =>
  given
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties.filter(ts.isPropertyAssignment))
    .find(({ name }) => isHeader(name));

const writeByCall = (node: ts.CallExpression): Write | undefined => {
  const { expression: callee, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const [first, second, third] = given;
  const method = callee.name.text;
  if (first && ts.isStringLiteralLike(first) && isHeader(first)) {
    const isWrite = WRITES.test(method) && (second !== undefined || DELETES.test(method));
    return isWrite
      ? { node, object: callee.expression, value: DELETES.test(method) ? undefined : second }
      : undefined;
  }
  if (!first || ts.isObjectLiteralExpression(first) || !CHANGES.test(method)) return undefined;
  const member = memberIn(given.slice(1));
  if (member) return { node, object: first, value: member.initializer };
  return second && ts.isStringLiteralLike(second) && isHeader(second)
    ? { node, object: first, value: third }
    : undefined;
};

const writeAt = (node: ts.Node): Write | undefined => {
  if (ts.isBinaryExpression(node)) {
    const object = isAssignment(node) ? changedBy(node.left) : undefined;
    return object && { node, object, value: node.right };
  }
  if (ts.isDeleteExpression(node)) {
    const object = changedBy(node.expression);
    return object && { node, object, value: undefined };
  }
  return ts.isCallExpression(node) ? writeByCall(node) : undefined;
};

/** Variable, field or parameter at the start of a path; none for the result of a call, which is another object each time. */
const rootOf = (node: ts.Expression): ts.Node | undefined => {
  let at = node;
  while (
    ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at)
  )
    at = at.expression;
  return ts.isCallExpression(at) || ts.isNewExpression(at) ? undefined : at;
};

const declarationAt = (root: ts.Node): ts.Node | undefined =>
  ts.isIdentifier(root) ? declarationOf(root.text, root) : undefined;

const isWithin = (inner: Place, outer: Place): boolean =>
  inner.file === outer.file && contains(outer.span, inner.span);

/** Places that the requests take their Accept from, and those at which it is known to be unseen. */
const accountOf = (requests: readonly RequestFact[]): readonly Place[] =>
  requests.flatMap(({ headers: { entries, unseenAt } }) => [
    ...entries.flatMap(({ name, place }) => (name.value.toLowerCase() === HEADER ? [name, place] : [])),
    ...(unseenAt ? [unseenAt] : []),
  ]);

/** Calls that return a new object. */
const COPIES =
  /(?:^|\.)(?:copy|dup|clone|merge|merged|deepcopy|deepCopy|structuredClone|fromEntries|dict|array_merge|toJSON)$/i;

const isCopied = (value: ts.Expression): boolean =>
  isCopy(value) ||
  (dialectOf(value).copies === 'values' && !isReference(value)) ||
  (ts.isCallExpression(value) && COPIES.test(dottedName(value.expression)));

/** New object that a variable holds from its declaration: `const headers = {}`. */
const madeAt = (declared: ts.Node | undefined): ts.Node | undefined => {
  const value =
    declared && ts.isVariableDeclaration(declared.parent) ? declared.parent.initializer : undefined;
  if (!value) return undefined;
  return ts.isObjectLiteralExpression(value) || ts.isNewExpression(value) || isCopied(value)
    ? value
    : undefined;
};

/** Requests that take some of their headers from the object created at a node. */
const takersOf = (made: ts.Node, requests: readonly RequestFact[]): readonly RequestFact[] => {
  const place = placeOf(made);
  return requests.filter(({ headers: { entries, gapIn } }) =>
    [...entries.map(({ place: at }) => at), ...(gapIn ? [gapIn] : [])].some((at) => isWithin(at, place)),
  );
};

/** True for headers of which a call returns others, and changes none. */
const areFixed = (ctx: Ctx, object: ts.Expression): boolean =>
  ctx.evaluate(object, undefined).every((val) => val.kind === 'object' && isImmutable(val));

/** True for the parameter of a function that is also used as a value: its callers are not all seen. */
const isOpen = (declared: ts.Node | undefined, handovers: FunctionsPassed): boolean =>
  declared !== undefined &&
  ts.isParameter(declared.parent) &&
  isUsedAsValue(declared.parent.parent as FunctionNode, handovers);

/** What the ledger is about: requests of the API, and those of all other calls. */
interface HeaderLedger {
  readonly ctx: Ctx;
  readonly handovers: FunctionsPassed;
  readonly ours: readonly RequestFact[];
  readonly elsewhere: readonly RequestFact[];
  readonly connects: Connects;
}

const valueOf = (ctx: Ctx, value: ts.Expression | undefined): string | undefined => {
  const [val, ...others] = value ? ctx.evaluate(value, undefined) : [];
  return val?.kind === 'text' && others.length === 0 ? flatten(textOf(val)) : undefined;
};

/** Changes of an Accept header in a file that no request is known to send. */
export const strayHeaders = (
  { ctx, handovers, ours, elsewhere, connects }: HeaderLedger,
  file: ts.SourceFile,
): readonly StrayHeaderFact[] => {
  if (ours.length === 0 || !/accept/i.test(file.text)) return [];
  const inTest = isTest(file.fileName);
  const known = accountOf([...ours, ...elsewhere]).filter((place) => place.file === file.fileName);
  const takers = ({ node, object }: Write): readonly RequestFact[] => {
    const root = rootOf(object);
    if (!root || isOfOwnServer(object) || areFixed(ctx, object)) return [];
    const reached = ours.filter(
      (request) => isTest(request.file) === inTest && connects(file.fileName, request.file),
    );
    const declared = declarationAt(root);
    if (isOpen(declared, handovers)) return reached;
    const place = placeOf(node);
    if (known.some((at) => isWithin(at, place) || isWithin(place, at))) return [];
    const made = madeAt(declared);
    return made ? takersOf(made, reached) : reached;
  };
  return nodesOf(file).changing.flatMap((node): readonly StrayHeaderFact[] => {
    const write = writeAt(node);
    const requests = write ? takers(write) : [];
    if (!write || requests.length === 0) return [];
    return [
      {
        kind: 'stray-header',
        origin: 'authored',
        header: HEADER,
        value: valueOf(ctx, write.value),
        requests: requests.map(({ id }) => id),
        ...placeOf(node),
      },
    ];
  });
};

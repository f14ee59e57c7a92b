import { exactValue } from '../../../model/index.ts';
import { dialectOf, dottedName, isKeywords, loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { memberOfResponse } from '../evaluate/response-members.ts';
import type { ResponseValue, Ctx, Env, FunctionNode } from '../evaluate/values.ts';
import { MEASURES } from './follow-names.ts';
import { keyPaths } from './key-paths.ts';

// Operations on a response with known field reads. Unlisted ones may read any field.

/** Methods whose result contains no field: lengths, tests, visits of elements, waiting for a response. */
const READS_NO_FIELD =
  /^(?:forEach|some|every|filter|find|findLast|findIndex|findLastIndex|sort|toSorted|map|flatMap|reduce|reduceRight|includes|indexOf|lastIndexOf|push|unshift|append|extend|clear|then|catch|finally|subscribe|on|once|end|keys|count|size|length|empty|isEmpty|toString|valueOf|is_a|nil|times)[?!]?$/;
/** Methods that return all fields: their result is not followed. */
const GIVES_ALL =
  /^(?:items|values|entries|iteritems|itervalues|copy|dup|deepcopy|join|to_a|to_json|toJSON|encode|decode|pipe|write|concat|splice|flat|compact|each_pair|to_yaml|inspect)!?$/;

/** True for document data that a method is called on, rather than a text. */
const isDocument = (answers: readonly ResponseValue[]): boolean =>
  answers.some(({ stage }) => stage === 'body') && answers.every(({ stage }) => stage !== 'response');

/** Use of a response by a method whose result is not followed. */
export const methodUse = (
  name: string,
  answers: readonly ResponseValue[],
): 'nothing' | 'leaves' | 'unknown' => {
  if (!isDocument(answers) || READS_NO_FIELD.test(name)) return 'nothing';
  return GIVES_ALL.test(name) ? 'leaves' : 'unknown';
};

/** True for a method that is called without parentheses: `cluster.deep_symbolize_keys`. */
export const isBareMethod = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  dialectOf(node).callsBare === true &&
  /[_?!]/.test(node.name.text) &&
  !(ts.isCallExpression(node.parent) && node.parent.expression === node);

const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find\w*|some|every|sort|toSorted|reduce\w*|subscribe)$/;

/** True where a method passes its elements to an unknown function: `clusters.map(show)`. */
export const isPassedOn = (
  ctx: Ctx,
  name: string,
  { arguments: [callback] }: ts.CallExpression,
  env: Env | undefined,
): boolean =>
  CALLS_BACK.test(name) &&
  callback !== undefined &&
  !MEASURES.test(dottedName(callback)) &&
  !ctx.evaluate(callback, env).some(({ kind }) => kind === 'function');

/** True for an index with an unknown field name: `cluster[key]`. */
export const isByUnknownName = (ctx: Ctx, index: ts.Expression, env: Env | undefined): boolean => {
  if (ts.isNumericLiteral(index) || ts.isPrefixUnaryExpression(index)) return false;
  return ctx
    .evaluate(index, env)
    .some((val) => (val.kind === 'text' ? exactValue(val.text) === undefined : val.kind !== 'primitive'));
};

/** True for a response object whose body is not read. */
export const isResponse = ({ stage }: ResponseValue): boolean => stage === 'response';

/** True for a function with a known body. */
export const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Computed names of a pattern: `{ [KEY]: value }`. */
export const computedNames = (pattern: ts.BindingName): readonly ts.ComputedPropertyName[] =>
  ts.isObjectBindingPattern(pattern)
    ? pattern.elements.flatMap(({ propertyName }) =>
        propertyName && ts.isComputedPropertyName(propertyName) ? [propertyName] : [],
      )
    : [];

/** True for an element, at any depth, of another part of the same response. */
const isWithin = (inner: ResponseValue, outer: ResponseValue): boolean =>
  inner.call === outer.call &&
  inner.path.length > outer.path.length &&
  inner.path.slice(outer.path.length).every(({ name }) => name === '*');

/** Fields that `cluster[KEY]` reads by resolved names that are not literals there; none for other indexes. */
export const fieldsNamed = (
  ctx: Ctx,
  index: ts.Expression,
  answers: readonly ResponseValue[],
  env: Env | undefined,
): readonly ResponseValue[] => {
  if (ts.isStringLiteralLike(index) || ts.isNumericLiteral(index)) return [];
  const bodies = answers.filter(({ stage }) => stage === 'body');
  const paths = keyPaths(ctx, index, env);
  // What the loop itself has read is a part of the paths.
  if (paths)
    return bodies
      .filter((body) => !bodies.some((entered) => isWithin(body, entered)))
      .flatMap((body) =>
        paths.map((path) => path.reduce((at, name) => memberOfResponse(at, name, index, false), body)),
      );
  const vals = ctx.evaluate(index, env);
  const names = vals.flatMap((val) => (val.kind === 'text' ? (exactValue(val.text) ?? []) : []));
  return bodies.flatMap((answer) => names.map((name) => memberOfResponse(answer, name, index, false)));
};

/** Fields that `name in response` tests for; the names may be unknown. */
export const fieldAsked = (
  ctx: Ctx,
  test: ts.BinaryExpression,
  answers: readonly ResponseValue[],
  env: Env | undefined,
): readonly ResponseValue[] => {
  const [val, ...others] = ctx.evaluate(test.left, env);
  const name = val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
  return answers
    .filter(({ stage }) => stage === 'body')
    .map((answer) => memberOfResponse(answer, name ?? '*', test.left, false));
};

/** True for fields that are passed to the parameters of their names: `show(**cluster)`. */
export const takesByParameter = (node: ts.Node): boolean =>
  isKeywords(node) &&
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((each) => ts.isSpreadAssignment(each));

/** True for a text that reads fields by name: `'%(name)s' % cluster`. */
export const takesByName = (ctx: Ctx, template: ts.Expression, env: Env | undefined): boolean =>
  ctx
    .evaluate(template, env)
    .some((val) => val.kind !== 'text' || !/^(?!.*%[({])/s.test(exactValue(val.text) ?? '%('));

/** True for a node of another language that the common syntax tree cannot express. */
export const isNotUnderstood = (node: ts.Node): boolean =>
  loweredFile(node) !== undefined &&
  (ts.isPrefixUnaryExpression(node)
    ? node.operator === ts.SyntaxKind.MinusToken
    : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarToken);

/** True for a type outside the tree that reads a document: its fields are unknown. */
export const isUnknownType = ({ expression: callee }: ts.CallExpression | ts.NewExpression): boolean =>
  loweredFile(callee) !== undefined &&
  ts.isPropertyAccessExpression(callee) &&
  callee.name.text === 'fromJSON';

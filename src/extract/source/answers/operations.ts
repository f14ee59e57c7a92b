import { exactValue } from '../../../model/index.ts';
import { dialectOf, dottedName, isKeywords, loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { memberOfAnswer } from '../evaluate/answers.ts';
import type { AnswerVal, Ctx, Env, FunctionNode } from '../evaluate/values.ts';
import { MEASURES } from './follow-names.ts';

// Operations on a response of which it is known what they read. What is not listed may read any field.

/** Methods that give nothing of a field: lengths, tests, visits of elements, what waits for a response. */
const READS_NO_FIELD =
  /^(?:forEach|some|every|filter|find|findLast|findIndex|findLastIndex|sort|toSorted|map|flatMap|reduce|reduceRight|includes|indexOf|lastIndexOf|push|unshift|append|extend|clear|then|catch|finally|on|once|end|keys|count|size|length|empty|isEmpty|toString|valueOf|is_a|nil|times)[?!]?$/;
/** Methods that give all fields: who gets them is not followed. */
const GIVES_ALL =
  /^(?:items|values|entries|iteritems|itervalues|copy|dup|deepcopy|join|to_a|to_json|toJSON|encode|decode|pipe|write|concat|splice|flat|compact|each_pair|to_yaml|inspect)!?$/;

/** Data that a method is called on: the way to it, and whether the service gives it as a text or a document. */
const isDocument = (answers: readonly AnswerVal[]): boolean =>
  answers.some(({ stage }) => stage === 'body') && answers.every(({ stage }) => stage !== 'response');

/** How a method that gives nothing which is followed uses the response that it is called on. */
export const methodUse = (name: string, answers: readonly AnswerVal[]): 'nothing' | 'leaves' | 'unknown' => {
  if (!isDocument(answers) || READS_NO_FIELD.test(name)) return 'nothing';
  return GIVES_ALL.test(name) ? 'leaves' : 'unknown';
};

/** True for a member that is a method which is called without brackets: `cluster.deep_symbolize_keys`. */
export const isBareMethod = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  dialectOf(node).callsBare === true &&
  /[_?!]/.test(node.name.text) &&
  !(ts.isCallExpression(node.parent) && node.parent.expression === node);

const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find\w*|some|every|sort|toSorted|reduce\w*)$/;

/** True where a method hands its elements to a function that is not seen: `clusters.map(show)`. */
export const isHandedOn = (
  ctx: Ctx,
  name: string,
  { arguments: [callback] }: ts.CallExpression,
  env: Env | undefined,
): boolean =>
  CALLS_BACK.test(name) &&
  callback !== undefined &&
  !MEASURES.test(dottedName(callback)) &&
  !ctx.evaluate(callback, env).some(({ kind }) => kind === 'function');

/** True for an index that gives a field by a name which is not seen: `cluster[key]`. */
export const isByUnseenName = (ctx: Ctx, index: ts.Expression, env: Env | undefined): boolean => {
  if (ts.isNumericLiteral(index) || ts.isPrefixUnaryExpression(index)) return false;
  return ctx
    .evaluate(index, env)
    .some((val) => (val.kind === 'text' ? exactValue(val.text) === undefined : val.kind !== 'primitive'));
};

/** True for a response object that is not opened. */
export const isResponse = ({ stage }: AnswerVal): boolean => stage === 'response';

/** True for a function whose body is seen. */
export const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** The computed names of a pattern: `{ [KEY]: value }`. */
export const computedNames = (pattern: ts.BindingName): readonly ts.ComputedPropertyName[] =>
  ts.isObjectBindingPattern(pattern)
    ? pattern.elements.flatMap(({ propertyName }) =>
        propertyName && ts.isComputedPropertyName(propertyName) ? [propertyName] : [],
      )
    : [];

/** The fields that `cluster[KEY]` takes by names which are seen, though not written there; none of other indexes. */
export const fieldsNamed = (
  ctx: Ctx,
  index: ts.Expression,
  answers: readonly AnswerVal[],
  env: Env | undefined,
): readonly AnswerVal[] => {
  if (ts.isStringLiteralLike(index) || ts.isNumericLiteral(index)) return [];
  const vals = ctx.evaluate(index, env);
  const names = vals.flatMap((val) => (val.kind === 'text' ? (exactValue(val.text) ?? []) : []));
  return answers
    .filter(({ stage }) => stage === 'body')
    .flatMap((answer) => names.map((name) => memberOfAnswer(answer, name, index, false)));
};

/** The fields that `name in response` asks for, by names that may not be seen. */
export const fieldAsked = (
  ctx: Ctx,
  test: ts.BinaryExpression,
  answers: readonly AnswerVal[],
  env: Env | undefined,
): readonly AnswerVal[] => {
  const [val, ...others] = ctx.evaluate(test.left, env);
  const name = val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
  return answers
    .filter(({ stage }) => stage === 'body')
    .map((answer) => memberOfAnswer(answer, name ?? '*', test.left, false));
};

/** True for fields that are given to the parameters of their names: `show(**cluster)`. */
export const takesByParameter = (node: ts.Node): boolean =>
  isKeywords(node) &&
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((each) => ts.isSpreadAssignment(each));

/** True for a text that takes fields by their names: `'%(name)s' % cluster`. */
export const takesByName = (ctx: Ctx, template: ts.Expression, env: Env | undefined): boolean =>
  ctx
    .evaluate(template, env)
    .some((val) => val.kind !== 'text' || !/^(?!.*%[({])/s.test(exactValue(val.text) ?? '%('));

/** True for a node of another language that stands for something which the one tree cannot say. */
export const isNotUnderstood = (node: ts.Node): boolean =>
  loweredFile(node) !== undefined &&
  (ts.isPrefixUnaryExpression(node)
    ? node.operator === ts.SyntaxKind.MinusToken
    : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarToken);

/** True for a type that reads a document and is not declared in the tree: which fields it takes, nobody can see. */
export const isUnseenType = ({ expression: callee }: ts.CallExpression | ts.NewExpression): boolean =>
  loweredFile(callee) !== undefined &&
  ts.isPropertyAccessExpression(callee) &&
  callee.name.text === 'fromJSON';

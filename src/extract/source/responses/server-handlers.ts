import { ts } from '../syntax/tree.ts';
import { isTest } from '../project/test-files.ts';

const ANSWERED = /^(?:res|response|reply|rep|next|h)$/;
const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Names of the first parameter of client hooks: `(options, next) => …`. */
const OF_CLIENT = /^(?:options|opts|init|config|url|input)$/;

const nameOf = ({ name }: ts.ParameterDeclaration): string => (ts.isIdentifier(name) ? name.text : '');

/** Root variable of a path of members and calls. */
export const variableIn = (node: ts.Node): ts.Identifier | undefined => {
  let at = node;
  while (
    ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isCallExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at)
  )
    at = at.expression;
  if (ts.isNewExpression(at)) return at.arguments?.[0] && variableIn(at.arguments[0]);
  return ts.isIdentifier(at) ? at : undefined;
};

/** Function that has the variable at a position as a parameter. */
export const functionTaking = (variable: ts.Identifier): ts.SignatureDeclaration | undefined => {
  let at = ts.findAncestor(variable, ts.isFunctionLike);
  while (at && !at.parameters.some((parameter) => nameOf(parameter) === variable.text))
    at = ts.findAncestor(at.parent, ts.isFunctionLike);
  return at;
};

/**
 * True for a request to the program's own server: `req` of `(req, res) => …`; in a test the server mocks the service.
 */
export const isOfOwnServer = (subject: ts.Node): boolean => {
  const variable = variableIn(subject);
  const handler =
    variable && !isTest(subject.getSourceFile().fileName) ? functionTaking(variable) : undefined;
  if (!handler) return false;
  if (handler.name && VERB.test(handler.name.getText())) return true;
  const others = handler.parameters.map(nameOf).filter((name) => name !== variable!.text);
  return others.some((name) => ANSWERED.test(name)) && !OF_CLIENT.test(variable!.text);
};

const RESPONSE = /^(?:res|resp|response)$/;
/** Methods that register response hooks on clients. */
const HOOK =
  /^(?:afterResponse|onResponse|onFetchResponse|onResponseError|transformResponse|responseInterceptor)$/;
const HOOKS = /(?:\binterceptors\.response\.use|\.(?:afterResponse|onResponse|addResponseInterceptor))$/;

/** True for a function that a client calls with its responses: `api.interceptors.response.use(r => …)`. */
const isHook = (taker: ts.SignatureDeclaration): boolean => {
  let at: ts.Node = taker;
  while (ts.isArrayLiteralExpression(at.parent) || ts.isParenthesizedExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isCallExpression(parent)) return HOOKS.test(parent.expression.getText().slice(-60));
  const named = ts.isPropertyAssignment(parent)
    ? parent.name
    : ts.isMethodDeclaration(at)
      ? at.name
      : undefined;
  return named !== undefined && HOOK.test(named.getText());
};

/** True for a response of some request of the code, although it is unknown of which. */
export const isResponseOfAny = (subject: ts.Node): boolean => {
  const variable = variableIn(subject);
  const taker = variable && functionTaking(variable);
  if (!variable || !taker || isOfOwnServer(subject)) return false;
  const isOfRequest = taker.parameters.some((parameter) => /^req(?:uest)?$/.test(nameOf(parameter)));
  return isHook(taker) || (RESPONSE.test(variable.text) && !isOfRequest);
};

import { ts } from '../../syntax/tree.ts';

/** Calls that declare something about a method and do not call it: `private :fetch`. */
const DECLARING =
  /^(?:private|public|protected|module_function|(?:private|public)_class_method|memoize|helper_method|def_delegators?|method_exists|function_exists|respond_to\?|hasattr)$/;
/** Texts that name an HTTP method: `request('get', url)`. */
const METHOD = /^(?:get|post|put|patch|delete|head|options)$/i;

const calleeName = ({ expression }: ts.CallExpression | ts.NewExpression): string => {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
};

/** True for a member of an opaque expression: `A::fetch`. */
const isOpaque = (node: ts.Node): boolean =>
  ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;

/**
 * True for a function named by a text: `array_map('fetch', urls)`, `array_map([$this, 'fetch'], urls)`,
 * `method(:fetch)`, `A::fetch`.
 */
export const isNamedByText = (text: ts.Node): boolean => {
  if (ts.isStringLiteralLike(text) && METHOD.test(text.text)) return false;
  const { parent } = text;
  if (isOpaque(parent)) return true;
  const value = ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent) ? parent : text;
  const holder = ts.isPropertyAssignment(value) ? value.parent : value;
  const call = holder.parent;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
  return call.expression !== holder && !DECLARING.test(calleeName(call));
};

/** True for a member as a call's argument: `Thread(target=a.fetch)`, `map(http.fetch, urls)`. */
export const isMemberArgument = (access: ts.Node): boolean => {
  const { parent } = access;
  if (ts.isPropertyAssignment(parent) && parent.initializer === access) return isNamedByText(access);
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== access;
};

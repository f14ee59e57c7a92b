import { loweredFile } from '../../syntax/dialect.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { nameReferences } from '../../syntax/name-references.ts';
import { ts } from '../../syntax/tree.ts';
import type { FunctionNode } from '../../evaluate/values.ts';

/** Parameter through which callers of a wrapper give headers, or options with a member `headers`. */
export interface HeaderParameter {
  readonly index: number;
  readonly name: string;
  readonly as: 'headers' | 'options';
  readonly optional: boolean;
  /** True where what a caller gives comes behind all that the wrapper writes itself. */
  readonly last: boolean;
}

const HEADERS = /^(?:headers|\w*Headers|\w*_headers)$/;

/** Name that the headers of a caller have in a wrapper: the parameter, or a member that it is destructured into. */
const boundName = ({ name }: ts.ParameterDeclaration): ts.Identifier | undefined => {
  if (ts.isIdentifier(name)) return name;
  if (!ts.isObjectBindingPattern(name)) return undefined;
  const element = name.elements.find((one) => (one.propertyName ?? one.name).getText() === 'headers');
  return element && ts.isIdentifier(element.name) ? element.name : undefined;
};

/** Outermost expression around a reference: `(headers || {})`, `options?.headers ?? {}`. */
const around = (reference: ts.Node): ts.Node => {
  let node = reference;
  while (
    ts.isPropertyAccessExpression(node.parent) ||
    ts.isParenthesizedExpression(node.parent) ||
    (ts.isBinaryExpression(node.parent) && node.parent.left === node)
  )
    node = node.parent;
  return node;
};

/** True for headers that are spread behind all others: `{ Accept, ...headers }`, `Object.assign({}, DEFAULTS, headers)`. */
const isLast = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isSpreadAssignment(parent))
    return ts.isObjectLiteralExpression(parent.parent) && parent.parent.properties.at(-1) === parent;
  return (
    ts.isCallExpression(parent) &&
    parent.arguments.length > 1 &&
    parent.arguments.at(-1) === node &&
    /\bassign$/.test(parent.expression.getText())
  );
};

const OPTIONS = /(?:^|_|[a-z])(?:init|opts|options|config|request)$/i;

/** True for options that are passed on as they are, or spread beside no headers: `fetch(url, { ...init, signal })`. */
const isPassedOn = ({ parent }: ts.Node): boolean => {
  if (!ts.isSpreadAssignment(parent)) return ts.isCallExpression(parent);
  const { properties } = parent.parent;
  return properties.every(({ name }) => name?.getText() !== 'headers');
};

const parameterAt = (parameter: ts.ParameterDeclaration, index: number): HeaderParameter | undefined => {
  const bound = boundName(parameter);
  if (!bound || parameter.dotDotDotToken) return undefined;
  const uses = nameReferences(bound).filter((node) => node !== bound);
  const isMember = bound !== parameter.name;
  const reads = uses.filter(
    ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === 'headers',
  );
  const isHeaders = !isMember && HEADERS.test(bound.text);
  const passed = OPTIONS.test(bound.text) && uses.some(isPassedOn);
  if (!isMember && !isHeaders && !passed && reads.length === 0) return undefined;
  return {
    index,
    name: bound.text,
    as: isHeaders ? 'headers' : 'options',
    optional: parameter.questionToken !== undefined || parameter.initializer !== undefined,
    last: (isHeaders || isMember ? uses : reads).map(around).some(isLast) || (passed && reads.length === 0),
  };
};

/** The parameter of a wrapper through which its callers give headers. */
export const headerParameter = oncePerNode((fn: FunctionNode): HeaderParameter | null => {
  const found = fn.parameters.flatMap((parameter, index) => parameterAt(parameter, index) ?? []);
  const usable = found.filter((one) => one.as === 'headers' || loweredFile(fn) === undefined);
  return usable.length === 1 ? usable[0]! : null;
});

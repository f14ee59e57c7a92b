import { COMPARISONS } from './operators.ts';
import { dottedName } from './dialect.ts';
import type { SilenceReason } from '../../../model/index.ts';
import { writtenName } from './member-names.ts';
import { ts } from './tree.ts';

/** Receivers and functions that print, label or trace their arguments. */
const PRINTERS =
  /^(console|log|logger|debug|winston|pino|bunyan|tracer|span|metrics?|statsd|newrelic|sentry|core|logging|_log|_logger)$/i;
const PRINTS =
  /^(log|debug|info|warn|error|trace|fatal|verbose|silly|notice|print|println|exception|critical|warning|assert|fail|startSpan|startActiveSpan|setAttribute|setTag|addTag|increment|describe|it|test|context|suite|step)$/;
/** Methods that only tracers have, whatever the tracer's name. */
const TRACES = /^(startSpan|startActiveSpan)$/;
/** String methods that search for their argument, which is not used as a URL. */
const SEARCHES =
  /^(includes|startsWith|endsWith|indexOf|lastIndexOf|match|matchAll|search|split|localeCompare|test|replace|replaceAll|startswith|endswith|removeprefix|removesuffix|partition|rpartition|toContain|toMatch)$/;
/** Properties that hold a description rather than a URL. */
const LABELS =
  /^(description|title|label|message|summary|help|note|comment|text|name|operation|operationName|spanName|route|docs?|documentation|see|example|placeholder)$/i;

/** True for the name of a property that describes. */
export const labels = (name: string): boolean => LABELS.test(name);

const calledName = (call: ts.CallExpression | ts.NewExpression): { owner: string; name: string } => {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee))
    return { owner: dottedName(callee.expression).replace(/^this\./, ''), name: callee.name.text };
  return { owner: '', name: dottedName(callee) };
};

/** True for a call that only prints, labels or traces its arguments, and for the construction of an error. */
export const isPrinter = (call: ts.CallExpression | ts.NewExpression): boolean => {
  const { owner, name } = calledName(call);
  if (ts.isNewExpression(call)) return /Error$|Exception$/.test(name);
  const bare = owner === '' && /^(debug|log|print|describe|it|test|suite)$/.test(name);
  // `sys.exit(text)` prints the text and ends the program.
  const exits = owner === 'sys' && name === 'exit';
  return (
    bare ||
    exits ||
    TRACES.test(name) ||
    PRINTERS.test(name) ||
    (PRINTS.test(name) && owner !== '' && PRINTERS.test(owner.split('.').at(-1)!)) ||
    PRINTERS.test(owner)
  );
};

const argumentReason = (
  call: ts.CallExpression | ts.NewExpression,
  argument: ts.Node,
): SilenceReason | undefined => {
  const { owner, name } = calledName(call);
  if (name === 'RegExp' && owner === '') return 'comparison';
  if (!ts.isNewExpression(call) && SEARCHES.test(name) && owner !== '')
    return !name.startsWith('replace') || call.arguments[0] === argument ? 'comparison' : undefined;
  return isPrinter(call) ? 'log' : undefined;
};

/** True for an argument that a call only prints, labels, traces or searches for. */
export const isPrinted = (call: ts.CallExpression | ts.NewExpression, argument: ts.Node): boolean =>
  argumentReason(call, argument) !== undefined;

/** True for an argument that is searched for in a text, and not used as a URL. */
export const isSearched = (call: ts.CallExpression | ts.NewExpression, argument: ts.Node): boolean =>
  argumentReason(call, argument) === 'comparison';

/** True for a path as a key, of a table of routes or an API description: nothing is called there. */
const isKey = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isTypeElement(parent) || ts.isEnumMember(parent)) return parent.name === node;
  const key =
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node);
  return key && ts.isStringLiteralLike(node) && node.text.startsWith('/');
};

const isNamed = (member: ts.ObjectLiteralElementLike, name: string): boolean => writtenName(member) === name;

/** True for a link from a response: `{ rel: 'self', href: '…' }`. */
const isLink = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) &&
  isNamed(parent, 'href') &&
  ts.isObjectLiteralExpression(parent.parent) &&
  parent.parent.properties.some((member) => isNamed(member, 'rel'));

/** True for sample data: a literal as a statement has no effect. */
const isShown = (node: ts.Node): boolean => {
  let at = node.parent;
  while (ts.isPropertyAssignment(at) || ts.isObjectLiteralExpression(at) || ts.isArrayLiteralExpression(at))
    at = at.parent;
  return at !== node.parent && ts.isExpressionStatement(at);
};

/**
 * Reason why a string is not a URL: a label, a log text, a comparison, the subject of string processing, a
 * link from a response; else `undefined`.
 */
export const mentionReason = (node: ts.Node): SilenceReason | undefined => {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return 'type';
  if (ts.isThrowStatement(parent)) return 'log';
  if (ts.isExpressionStatement(parent)) return 'label';
  if (ts.isCaseClause(parent)) return 'comparison';
  if (ts.isJsxText(node) || ts.isJsxAttribute(parent) || ts.isJsxExpression(parent)) return 'prose';
  if (ts.isBinaryExpression(parent))
    return COMPARISONS.has(parent.operatorToken.kind) ? 'comparison' : undefined;
  if (isKey(node)) return 'label';
  if (ts.isTaggedTemplateExpression(parent) || ts.isDecorator(parent)) return 'label';
  if (isLink(node) || isShown(node)) return 'recorded-answer';
  if (ts.isPropertyAssignment(parent)) {
    const isLabel = LABELS.test(parent.name.getText().replaceAll(/['"]/g, ''));
    return parent.initializer === node && isLabel ? 'label' : undefined;
  }
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return undefined;
  return parent.expression === node ? undefined : argumentReason(parent, node);
};

/** True where the string is a label, a log text, a comparison or the subject of string processing. */
export const isMention = (node: ts.Node): boolean => mentionReason(node) !== undefined;

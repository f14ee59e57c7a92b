import { ts } from '../syntax/parse.ts';

/** Receivers and functions that print, label or trace what they are given. */
const PRINTERS =
  /^(console|log|logger|debug|winston|pino|bunyan|tracer|span|metrics?|statsd|newrelic|sentry|core)$/i;
const PRINTS =
  /^(log|debug|info|warn|error|trace|fatal|verbose|silly|notice|print|println|assert|fail|startSpan|startActiveSpan|setAttribute|setTag|addTag|increment|describe|it|test|context|suite|step)$/;
/** String methods whose argument is looked for, not used as an address. */
const SEARCHES =
  /^(includes|startsWith|endsWith|indexOf|lastIndexOf|match|matchAll|search|split|localeCompare|test|replace|replaceAll|toContain|toMatch)$/;
/** Properties that describe rather than address. */
const LABELS =
  /^(description|title|label|message|summary|help|note|comment|text|name|operation|operationName|spanName|route|docs?|documentation|see|example|placeholder)$/i;
const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

const calledName = (call: ts.CallExpression | ts.NewExpression): { owner: string; name: string } => {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee))
    return { owner: callee.expression.getText().replace(/^this\./, ''), name: callee.name.text };
  return { owner: '', name: callee.getText() };
};

const isPrinted = (call: ts.CallExpression | ts.NewExpression, argument: ts.Node): boolean => {
  const { owner, name } = calledName(call);
  if (ts.isNewExpression(call)) return /Error$|Exception$|^RegExp$/.test(name);
  if (SEARCHES.test(name) && owner !== '')
    return name.startsWith('replace') ? call.arguments[0] === argument : true;
  const bare = owner === '' && /^(debug|log|print|describe|it|test|suite|RegExp)$/.test(name);
  return (
    bare ||
    PRINTERS.test(name) ||
    (PRINTS.test(name) && owner !== '' && PRINTERS.test(owner.split('.').at(-1)!)) ||
    PRINTERS.test(owner)
  );
};

/** A path as a key, of a table of routes or of an API description: nothing is called there. */
const isKey = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isTypeElement(parent) || ts.isEnumMember(parent)) return parent.name === node;
  const key =
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node);
  return key && ts.isStringLiteralLike(node) && node.text.startsWith('/');
};

/** True where the string is a label, a log text, a comparison or the subject of string processing. */
export const isMention = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isExpressionStatement(parent) || ts.isCaseClause(parent) || ts.isThrowStatement(parent)) return true;
  if (ts.isJsxText(node) || ts.isJsxAttribute(parent) || ts.isJsxExpression(parent)) return true;
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  if (isKey(node)) return true;
  if (ts.isTaggedTemplateExpression(parent) || ts.isDecorator(parent)) return true;
  if (ts.isPropertyAssignment(parent))
    return parent.initializer === node && LABELS.test(parent.name.getText().replaceAll(/['"]/g, ''));
  return (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.expression !== node &&
    isPrinted(parent, node)
  );
};

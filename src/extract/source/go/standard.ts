import * as build from '../languages/build.ts';
import { OR_ABSENT, REMAINDER } from '../languages/operators.ts';
import type { Span } from '../../../model/index.ts';
import { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { readAs } from './declarations.ts';
import { type Lowering, type Scope, textIn } from './lowering.ts';
import { isList, isMap, isTypeParameter, plainType } from './types.ts';
import { literalValue } from './strings.ts';
import { textPrinted } from './text-builders.ts';

/** Lowers a call of the standard library; `undefined`: as any other call. */
type Rule = (ctx: Lowering, args: readonly Cst[], node: Cst) => ts.Expression | undefined;

/** Global of the common syntax tree: `JSON.stringify`. */
export const global = (path: string, span: Span): ts.Expression => {
  const [first = '', ...others] = path.split('.');
  const at = build.nowhere(span.start);
  return others.reduce<ts.Expression>(
    (owner, name) => build.member(owner, build.nameAt(name, at), at),
    build.nameAt(first, at),
  );
};

const all = (ctx: Lowering, args: readonly Cst[]): readonly ts.Expression[] =>
  args.map((each) => ctx.expression(each));

const toGlobal =
  (path: string, from = 0): Rule =>
  (ctx, args, node) =>
    build.call(global(path, node), all(ctx, args.slice(from)), node);

export const stringified = (ctx: Lowering, value: Cst, node: Cst): ts.Expression =>
  build.call(global('JSON.stringify', node), [ctx.expression(value)], node);

/** Lowers `fmt.Sprintf(template, values…)` to a formatted template. */
const filled: Rule = (ctx, args, node) => {
  const [template, ...values] = args;
  if (!template || values.some(({ type }) => type === 'variadic_argument')) return undefined;
  const span = { start: values[0]?.start ?? node.end, end: node.end };
  return build.binary(ctx.expression(template), REMAINDER, build.array(all(ctx, values), span), node);
};

const error: Rule = (ctx, args, node) =>
  build.construct(build.nameAt('Error', build.nowhere(node.start)), all(ctx, args), node);

const same: Rule = (ctx, [first]) => (first && first.type !== 'nil' ? ctx.expression(first) : undefined);

/** Method of the first argument, given the others: `strings.TrimRight(base, "/")`. */
const method =
  (name: string): Rule =>
  (ctx, [first, ...others], node) =>
    first &&
    build.call(
      build.member(ctx.expression(first), build.nameAt(name, build.nowhere(first.end)), first),
      all(ctx, others),
      node,
    );

/** Trims a single-character cutset once; at most one occurrence is expected. */
const trimmed =
  (name: string): Rule =>
  (ctx, args, node) =>
    (literalValue(ctx, args[1]) ?? '').length === 1 ? method(name)(ctx, args, node) : undefined;

const replaced: Rule = (ctx, args, node) => method('replace')(ctx, args.slice(0, 3), node);

const joined: Rule = (ctx, [list, separator], node) =>
  list && separator && method('join')(ctx, [list, separator], node);

const urlParsed: Rule = (ctx, args, node) =>
  build.construct(build.nameAt('URL', build.nowhere(node.start)), all(ctx, args.slice(0, 1)), node);

const variable: Rule = (ctx, [name], node) =>
  name &&
  build.element(
    build.member(
      build.nameAt('process', build.nowhere(node.start)),
      build.nameAt('env', build.nowhere(node.start)),
      build.nowhere(node.start),
    ),
    ctx.expression(name),
    node,
  );

/** `flag.String(name, fallback, usage)`: the command-line value, or the fallback. */
const option: Rule = (ctx, [name, fallback, usage], node) => {
  if (!name || !fallback) return undefined;
  const value = build.binary(variable(ctx, [name], node)!, OR_ABSENT, ctx.expression(fallback), node);
  const told = usage && build.call(global('console.log', usage), [ctx.expression(usage)], usage);
  return told
    ? ts.setTextRange(ts.factory.createComma(told, value), { pos: node.start, end: node.end })
    : value;
};

const optionInto: Rule = (ctx, [target, ...others], node) => {
  const value = option(ctx, others, node);
  return target && value && build.assignTo(ctx.expression(target), value, node);
};

/** Target of `json.Unmarshal`: a struct reads the document, everything else becomes the document. */
export const readInto = (ctx: Lowering, target: Cst, source: Cst, node: Cst): ts.Expression => {
  const parsed = build.call(global('JSON.parse', node), [ctx.expression(source)], node);
  const type = typeOfVariable(ctx, target);
  if (type !== undefined && !isStruct(ctx, type))
    return build.assignTo(ctx.expression(target), readAs(ctx, type, parsed), node);
  return build.call(
    build.member(ctx.expression(target), build.nameAt('fromJSON', build.nowhere(node.end)), node),
    [parsed],
    node,
  );
};

const isStruct = (ctx: Lowering, type: Cst): boolean =>
  !isMap(ctx, type) &&
  !isList(ctx, type) &&
  plainType(type).type !== 'interface_type' &&
  !isTypeParameter(ctx, type);

/** Declared type of the variable in `x` or `&x`. */
const typeOfVariable = (ctx: Lowering, node: Cst): Cst | undefined => {
  const [inner] = node.type === 'unary_expression' ? namedIn(node) : [node];
  if (inner?.type !== 'identifier') return undefined;
  for (let at: Scope | undefined = ctx.scope; at; at = at.outer) {
    const type = at.typed.get(textIn(ctx, inner));
    if (type) return type;
    if (at.declared.has(textIn(ctx, inner))) return undefined;
  }
  return undefined;
};

const parsedInto: Rule = (ctx, [source, target], node) =>
  source && target && readInto(ctx, target, source, node);

/** Output to the terminal is printed, and output to a text added to it; output to a response is not. */
const printedTo: Rule = (ctx, args, node) => {
  const [target, first, ...others] = args;
  if (!target || !first) return undefined;
  const isFormat = /\.Fprintf\(/.test(textIn(ctx, node).slice(0, target.start - node.start));
  const text = isFormat ? filled(ctx, args.slice(1), node) : others.length === 0 && ctx.expression(first);
  return textPrinted(ctx, node, target, text || undefined) ?? toTerminal(ctx, args, node);
};

const toTerminal: Rule = (ctx, args, node) =>
  args[0] && /^os\.Std(?:err|out)$/.test(textIn(ctx, args[0]))
    ? toGlobal('console.log', 1)(ctx, args, node)
    : undefined;

const rows = (path: string, names: string, rule: Rule): readonly (readonly [string, Rule])[] =>
  names.split(' ').map((name) => [`${path}.${name}`, rule] as const);

/** Functions of the standard library by package and name. */
export const STANDARD: Readonly<Record<string, Rule>> = Object.fromEntries([
  ...rows('fmt', 'Sprintf', filled),
  ...rows('fmt', 'Errorf', error),
  ...rows('errors', 'New', error),
  ...rows('github.com/pkg/errors', 'New Errorf Wrap Wrapf WithMessage WithMessagef', error),
  ...rows('fmt', 'Print Println Printf', toGlobal('console.log')),
  ...rows('fmt', 'Fprint Fprintf', printedTo),
  ...rows('fmt', 'Fprintln', toTerminal),
  ...[
    'log',
    'log/slog',
    'github.com/sirupsen/logrus',
    'k8s.io/klog',
    'k8s.io/klog/v2',
    'github.com/golang/glog',
  ].flatMap((path) =>
    rows(
      path,
      'Print Println Printf Fatal Fatalln Fatalf Panic Panicln Panicf Info Infof Infoln Debug Debugf Warn Warnf Warning Warningf Error Errorf Errorln Trace Tracef',
      toGlobal('console.log'),
    ),
  ),
  ...rows(
    'encoding/json',
    'Marshal MarshalIndent',
    (ctx, [value], node) => value && stringified(ctx, value, node),
  ),
  ...rows('encoding/json', 'Unmarshal', parsedInto),
  ...rows('bytes', 'NewBuffer NewReader NewBufferString', same),
  ...rows('strings', 'NewReader', same),
  ...rows('io', 'ReadAll NopCloser LimitReader TeeReader', same),
  ...rows('io/ioutil', 'ReadAll NopCloser', same),
  ...rows('bufio', 'NewReader NewScanner', same),
  ...rows('strings', 'TrimRight', method('rstrip')),
  ...rows('strings', 'TrimLeft', method('lstrip')),
  ...rows('strings', 'Trim', method('strip')),
  ...rows('strings', 'TrimSpace', method('trim')),
  ...rows('strings', 'TrimSuffix', trimmed('rstrip')),
  ...rows('strings', 'TrimPrefix', trimmed('lstrip')),
  ...rows('strings', 'ToLower', method('toLowerCase')),
  ...rows('strings', 'ToUpper', method('toUpperCase')),
  ...rows('strings', 'Replace ReplaceAll', replaced),
  ...rows('strings', 'HasPrefix', method('startsWith')),
  ...rows('strings', 'HasSuffix', method('endsWith')),
  ...rows('strings', 'Contains', method('includes')),
  ...rows('strings', 'Join', joined),
  ...rows('net/url', 'Parse ParseRequestURI', urlParsed),
  ...rows('net/url', 'PathEscape QueryEscape', toGlobal('encodeURIComponent')),
  ...rows('os', 'Getenv LookupEnv', variable),
  ...rows('flag', 'String', option),
  ...rows('flag', 'StringVar', optionInto),
]);

import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { EQUALS, OR_ABSENT, PLUS } from '../languages/operators.ts';
import { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { Lowering } from './lowering.ts';
import { callLibrary } from './names.ts';

/** Call of a function or method whose meaning is known by its name. */
export interface NamedCall {
  readonly ctx: Lowering;
  /** Receiver, as source text. */
  readonly owner: string;
  readonly name: string;
  readonly args: readonly Cst[];
  readonly span: Span;
  /** True for a call of a bare function name. */
  readonly isBare: boolean;
  receiver(): ts.Expression;
}

type Make = (call: NamedCall, args: readonly ts.Expression[]) => ts.Expression | undefined;

/** Equivalent to its argument, which is edited directly. */
const first: Make = (_call, [value]) => value;

const keyOf = (key: ts.Expression): ts.PropertyName => (ts.isStringLiteral(key) ? key : build.computed(key));

/** `Map.of("a", 1, "b", 2)`. */
const mapOf: Make = ({ span }, args) =>
  build.object(
    args.flatMap((key, at) =>
      at % 2 === 0 && args[at + 1]
        ? [build.property(keyOf(key), args[at + 1]!, { start: key.pos, end: args[at + 1]!.end })]
        : [],
    ),
    span,
  );

const listOf: Make = ({ span }, args) => build.array(args, span);

const environment = (name: ts.Expression, span: Span): ts.Expression =>
  build.element(
    build.member(
      build.nameAt('process', build.nowhere(span.start)),
      build.nameAt('env', build.nowhere(span.start)),
      build.nowhere(span.start),
    ),
    name,
    span,
  );

/** Environment variable or system property, with the default used where it is not set. */
const variable: Make = ({ span }, [name, other]) => {
  if (!name) return undefined;
  const read = environment(name, { start: span.start, end: other ? name.end : span.end });
  return other ? build.binary(read, OR_ABSENT, other, span) : read;
};

const orElse: Make = ({ span }, [value, other]) =>
  value && other && build.binary(value, OR_ABSENT, other, span);

const format: Make = ({ ctx, span }, args) => callLibrary(ctx, 'String', 'format', args, span);

/** `string.Format("{0}/groups/{1}", base, id)`. */
const dotnetFormat: Make = ({ span }, [template, ...values]) => {
  if (!template) return undefined;
  const at = build.nowhere(template.end);
  return build.call(
    build.member(template, build.nameAt('format', at), { start: span.start, end: template.end }),
    values,
    span,
  );
};

const summed: Make = ({ span }, [start, ...others]) =>
  start && others.reduce<ts.Expression>((all, each) => build.binary(all, PLUS, each, span), start);

const builtin =
  (owner: string, name: string): Make =>
  ({ span }, [value]) => {
    const at = build.nowhere(span.start);
    return (
      value && build.call(build.member(build.nameAt(owner, at), build.nameAt(name, at), at), [value], span)
    );
  };

const json = builtin('JSON', 'stringify');

const encoded: Make = ({ span }, [value]) =>
  value && build.call(build.nameAt('encodeURIComponent', build.nowhere(span.start)), [value], span);

const printed: Make = ({ span }, args) => {
  const at = build.nowhere(span.start);
  return build.call(build.member(build.nameAt('console', at), build.nameAt('log', at), at), args, span);
};

const joined: Make = ({ span }, [separator, ...items]) => {
  if (!separator) return undefined;
  const [only, ...more] = items;
  const list = only && more.length === 0 ? only : build.array(items, span);
  return build.call(
    build.member(list, build.nameAt('join', build.nowhere(span.end)), span),
    [separator],
    span,
  );
};

/** Functions by class. */
const FUNCTIONS: Readonly<Record<string, Make>> = {
  'String.format': format,
  'String.join': joined,
  'string.Format': dotnetFormat,
  'String.Format': dotnetFormat,
  'string.Join': joined,
  'string.Concat': summed,
  'Environment.GetEnvironmentVariable': variable,
  'JsonSerializer.Serialize': json,
  'JsonConvert.SerializeObject': json,
  'JsonContent.Create': first,
  'Uri.EscapeDataString': encoded,
  'String.valueOf': first,
  'URI.create': first,
  'HttpUrl.parse': first,
  'HttpUrl.get': first,
  'UriComponentsBuilder.fromHttpUrl': first,
  'UriComponentsBuilder.fromUriString': first,
  'Objects.requireNonNull': first,
  'Optional.of': first,
  'Optional.ofNullable': first,
  'Map.of': mapOf,
  'List.of': listOf,
  'Arrays.asList': listOf,
  'Collections.singletonList': listOf,
  'Collections.singletonMap': mapOf,
  'System.getenv': variable,
  'System.getProperty': variable,
  'Objects.requireNonNullElse': orElse,
  'BodyPublishers.ofString': first,
  'HttpRequest.BodyPublishers.ofString': first,
  'MediaType.parse': first,
  'MediaType.parseMediaType': first,
  'MediaType.valueOf': first,
  'EntityUtils.toString': first,
  'RequestBody.create': (_call, args) => args.find((arg) => !isMediaType(arg)),
};

const isMediaType = (node: ts.Node): boolean => {
  const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
  return ts.isStringLiteral(inner) && /^[\w.+-]+\/[\w.+-]+(?:;.*)?$/.test(inner.text);
};

const onReceiver =
  (make: Make): Make =>
  (named, args) =>
    make(named, [named.receiver(), ...args]);

/** A text followed by an unknown part. */
const withQuery: Make = ({ span }, [text, ...args]) =>
  text && build.binary(text, PLUS, build.opaque({ start: text.end, end: span.end }, args), span);

const slash = (at: number): ts.Expression => build.textAt('/', build.nowhere(at));

const withPath: Make = ({ span }, [text, path]) => text && path && build.binary(text, PLUS, path, span);

const withSegments: Make = ({ span }, [text, ...segments]) =>
  text &&
  segments.reduce<ts.Expression>(
    (all, segment) => build.binary(build.binary(all, PLUS, slash(all.end), span), PLUS, segment, span),
    text,
  );

/** String method that has another name in the common syntax tree. */
const called =
  (name: string): Make =>
  ({ span }, [text, ...args]) => {
    if (!text) return undefined;
    const at = build.nowhere(text.end);
    return build.call(
      build.member(text, build.nameAt(name, at), { start: span.start, end: text.end }),
      args,
      span,
    );
  };

/** String methods of .NET, and `contains` of Java. */
const OF_TEXTS = Object.fromEntries(
  Object.entries({
    StartsWith: 'startsWith',
    EndsWith: 'endsWith',
    Contains: 'includes',
    contains: 'includes',
    IndexOf: 'indexOf',
    Replace: 'replace',
    TrimEnd: 'rstrip',
    TrimStart: 'lstrip',
    ToLower: 'toLowerCase',
    ToLowerInvariant: 'toLowerCase',
  }).map(([own, name]) => [own, onReceiver(called(name))]),
);

/** Methods whose names are unambiguous. */
const METHODS: Readonly<Record<string, Make>> = {
  ...OF_TEXTS,
  writeValueAsString: json,
  formatted: onReceiver(format),
  equals: onReceiver(({ span }, [left, right]) => left && right && build.binary(left, EQUALS, right, span)),
  orElse: onReceiver(orElse),
  queryParam: onReceiver(withQuery),
  addQueryParameter: onReceiver(withQuery),
  addEncodedQueryParameter: onReceiver(withQuery),
  pathSegment: onReceiver(withSegments),
  addPathSegment: onReceiver(withSegments),
  addPathSegments: onReceiver(withSegments),
};

/** Methods of a URL builder that do not change the URL. */
const ADDRESS = /^(?:UriComponentsBuilder|HttpUrl|URI)\b/;
const KEEPS: Readonly<Record<string, Make>> = Object.fromEntries(
  ['toUriString', 'toUri', 'toURL', 'encode', 'newBuilder', 'build', 'toString', 'url', 'uri'].map((name) => [
    name,
    onReceiver(first),
  ]),
);

const LOGGER = /^(?:_?log(?:ger)?|LOG|LOGGER|System\.(?:out|err)|Console(?:\.(?:Out|Error))?)$/;

const ofReceiver = (named: NamedCall): Make | undefined => {
  if (named.isBare) return undefined;
  if (Object.hasOwn(METHODS, named.name)) return METHODS[named.name];
  const isAddress = ADDRESS.test(named.ctx.text.slice(named.span.start, named.span.end));
  if (!isAddress) return undefined;
  if (named.name === 'path') return onReceiver(withPath);
  return Object.hasOwn(KEEPS, named.name) ? KEEPS[named.name] : undefined;
};

/** Lowers a call of a function that is known by name; `undefined` for all other calls. */
export const namedTextCall = (named: NamedCall): ts.Expression | undefined => {
  const { ctx, owner, name, args } = named;
  const key = `${owner}.${name}`;
  const known = Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
  const make = known ?? (LOGGER.test(owner) && !named.isBare ? printed : ofReceiver(named));
  return make?.(
    named,
    args.map((arg) => ctx.expression(arg)),
  );
};

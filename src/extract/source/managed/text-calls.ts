import { entryNamed, type Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { EQUALS, OR_ABSENT, PLUS } from '../languages/operators.ts';
import { ts } from '../syntax/tree.ts';
import { callLibrary } from './names.ts';
import { itsValue, type LowersCall, type NamedCall, onReceiver, urlMethod } from './url-builders.ts';

/** `Map.of("a", 1, "b", 2)`. */
const mapOf: LowersCall = ({ span }, args) =>
  build.object(
    args.flatMap((key, at) =>
      at % 2 === 0 && args[at + 1]
        ? [build.property(build.propertyKey(key), args[at + 1]!, { start: key.pos, end: args[at + 1]!.end })]
        : [],
    ),
    span,
  );

const listOf: LowersCall = ({ span }, args) => build.array(args, span);

const environment = (span: Span): ts.Expression => {
  const at = build.nowhere(span.start);
  return build.member(build.nameAt('process', at), build.nameAt('env', at), at);
};

/** Environment variable or system property, with the default used where it is not set; all of them without a name. */
const variable: LowersCall = ({ span }, [name, other]) => {
  if (!name) return environment(span);
  const read = build.element(environment(span), name, {
    start: span.start,
    end: other ? name.end : span.end,
  });
  return other ? build.binary(read, OR_ABSENT, other, span) : read;
};

const orElse: LowersCall = ({ span }, [value, other]) =>
  value && other && build.binary(value, OR_ABSENT, other, span);

const format: LowersCall = ({ ctx, span }, args) => callLibrary(ctx, 'String', 'format', args, span);

/** `string.Format("{0}/groups/{1}", base, id)`. */
const dotnetFormat: LowersCall = ({ span }, [template, ...values]) => {
  if (!template) return undefined;
  const at = build.nowhere(template.end);
  return build.call(
    build.member(template, build.nameAt('format', at), { start: span.start, end: template.end }),
    values,
    span,
  );
};

const summed: LowersCall = ({ span }, [start, ...others]) =>
  start && others.reduce<ts.Expression>((all, each) => build.binary(all, PLUS, each, span), start);

const builtin =
  (owner: string, name: string): LowersCall =>
  ({ span }, [value]) => {
    const at = build.nowhere(span.start);
    return (
      value && build.call(build.member(build.nameAt(owner, at), build.nameAt(name, at), at), [value], span)
    );
  };

const json = builtin('JSON', 'stringify');

const encoded: LowersCall = ({ span }, [value]) =>
  value && build.call(build.nameAt('encodeURIComponent', build.nowhere(span.start)), [value], span);

const printed: LowersCall = ({ span }, args) => {
  const at = build.nowhere(span.start);
  return build.call(build.member(build.nameAt('console', at), build.nameAt('log', at), at), args, span);
};

const joined: LowersCall = ({ span }, [separator, ...items]) => {
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
const FUNCTIONS: Readonly<Record<string, LowersCall>> = {
  'String.format': format,
  'String.join': joined,
  'string.Format': dotnetFormat,
  'String.Format': dotnetFormat,
  'string.Join': joined,
  'string.Concat': summed,
  'Environment.GetEnvironmentVariable': variable,
  'JsonSerializer.Serialize': json,
  'JsonConvert.SerializeObject': json,
  'JsonContent.Create': itsValue,
  'Uri.EscapeDataString': encoded,
  'String.valueOf': itsValue,
  'URI.create': itsValue,
  'HttpUrl.parse': itsValue,
  'HttpUrl.get': itsValue,
  'UriComponentsBuilder.fromHttpUrl': itsValue,
  'UriComponentsBuilder.fromUriString': itsValue,
  'Objects.requireNonNull': itsValue,
  'Optional.of': itsValue,
  'Optional.ofNullable': itsValue,
  'Map.of': mapOf,
  'List.of': listOf,
  'Arrays.asList': listOf,
  'Collections.singletonList': listOf,
  'Collections.singletonMap': mapOf,
  'System.getenv': variable,
  'System.getProperty': variable,
  'Objects.requireNonNullElse': orElse,
  'BodyPublishers.ofString': itsValue,
  'HttpRequest.BodyPublishers.ofString': itsValue,
  'MediaType.parse': itsValue,
  'MediaType.parseMediaType': itsValue,
  'MediaType.valueOf': itsValue,
  'EntityUtils.toString': itsValue,
  'Encoding.UTF8.GetBytes': itsValue,
  'Encoding.ASCII.GetBytes': itsValue,
  'RequestBody.create': (_call, args) => args.find((arg) => !isMediaType(arg)),
};

const isMediaType = (node: ts.Node): boolean => {
  const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
  return ts.isStringLiteral(inner) && /^[\w.+-]+\/[\w.+-]+(?:;.*)?$/.test(inner.text);
};

/** String method that has another name in the common syntax tree. */
const called =
  (name: string): LowersCall =>
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
const METHODS: Readonly<Record<string, LowersCall>> = {
  ...OF_TEXTS,
  writeValueAsString: json,
  formatted: onReceiver(format),
  equals: onReceiver(({ span }, [left, right]) => left && right && build.binary(left, EQUALS, right, span)),
  orElse: onReceiver(orElse),
  getBytes: onReceiver(itsValue),
  toByteArray: onReceiver(itsValue),
  getOrDefault: onReceiver(
    ({ span }, [map, key, other]) =>
      map && key && other && build.binary(build.element(map, key, span), OR_ABSENT, other, span),
  ),
};

const LOGGER = /^(?:_?log(?:ger)?|LOG|LOGGER|System\.(?:out|err)|Console(?:\.(?:Out|Error))?)$/;

/** True for an object that writes to a log or to the terminal. */
export const isLogger = (receiver: string): boolean => LOGGER.test(receiver);

const ofReceiver = (named: NamedCall): LowersCall | undefined =>
  named.isBare ? undefined : (entryNamed(METHODS, named.name) ?? urlMethod(named));

/** Lowers a call of a function that is known by name; `undefined` for all other calls. */
export const namedTextCall = (named: NamedCall): ts.Expression | undefined => {
  const { ctx, owner, name, args } = named;
  const key = `${owner}.${name}`;
  const known = Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
  const make = known ?? (isLogger(owner) && !named.isBare ? printed : ofReceiver(named));
  return make?.(
    named,
    args.map((arg) => ctx.expression(arg)),
  );
};

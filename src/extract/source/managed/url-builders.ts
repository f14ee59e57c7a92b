import { entryNamed, type Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { ts } from '../syntax/tree.ts';
import type { Chain } from './chain.ts';
import { type Lowering, plainType, textIn, typeOfName } from './lowering.ts';

// URLs and their builders: `HttpUrl.parse("…").newBuilder().addPathSegment("groups").build()`.

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
  /** Type of the object that the chain of calls starts with, where it is known. */
  readonly type: string | undefined;
  receiver(): ts.Expression;
}

/** Lowers such a call from its arguments. */
export type LowersCall = (call: NamedCall, args: readonly ts.Expression[]) => ts.Expression | undefined;

/** Equivalent to its argument, which is edited directly. */
export const itsValue: LowersCall = (_call, [value]) => value;

/** Lowers a call of a method, its receiver before its arguments. */
export const onReceiver =
  (make: LowersCall): LowersCall =>
  (named, args) =>
    make(named, [named.receiver(), ...args]);

/** A text followed by an unknown part. */
const withQuery: LowersCall = ({ span }, [text, ...args]) =>
  text && build.binary(text, PLUS, build.opaque({ start: text.end, end: span.end }, args), span);

const withPath: LowersCall = ({ span }, [text, path]) => text && path && build.binary(text, PLUS, path, span);

const signs = (text: string, at: number): ts.Expression => build.textAt(text, build.nowhere(at));

const withSegments: LowersCall = ({ span }, [text, ...segments]) =>
  text &&
  segments.reduce<ts.Expression>(
    (all, segment) => build.binary(build.binary(all, PLUS, signs('/', all.end), span), PLUS, segment, span),
    text,
  );

const withScheme: LowersCall = ({ span }, [, scheme]) =>
  scheme && build.binary(scheme, PLUS, signs('://', scheme.end), span);

/** `base.resolve("groups")`, as a browser resolves a link. */
const resolved: LowersCall = ({ span }, [base, path]) =>
  base && path && build.construct(build.nameAt('URL', build.nowhere(span.start)), [path, base], span);

const methods = (make: LowersCall, ...names: readonly string[]): Readonly<Record<string, LowersCall>> =>
  Object.fromEntries(names.map((name) => [name, onReceiver(make)]));

/** Methods that add to a builder, by names that no other class has. */
const ADDING: Readonly<Record<string, LowersCall>> = {
  ...methods(withQuery, 'queryParam', 'addQueryParameter', 'addEncodedQueryParameter'),
  ...methods(withSegments, 'pathSegment', 'addPathSegment', 'addPathSegments'),
};

/** Methods of URLs and of their builders. */
const OF_URLS: Readonly<Record<string, LowersCall>> = {
  ...methods(
    itsValue,
    'toUriString',
    'toUri',
    'toURL',
    'encode',
    'newBuilder',
    'build',
    'toString',
    'url',
    'uri',
  ),
  ...methods(withPath, 'path'),
  ...methods(resolved, 'resolve'),
};

/** Methods of a builder that is empty before. */
const OF_EMPTY: Readonly<Record<string, LowersCall>> = {
  ...methods(withScheme, 'scheme'),
  ...methods(withPath, 'host'),
};

const URL_TYPE = /^(?:UriComponentsBuilder|HttpUrl|URI)\b/;
const BUILDER = /^(?:UriComponentsBuilder|HttpUrl\.Builder)$/;
const EMPTY = /^(?:(?:new\s+)?HttpUrl\.Builder\(\)|UriComponentsBuilder\.newInstance\(\))/;

/** Lowering of a method of a URL or of a URL builder; `undefined` for other methods. */
export const urlMethod = ({ ctx, name, span, type = '' }: NamedCall): LowersCall | undefined => {
  const adds = entryNamed(ADDING, name);
  if (adds) return adds;
  const written = ctx.text.slice(span.start, span.end);
  if (!URL_TYPE.test(written) && !EMPTY.test(written) && !URL_TYPE.test(type)) return undefined;
  return entryNamed(OF_URLS, name) ?? (EMPTY.test(written) ? entryNamed(OF_EMPTY, name) : undefined);
};

/** Functions that make a URL, by the last name of the call. */
const MAKES_URL: Readonly<Record<string, string>> = {
  toHttpUrl: 'HttpUrl',
  toHttpUrlOrNull: 'HttpUrl',
  newBuilder: 'HttpUrl.Builder',
  fromHttpUrl: 'UriComponentsBuilder',
  fromUriString: 'UriComponentsBuilder',
};

/** Type of a URL, or of a URL builder, that a chain of calls makes; `undefined` for other values. */
export const urlTypeOf = (ctx: Lowering, { root, links }: Chain): string | undefined => {
  const type = entryNamed(MAKES_URL, links.at(-1)?.name ?? '');
  const start = root ? textIn(ctx, root) : '';
  const isUrl =
    links[0]?.name.startsWith('toHttpUrl') ||
    URL_TYPE.test(start) ||
    URL_TYPE.test(typeOfName(ctx, start) ?? '');
  return isUrl ? type : undefined;
};

/** Variable whose URL a statement changes: `url.addPathSegment("groups");`. */
export const changedUrl = (ctx: Lowering, { root, links, made }: Chain): Cst | undefined => {
  const variable = root && !made ? textIn(ctx, root) : '';
  if (!/^\w+$/.test(variable) || links.length === 0) return undefined;
  const isBuilder = BUILDER.test(plainType(typeOfName(ctx, variable) ?? ''));
  const isChange = links.every(
    ({ name }) => Object.hasOwn(ADDING, name) || (isBuilder && !/^(?:build|clone|to[A-Z]\w*)$/.test(name)),
  );
  return isChange ? root : undefined;
};

import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { isTypeOf, type Lowering } from './lowering.ts';

/** Media type or header that a library constant names. */
const mediaType = (name: string): string | undefined =>
  /^APPLICATION_JSON(?:_VALUE|_UTF8)?$/.test(name)
    ? 'application/json'
    : /^APPLICATION_FORM_URLENCODED(?:_VALUE)?$/.test(name)
      ? 'application/x-www-form-urlencoded'
      : /^TEXT_PLAIN(?:_VALUE)?$/.test(name)
        ? 'text/plain'
        : name === 'ALL' || name === 'ALL_VALUE'
          ? '*/*'
          : undefined;

/** `CONTENT_TYPE` is `Content-Type`. */
const headerName = (name: string): string =>
  name
    .toLowerCase()
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('-');

const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

const DOTNET_METHOD = /^(?:HttpMethod|Method)\.(Get|Post|Put|Patch|Delete|Head|Options)$/;

/** Value of a .NET constant: `HttpMethod.Get`, `MediaTypeNames.Application.Json`. */
export const dotnetConstant = (path: string, span: Span): ts.Expression | undefined => {
  const method = DOTNET_METHOD.exec(path)?.[1];
  if (method !== undefined) return build.textAt(method.toUpperCase(), span);
  return path.endsWith('MediaTypeNames.Application.Json')
    ? build.textAt('application/json', span)
    : undefined;
};

/** Value of a library constant: `MediaType.APPLICATION_JSON`, `HttpHeaders.ACCEPT`, `HttpMethod.GET`. */
export const constantOf = (ctx: Lowering, path: string, span: Span): ts.Expression | undefined => {
  const [, type = '', name = ''] =
    /^(?:[a-z][\w.]*\.)?(MediaType|HttpHeaders|HttpMethod)\.([A-Z][A-Z_\d]*)$/.exec(path) ?? [];
  if (type === '' || ctx.outside.declared.has(type)) return undefined;
  if (type === 'HttpMethod') return VERB.test(name) ? build.textAt(name, span) : undefined;
  if (type === 'HttpHeaders') return build.textAt(headerName(name), span);
  const media = mediaType(name);
  if (media === undefined) return undefined;
  const isObject = !name.endsWith('_VALUE') && isTypeOf(ctx, type, 'org.springframework.http');
  const isText = name.endsWith('_VALUE') || /ws\.rs\./.test(ctx.outside.named.get(type) ?? '');
  return build.textAt(media, span, {
    span: { start: span.start, end: span.end },
    spelling: isObject ? 'spring-media-type' : isText ? 'java-expression' : 'fixed',
  });
};

const KTOR_TYPES: Readonly<Record<string, string>> = {
  'Application.Json': 'application/json',
  Any: '*/*',
  'Text.Plain': 'text/plain',
};

/** Value of a media type of Ktor: `ContentType.Application.Json`, `ContentType.parse("…")`. */
export const contentTypeConstant = (written: string, span: Span): ts.Expression | undefined => {
  const [, made, constant = ''] =
    /^ContentType\.(?:parse\(\s*"([\w.+/-]+)"\s*\)|(Application\.Json|Any|Text\.Plain))$/.exec(written) ?? [];
  const value = made ?? KTOR_TYPES[constant];
  return value === undefined
    ? undefined
    : build.textAt(value, span, {
        span: { start: span.start, end: span.end },
        spelling: 'ktor-content-type',
      });
};

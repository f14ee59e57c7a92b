import type { EmbeddedText, HeaderSet, RequestFact, Slot, Tree } from '../../../model/index.ts';
import { urlAlternatives } from '../authored/address.ts';
import { formBody, jsonBody } from '../../documents/authored-body.ts';
import { authoredHeader, schemeOf } from '../authored/headers.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { authoredRequest } from '../authored/request.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';
import { headerGap } from '../authored/header-gap.ts';
import { urlOf } from './url.ts';

/** Context of a request: its file, the variables that may apply, the settings of its folders. */
export interface PostmanContext {
  readonly text: string;
  readonly read: JsonReader;
  readonly mayBeApiUrl: (flat: string) => boolean;
  /** One per set of variables that can be selected. */
  readonly scopes: readonly PlaceholderValues[];
  readonly auth: string | undefined;
  /** True when a script may add headers before the request is sent. */
  readonly scripted: boolean;
}

export interface PostmanCall {
  readonly request: RequestFact;
  readonly embedded: readonly EmbeddedText[];
}

const isOn = (item: Tree): boolean => scalarOf(item, 'disabled')?.value !== true;

const fieldsOf = (list: readonly Tree[]): readonly (readonly [Slot, Slot])[] =>
  list.filter(isOn).flatMap((item) => {
    const key = scalarOf(item, 'key')?.slot;
    const value = scalarOf(item, 'value')?.slot;
    return key === undefined || value === undefined || key.value === '' ? [] : [[key, value] as const];
  });

const headersOf = (request: Tree, { text, scopes, scripted }: PostmanContext): HeaderSet => {
  const list = memberOf(request, 'header');
  const fields = fieldsOf(itemsOf(request, 'header'));
  return {
    entries: fields.map(([name, value]) => authoredHeader(name, value, scopes)),
    complete: !scripted && (list === undefined || list.kind === 'list'),
    gap: headerGap(text, request, list),
  };
};

interface SentBody {
  readonly body?: Tree | undefined;
  readonly embedded?: readonly EmbeddedText[];
  readonly hasBody: boolean;
  readonly isJson?: boolean;
}

const rawBody = (body: Tree, read: JsonReader): SentBody => {
  const slot = scalarOf(body, 'raw')?.slot;
  if (slot === undefined || slot.value === '') return { hasBody: false };
  const json = jsonBody(slot, read);
  const language = stringOf(memberOf(memberOf(body, 'options'), 'raw'), 'language');
  return { body: json?.tree, embedded: json?.embedded ?? [], hasBody: true, isJson: language === 'json' };
};

const bodyOf = (request: Tree, read: JsonReader): SentBody => {
  const body = memberOf(request, 'body');
  if (body === undefined || !isOn(body)) return { hasBody: false };
  const mode = stringOf(body, 'mode');
  if (mode === 'raw') return rawBody(body, read);
  if (mode !== 'urlencoded') return { hasBody: mode !== undefined };
  return { body: formBody(body, fieldsOf(itemsOf(body, mode))), hasBody: true };
};

/** Authentication scheme of a request, or of its folder. */
export const authIn = (tree: Tree): string | undefined =>
  stringOf(memberOf(tree, 'auth'), 'type')?.toLowerCase().replace('oauth2', 'bearer');

const authOf = (request: Tree, around: PostmanContext): string | undefined => {
  const written = fieldsOf(itemsOf(request, 'header')).find(([name]) => /^authorization$/i.test(name.value));
  return written === undefined ? (authIn(request) ?? around.auth) : schemeOf(written[1].value);
};

/** Call of a collection's request; `undefined` when it cannot be one of the API. */
export const postmanCallOf = (request: Tree, around: PostmanContext): PostmanCall | undefined => {
  const url = urlOf(request, around.text);
  const urls = url && urlAlternatives(around.scopes, url.textIn, around.mayBeApiUrl);
  if (url === undefined || urls === undefined || urls.length === 0) return undefined;
  const { body, embedded, hasBody, isJson } = bodyOf(request, around.read);
  const fact = authoredRequest({
    place: { file: url.slot.file, span: url.slot.span },
    origin: 'collection',
    client: 'postman',
    method: stringOf(request, 'method') ?? 'GET',
    urls,
    headers: headersOf(request, around),
    body,
    hasBody,
    setsContentType: isJson === true,
    auth: authOf(request, around),
  });
  return { request: fact, embedded: embedded ?? [] };
};

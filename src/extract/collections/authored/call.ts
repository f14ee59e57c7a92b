import { flatten } from '../../../model/index.ts';
import type {
  EmbeddedText,
  Fact,
  InsertionPoint,
  HeaderSet,
  Slot,
  Tree,
  UrlFact,
} from '../../../model/index.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import type { SpanAt } from '../../documents/json/spelled-text.ts';
import { urlAlternatives, addressText } from './address.ts';
import { jsonBody } from '../../documents/authored-body.ts';
import { authoredHeader, schemeOf } from './headers.ts';
import type { PlaceholderValues } from './placeholders.ts';
import { authoredRequest } from './request.ts';

/** Header or field as written: name and value. */
export type Field = readonly [Slot, Slot];

/** Body of a request in a collection. */
export interface WrittenBody {
  /** Text that may be JSON. */
  readonly slot?: Slot | undefined;
  readonly tree?: Tree | undefined;
  readonly hasBody: boolean;
  /** True when the tool itself declares that it sends JSON. */
  readonly isJson?: boolean;
}

/** Request in a collection, whatever its syntax. */
export interface WrittenRequest {
  readonly client: string;
  readonly method: string | undefined;
  readonly url: Slot;
  /** Returns the span of a range of the URL. */
  readonly spanAt: SpanAt;
  readonly headers: readonly Field[];
  readonly gap: InsertionPoint | undefined;
  /** False when a script may add headers. */
  readonly complete: boolean;
  readonly body: WrittenBody;
  /** Authentication scheme that the tool adds. */
  readonly auth: string | undefined;
}

/** Readers and variables for the requests of a collection. */
export interface CollectionContext {
  readonly read: JsonReader;
  readonly mayBeApiUrl: (flat: string) => boolean;
  /** One per set of variables that can be selected. */
  readonly scopes: readonly PlaceholderValues[];
}

/** Facts, and the texts inside strings that they refer to. */
export interface Stated {
  readonly facts: readonly Fact[];
  readonly embedded: readonly EmbeddedText[];
}

const authOf = ({ headers, auth }: WrittenRequest): string | undefined => {
  const written = headers.findLast(([name]) => name.value.toLowerCase() === 'authorization');
  return written === undefined ? auth : schemeOf(written[1].value);
};

const headerSet = (request: WrittenRequest, scopes: readonly PlaceholderValues[]): HeaderSet => ({
  entries: request.headers.map(([name, value]) => authoredHeader(name, value, scopes)),
  complete: request.complete,
  gap: request.gap,
});

/** Call of a request, and its URL; nothing when it cannot be one of the API. */
export const writtenCall = (request: WrittenRequest, around: CollectionContext): Stated => {
  const { url, spanAt, body, client, method } = request;
  const { scopes, mayBeApiUrl, read } = around;
  const urls = urlAlternatives(scopes, (scope) => addressText(url, spanAt, scope), mayBeApiUrl);
  if (urls.length === 0) return { facts: [], embedded: [] };
  const place = { file: url.file, span: url.span };
  const json = body.slot && jsonBody(body.slot, read);
  const fact = authoredRequest({
    place,
    origin: 'collection',
    client,
    method: method ?? 'GET',
    urls,
    headers: headerSet(request, scopes),
    body: body.tree ?? json?.tree,
    hasBody: body.hasBody,
    setsContentType: body.isJson === true,
    auth: authOf(request),
  });
  const written = urls
    .filter((text) => mayBeApiUrl(flatten(text)))
    .map((text): UrlFact => ({ kind: 'url', ...place, origin: 'collection', text, use: 'value' }));
  return { facts: [fact, ...written], embedded: json?.embedded ?? [] };
};

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
import { addressArms, addressText } from './address.ts';
import { jsonBody } from './body.ts';
import { authoredHeader, schemeOf } from './headers.ts';
import type { PlaceholderValues } from './placeholders.ts';
import { authoredRequest } from './request.ts';

/** A header or field as it is written: name and value. */
export type Field = readonly [Slot, Slot];

/** Body that a collection sends with a request. */
export interface WrittenBody {
  /** A text that may be JSON. */
  readonly slot?: Slot | undefined;
  readonly tree?: Tree | undefined;
  readonly hasBody: boolean;
  /** True when the tool itself says that it sends JSON. */
  readonly isJson?: boolean;
}

/** A request as people write it in a collection, whatever its syntax. */
export interface WrittenRequest {
  readonly client: string;
  readonly method: string | undefined;
  readonly url: Slot;
  /** Where a range of the address stands. */
  readonly spanAt: SpanAt;
  readonly headers: readonly Field[];
  readonly gap: InsertionPoint | undefined;
  /** False when a script may add headers. */
  readonly complete: boolean;
  readonly body: WrittenBody;
  /** Scheme of the credentials that the tool adds. */
  readonly auth: string | undefined;
}

/** Readers and variables for the requests of a collection. */
export interface CollectionContext {
  readonly read: JsonReader;
  readonly interest: (flat: string) => boolean;
  /** One per set of variables that may be chosen. */
  readonly scopes: readonly PlaceholderValues[];
}

/** Facts, and the texts inside strings that they speak of. */
export interface Stated {
  readonly facts: readonly Fact[];
  readonly embedded: readonly EmbeddedText[];
}

const authOf = ({ headers, auth }: WrittenRequest): string | undefined => {
  const written = headers.findLast(([name]) => name.value.toLowerCase() === 'authorization');
  return written === undefined ? auth : schemeOf(`${written[1].value} `);
};

const headerSet = (request: WrittenRequest, scopes: readonly PlaceholderValues[]): HeaderSet => ({
  entries: request.headers.map(([name, value]) => authoredHeader(name, value, scopes)),
  complete: request.complete,
  gap: request.gap,
});

/** The call that a written request makes, and its address; nothing when it cannot be one of the API's. */
export const writtenCall = (request: WrittenRequest, around: CollectionContext): Stated => {
  const { url, spanAt, body, client, method } = request;
  const { scopes, interest, read } = around;
  const urls = addressArms(scopes, (scope) => addressText(url, spanAt, scope), interest);
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
    .filter((text) => interest(flatten(text)))
    .map((text): UrlFact => ({ kind: 'url', ...place, origin: 'collection', text, use: 'value' }));
  return { facts: [fact, ...written], embedded: json?.embedded ?? [] };
};

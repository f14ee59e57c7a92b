import { methodNamed } from '../../../model/index.ts';
import type { HeaderSet, Origin, Place, RequestFact, Text, Tree } from '../../../model/index.ts';

/** Call as a format states it; the rest of the fact is derived from it. */
export interface AuthoredCall {
  readonly place: Place;
  readonly origin: Origin;
  readonly client: string;
  readonly method: string | undefined;
  readonly urls: readonly Text[];
  readonly headers: HeaderSet;
  readonly body: Tree | undefined;
  readonly hasBody: boolean | undefined;
  readonly setsContentType: boolean;
  readonly auth: string | undefined;
  /** Call of the script function that contains it. */
  readonly from?: Place;
}

/** Handwritten call: no exchange, no time, no call path. */
export const authoredRequest = ({ place, method, from, ...call }: AuthoredCall): RequestFact => ({
  kind: 'request',
  ...call,
  ...place,
  id: `${place.file}#${place.span.start}-${place.span.end}${from ? `<${from.span.start}` : ''}`,
  method: methodNamed(method),
  headersAt: place,
  exchange: undefined,
  time: undefined,
  repeated: false,
  trail: from ? [from] : [],
});

import type { Place, RecordedDoubt, Tree } from '../../../model/index.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RawHeader } from './headers.ts';

/** Body in a recording: a text that may be JSON or a form. */
export interface RecordedText {
  readonly kind: 'text';
  /** File that contains it: bodies may be stored beside the recording. */
  readonly file: string;
  readonly source: SpelledText;
  readonly mediaType: string | undefined;
  /** True where the recording holds a body in a form that cannot be decoded; `source` is empty then. */
  readonly isLost?: boolean;
}

/** Text to parse, or fields that the recording stores in parsed form. */
export type RecordedBody = RecordedText | Tree;

/** Request that a client sent. Nothing of it is stored in a fact before credentials are removed. */
export interface RecordedRequest {
  readonly method: string | undefined;
  /** URL, in one piece or in several consecutive ones. */
  readonly url: readonly SpelledText[];
  /** Position at which the call is reported. */
  readonly place: Place;
  /** Empty when the recording stores none. */
  readonly headers: readonly RawHeader[];
  readonly body: RecordedBody | undefined;
  /** `undefined` when unknown. */
  readonly hasBody: boolean | undefined;
}

/** Response of a server. */
export interface RecordedAnswer {
  readonly status: number | undefined;
  /** Text beside the status: `Not Found`. */
  readonly reason?: string | undefined;
  /** Reason why its status is not known for sure, which the format can tell. */
  readonly doubt?: RecordedDoubt | undefined;
  readonly place: Place;
  readonly headers: readonly RawHeader[];
  readonly body: RecordedBody | undefined;
}

/**
 * One request and its response, in any recording format: the result of every reader of recordings, and the
 * only input of facts.
 */
export interface RecordedExchange {
  /** Zero-based, over all exchanges of the recording. */
  readonly index: number;
  /** Name of the format, for facts. */
  readonly client: string;
  readonly file: string;
  readonly request: RecordedRequest;
  /** `undefined` when the recording has none, or not all of it. */
  readonly answer: RecordedAnswer | undefined;
  /** Milliseconds since the epoch. */
  readonly time: number | undefined;
  /** The exchange as recorded, where that is JSON or YAML. */
  readonly entry?: Tree;
  /** Further calls of its kind, which are not reported one by one; set where it represents all of them. */
  readonly repeats?: { readonly count: number; readonly last: number | undefined };
}

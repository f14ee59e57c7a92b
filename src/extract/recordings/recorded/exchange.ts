import type { Place, Tree } from '../../../model/index.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RawHeader } from './headers.ts';

/** A body as a recording holds it: a text that may be JSON or a form. */
export interface RecordedText {
  readonly kind: 'text';
  /** The file that holds it: bodies may be kept beside the recording. */
  readonly file: string;
  readonly source: SpelledText;
  readonly mediaType: string | undefined;
}

/** A text to read, or fields that the recording keeps already taken apart. */
export type RecordedBody = RecordedText | Tree;

/** Request that a client sent. Nothing in it is kept with a fact before credentials are taken out. */
export interface RecordedRequest {
  readonly method: string | undefined;
  /** The address, in one piece or in several that follow on each other. */
  readonly url: readonly SpelledText[];
  /** Where the call is reported. */
  readonly place: Place;
  /** Empty when the recording keeps none. */
  readonly headers: readonly RawHeader[];
  readonly body: RecordedBody | undefined;
  /** `undefined` when that cannot be told. */
  readonly hasBody: boolean | undefined;
}

/** Response of a server. */
export interface RecordedAnswer {
  readonly status: number | undefined;
  readonly place: Place;
  readonly headers: readonly RawHeader[];
  readonly body: RecordedBody | undefined;
}

/**
 * One request and its answer, in whichever form it was recorded: what every reader of recordings makes, and all that
 * facts are made of.
 */
export interface RecordedExchange {
  /** Zero-based, over everything that the recording holds. */
  readonly index: number;
  /** Name of the form, as facts give it. */
  readonly client: string;
  readonly file: string;
  readonly request: RecordedRequest;
  /** `undefined` when the recording holds none, or not all of it. */
  readonly answer: RecordedAnswer | undefined;
  /** Milliseconds since the epoch. */
  readonly time: number | undefined;
  /** Further calls like it, which the reader does not tell one by one; set where it stands for all of its kind. */
  readonly repeats?: { readonly count: number; readonly last: number | undefined };
}

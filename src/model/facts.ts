import type { SilenceReason } from './account.ts';
import type { HeaderSet } from './headers.ts';
import type { Origin } from './source.ts';
import type {
  ComparisonFact,
  EscapeFact,
  HeaderTestFact,
  MatchedMember,
  NameFact,
  ReadFact,
  RecordedDoubt,
  StrayHeaderFact,
  TypedFact,
} from './response-facts.ts';
import type { Place, Span } from './slot.ts';
import type { Text, TextUse } from './text.ts';
import type { Tree } from './tree.ts';

/**
 * Statement of an extractor of a file. Facts hold no functions and no syntax nodes: a fact list is a JSON snapshot.
 * Every key is always present; `undefined` means "cannot be known".
 */
export type Fact =
  | UrlFact
  | RequestFact
  | ForeignFact
  | ExpectationFact
  | ResponseFact
  | PayloadFact
  | ReadFact
  | HeaderTestFact
  | ComparisonFact
  | StrayHeaderFact
  | EscapeFact
  | TypedFact
  | NameFact
  | DeclarationFact
  | UsesFact
  | SuppressionFact
  | MentionFact
  | ServedFact
  | MediaTypeFact;

/**
 * A URL or base as it is written, or a path that shows more than its base: once per literal, whether or not a request is
 * built on it. Requests carry the same slots in their own `url`, which is how the two are joined.
 */
export interface UrlFact extends Place {
  readonly kind: 'url';
  readonly origin: Origin;
  readonly text: Text;
  /**
   * `value`: used, or may be used, as a URL. `mention`: a label, a log text, a comparison, a test title or
   * string processing; no rule may report it.
   */
  readonly use: 'value' | 'mention';
  /** True in mocks and assertions of tests: the URL has to say what the code under test sends. */
  readonly follows?: boolean;
  /** The package that is given the URL and sends requests of its own, where that is known of it. */
  readonly givenTo?: string;
  /** True where it is passed to unknown code, which may send a request to it. */
  readonly unseen?: boolean;
  /**
   * True in an object that configures a client, or a request of another program: as `prefixUrl`, beside `headers`, as
   * `destination` of a rewrite.
   */
  readonly described?: boolean;
  /** Callee of that call, by the names in the source. */
  readonly callee?: string;
}

/** One request to an API, with its known parts. `span` is the sending call. */
export interface RequestFact extends Place {
  readonly kind: 'request';
  readonly id: string;
  readonly origin: Origin;
  /** The row of the client table, or the recording's form: `fetch`, `axios`, `har`, … */
  readonly client: string;
  /** Upper case. */
  readonly method: string | undefined;
  /** Possible URLs, one text per arm of a condition; never empty. */
  readonly urls: readonly Text[];
  readonly headers: HeaderSet;
  /** Where a header that all requests of an instance or wrapper miss is reported; the call itself otherwise. */
  readonly headersAt: Place;
  readonly body: Tree | undefined;
  /** Alternatives where one of several payloads is sent; `body` is opaque then. */
  readonly bodies?: readonly Tree[];
  /** Query fields that the client appends to the URL, if the code lists them separately. */
  readonly query?: Tree;
  /** True when a body is sent, false when none is, `undefined` if unknown. */
  readonly hasBody: boolean | undefined;
  /** True when the client itself writes `Content-Type: application/json` for this body. */
  readonly setsContentType: boolean;
  /** True when the body is a text made of JSON, which no client sends as a form. */
  readonly jsonText?: boolean;
  /** Scheme of the credentials, lower case: `basic`, `digest`, `bearer`. */
  readonly auth: string | undefined;
  /** Identifies equal credentials within one recording and run. */
  readonly credentials?: string;
  /** Zero-based index in a recording. */
  readonly exchange: number | undefined;
  /** Milliseconds since the epoch, from a recording. */
  readonly time: number | undefined;
  /** Reason why a recording of it proves nothing. */
  readonly doubt?: RecordedDoubt;
  /** Further calls like it in a long log, which are not stated one by one; `last` is the time of the latest. */
  readonly repeats?: { readonly count: number; readonly last: number | undefined };
  /**
   * True when the call is repeated: it, or a call of its function, is in a loop or an iteration callback,
   * unconditionally and not as a retry.
   */
  readonly repeated: boolean;
  /** Enclosing function, if the response is not stored beyond one invocation. */
  readonly within?: Place;
  /** True for a heuristic client: the callee is unknown, and the call only looks like a request. */
  readonly heuristic?: boolean;
  /** True where its response is discarded: `curl -o /dev/null`. */
  readonly discarded?: boolean;
  /** Locations that led to the request, outermost first, for `--verbose`. */
  readonly trail: readonly Place[];
  /** Functions of the project that it is sent through, innermost first. */
  readonly through?: readonly WrapperName[];
}

/** Name of a function of the project, by which other files call it. */
export interface WrapperName {
  readonly name: string;
  /** Name of the class whose method it is. */
  readonly owner?: string;
  readonly at: Place;
}

/**
 * Request that is not known to go to this API: no rule checks it, and no fix may change it. Emitted if it is
 * sent from a file that also calls the API, or uses a URL or headers of another file.
 */
export interface ForeignFact extends Omit<RequestFact, 'kind'> {
  readonly kind: 'foreign';
}

/**
 * Request that a test expects of the code: in an assertion about a call, or in a mock of the service. `span`
 * is the assertion or mock.
 */
export interface ExpectationFact extends Place {
  readonly kind: 'expectation';
  readonly origin: Origin;
  /** Upper case. */
  readonly method: string | undefined;
  /** Never empty. */
  readonly urls: readonly Text[];
  /** Insertion point, only if the expectation lists all headers, so that one more would fail it. */
  readonly headers: HeaderSet;
  /** True when it is about the defaults of an instance: `expect(axios.create).toHaveBeenCalledWith({ … })`. */
  readonly instance?: boolean;
  /** Members by which a mock selects the bodies of the requests that it responds to; `span` is that of the name. */
  readonly matches?: readonly MatchedMember[];
}

/** Response of a request, in a recording or a mock. */
export interface ResponseFact extends Place {
  readonly kind: 'response';
  readonly origin: Origin;
  /** `id` of the request that it responds to. */
  readonly request: string | undefined;
  readonly status: number | undefined;
  readonly headers: HeaderSet;
  /** Media type of the body where the recording keeps it beside the headers. */
  readonly mediaType?: string;
  readonly body: Tree | undefined;
  readonly exchange: number | undefined;
}

/** A payload with no call in sight: a JSON file, an object literal with distinctive members. */
export interface PayloadFact extends Place {
  readonly kind: 'payload';
  readonly origin: Origin;
  readonly tree: Tree;
  /** The operation the configuration gives to the file. */
  readonly operation: string | undefined;
  /** `test`: compared or returned by a test, not sent. `view`: holds a value of a response; sent only if a request may send it. */
  readonly usedAs?: 'test' | 'view';
}

/** A type or validator that states a payload's shape. Members are keyed by property; values are opaque or objects. */
export interface DeclarationFact extends Place {
  readonly kind: 'declaration';
  readonly origin: Origin;
  readonly name: string | undefined;
  readonly tree: Tree;
  /** True when the type is used for a request or response of the API that was seen. */
  readonly used: boolean;
  /** True for a type of TypeScript, false for what a validator states. */
  readonly isType: boolean;
  /**
   * Positions of a declared name as a property name, with its declarations; `undefined` where they were not
   * searched for: in other languages than TypeScript, and in projects with too many files.
   */
  readonly uses?: Readonly<Record<string, readonly Place[]>>;
}

/** Uses of a text that may be edited. `span` is that of a slot, or of the gap of an object. */
export interface UsesFact extends Place {
  readonly kind: 'uses';
  readonly origin: Origin;
  /** The name that the source gives the value, where it gives one: `BASE`. */
  readonly name: string | undefined;
  /** Every location where it is used; inert ones are left out. */
  readonly uses: readonly TextUse[];
}

/**
 * Suppression comment (contract §6), or a position that the configuration silences. `span` covers the comment
 * with its delimiters, in JSX with its braces.
 */
export interface SuppressionFact extends Place {
  readonly kind: 'suppression';
  readonly origin: Origin;
  /** The comment without its delimiters; `undefined` where the configuration silences all rules in `span`. */
  readonly comment: string | undefined;
  /** Text after it, where that is more than a line: a block of code. */
  readonly next?: Span;
  /** False when the file broke, so that findings which the comment silences may be missing. */
  readonly parses: boolean;
}

/**
 * Text that may contain strings that look like URLs but are not used: a comment, a log text, prose. No rule
 * reports them.
 */
export interface MentionFact extends Place {
  readonly kind: 'mention';
  readonly origin: Origin;
  readonly by: SilenceReason;
}

/** A route, proxy, rewrite or server setting that serves or forwards a path, or everything below it. */
export interface ServedFact extends Place {
  readonly kind: 'served';
  readonly origin: Origin;
  /** The known part of the path, without a slash at its end: `/api/atlas`; empty where everything is forwarded. */
  readonly path: string;
}

/** A vendor media type that is written in code or settings, whether or not a request is seen to send it. */
export interface MediaTypeFact extends Place {
  readonly kind: 'media-type';
  readonly origin: Origin;
}

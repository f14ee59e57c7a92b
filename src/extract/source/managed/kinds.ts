// Requests that are built by calls, one row per client: what starts one, and what each call adds. Pure data.

/**
 * Part that a call adds to a request: its `url`, one `header` in place of others of its name, an `added header` beside them,
 * headers in `pairs` or as `members` of another object, a media
 * type, the method (by its own name, or as an argument, perhaps followed by a body), the `body`, a `JSON body` that sets
 * its Content-Type, a `path` behind the URL. `send` sends it, `send GET` by that method.
 */
export type Adds =
  | 'url'
  | 'path'
  | 'header'
  | 'added header'
  | 'pairs'
  | 'members'
  | 'Accept'
  | 'Content-Type'
  | 'Authorization'
  | 'method'
  | 'body'
  | 'JSON body'
  | 'send'
  | 'nothing'
  | `${'method' | 'send'} ${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'}`;

/** True for a call that adds one header. */
export const addsHeader = (adds: Adds | undefined): boolean => adds === 'header' || adds === 'added header';

/** True for a call that sends the request. */
export const isSending = (adds: Adds | undefined): boolean =>
  adds === 'send' || adds?.startsWith('send ') === true;

/** Roles of the arguments that start a request. */
export type Given = 'url' | 'method' | 'body' | 'headers' | 'other';

export interface Start {
  readonly given: readonly Given[];
  readonly method?: string;
  /** True where later calls cannot add to it: headers are inserted into the object that holds them. */
  readonly closed?: true;
  /** Type of a sole argument that holds the headers: `new HttpEntity<>(headers)`. */
  readonly headersAlone?: string;
}

export interface RequestKind {
  /** Package of the client: `okhttp3`. */
  readonly library: string;
  /** Expressions that start one: `new Request.Builder`, `HttpRequest.newBuilder`. */
  readonly starts: Readonly<Record<string, Start>>;
  /** Method calls that start one: `url.openConnection()`. */
  readonly opens?: readonly string[];
  /** Calls on one of its clients that start one: `client.get()`. */
  readonly begins?: Readonly<Record<string, Start>>;
  /** Code anywhere in the file by which its clients may add headers. */
  readonly changedBy?: RegExp;
  /** Calls on a text, its URL, that start one: `"…".httpGet()`, `"…".WithHeader(…)`. */
  readonly ofTexts?: Readonly<Record<string, Start>>;
  /** Types of variables that hold one. */
  readonly types: readonly string[];
  readonly steps: Readonly<Record<string, Adds>>;
  /** Method that a fix calls to add a header; none where each header has a property of its own. */
  readonly writes?: string;
  /** Properties that later statements set, beside those of all requests: `Accept` of an HttpWebRequest. */
  readonly headerProperties?: Readonly<Record<string, string>>;
  /** True where each call is a statement. */
  readonly byStatements?: true;
  /** True where an initializer can add headers too; a separate statement is preferred. */
  readonly initializes?: true;
  /** Calls that send one passed as their first argument. */
  readonly sends: readonly string[];
  /** Calls on one that read the response: the first of them sends it. */
  readonly reads?: readonly string[];
  /** Types of clients that send it and may add headers. */
  readonly clients?: readonly string[];
}

const none: Start = { given: [] };
const url: Start = { given: ['url'] };
/** Calls that add no headers. */
export const nothing = (...names: readonly string[]): Record<string, Adds> =>
  Object.fromEntries(names.map((name) => [name, 'nothing']));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

/** HTTP methods as method names: `GET`, `get`. */
const methods = (spell: (name: string) => string): Record<string, Adds> =>
  Object.fromEntries(METHODS.map((name) => [spell(name), `method ${name}` as const]));

const lower = (name: string): string => name.toLowerCase();
const capital = (name: string): string => name[0]! + name.slice(1).toLowerCase();

const startsBy = (
  prefix: string,
  spell: (name: string) => string,
  given: readonly Given[] = ['url'],
): Record<string, Start> =>
  Object.fromEntries(METHODS.map((method) => [`${prefix}${spell(method)}`, { given, method }]));

const HEADERS: Record<string, Adds> = { header: 'header', setHeader: 'header', addHeader: 'added header' };

const APACHE_TYPES = METHODS.map((name) => `Http${capital(name)}`);

const APACHE: Omit<RequestKind, 'library'> = {
  starts: {
    ...Object.fromEntries(
      METHODS.map((method, at) => [`new ${APACHE_TYPES[at]!}`, { given: ['url'] as const, method }]),
    ),
    ...startsBy('RequestBuilder.', lower),
    ...startsBy('ClassicRequestBuilder.', lower),
    ...startsBy('Request.', capital),
    ...startsBy('Request.', lower),
  },
  types: [
    ...APACHE_TYPES,
    'HttpUriRequest',
    'HttpRequestBase',
    'ClassicHttpRequest',
    'HttpUriRequestBase',
    'RequestBuilder',
  ],
  steps: {
    ...HEADERS,
    setURI: 'url',
    setUri: 'url',
    setEntity: 'body',
    bodyString: 'body',
    execute: 'send',
    ...nothing(
      'setConfig',
      'build',
      'setProtocolVersion',
      'connectTimeout',
      'socketTimeout',
      'setVersion',
      'abort',
      'releaseConnection',
    ),
  },
  writes: 'setHeader',
  byStatements: true,
  sends: ['execute', 'executeOpen'],
  clients: ['CloseableHttpClient', 'HttpClient', 'DefaultHttpClient'],
};

/** Requests of Java and Kotlin. */
export const JVM_KINDS: readonly RequestKind[] = [
  {
    library: 'java.net.http',
    starts: { 'HttpRequest.newBuilder': url },
    types: ['HttpRequest.Builder', 'HttpRequest'],
    steps: {
      uri: 'url',
      header: 'added header',
      setHeader: 'header',
      headers: 'pairs',
      ...methods((name) => name),
      method: 'method',
      ...nothing('build', 'timeout', 'version', 'expectContinue', 'copy'),
    },
    writes: 'header',
    sends: ['send', 'sendAsync'],
  },
  {
    library: 'okhttp3',
    starts: { 'new Request.Builder': none },
    types: ['Request.Builder', 'Request'],
    steps: {
      url: 'url',
      header: 'header',
      addHeader: 'added header',
      headers: 'members',
      ...methods(lower),
      method: 'method',
      ...nothing('build', 'tag', 'cacheControl'),
    },
    writes: 'header',
    sends: ['newCall'],
    clients: ['OkHttpClient', 'Call.Factory'],
  },
  { library: 'org.apache.http', ...APACHE },
  { library: 'org.apache.hc', ...APACHE },
  {
    library: 'java.net',
    starts: {},
    opens: ['openConnection'],
    types: ['HttpURLConnection', 'HttpsURLConnection', 'URLConnection'],
    steps: {
      setRequestMethod: 'method',
      setRequestProperty: 'header',
      addRequestProperty: 'added header',
      ...nothing(
        'setConnectTimeout',
        'setReadTimeout',
        'setDoOutput',
        'setDoInput',
        'setUseCaches',
        'setInstanceFollowRedirects',
        'setSSLSocketFactory',
        'setAuthenticator',
        'setFixedLengthStreamingMode',
        'setChunkedStreamingMode',
        'disconnect',
      ),
    },
    writes: 'setRequestProperty',
    byStatements: true,
    sends: [],
    reads: ['getInputStream', 'getResponseCode', 'getErrorStream', 'getResponseMessage', 'getContent'],
  },
  {
    library: 'org.springframework.http',
    starts: {
      'new HttpEntity': { given: ['body', 'headers'], closed: true, headersAlone: 'HttpHeaders' },
      ...startsBy('RequestEntity.', lower),
    },
    types: ['HttpEntity', 'RequestEntity'],
    steps: {
      header: 'added header',
      headers: 'members',
      accept: 'Accept',
      contentType: 'Content-Type',
      body: 'body',
      ...nothing('build'),
    },
    writes: 'header',
    sends: [],
  },
  {
    library: 'kong.unirest',
    starts: startsBy('Unirest.', lower),
    types: ['HttpRequest', 'GetRequest', 'HttpRequestWithBody'],
    steps: {
      header: 'added header',
      headers: 'members',
      accept: 'Accept',
      contentType: 'Content-Type',
      body: 'body',
      basicAuth: 'Authorization',
      asString: 'send',
      asJson: 'send',
      asObject: 'send',
      asEmpty: 'send',
      asBytes: 'send',
      ...nothing('routeParam', 'queryString', 'connectTimeout', 'socketTimeout'),
    },
    writes: 'header',
    sends: [],
  },
];

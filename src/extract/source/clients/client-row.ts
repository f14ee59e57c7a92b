import type { ClientArgument, Place, Spellings } from '../../../model/index.ts';
import type { Below, MiddlewareShape } from './client-middleware.ts';

/**
 * HTTP clients that the extractor knows: one row each, pure data. To add a client, add a row
 * (CONTRIBUTING.md). Facts come from each client's public documentation.
 */
export interface ClientRow {
  readonly name: string;
  /** Packages, or `''` for globals; the first path segments of globals are part of `calls`. */
  readonly modules: readonly string[];
  /** Calls and constructions that return an instance, and which argument holds its defaults, if any. */
  readonly instances: readonly InstanceShape[];
  /** True when only instances can send (`new DigestFetch(…).fetch(…)`). */
  readonly onlyInstances: boolean;
  /** Callee path → the arguments it takes. */
  readonly calls: Readonly<Record<string, CallShape>>;
  readonly options: OptionNames;
  /** True when an object given as body is sent as JSON with a Content-Type of the client's own. */
  readonly objectBodyIsJson: boolean;
  /** True when a body is made with its media type, which the client sends: `RequestBody.create(json, JSON)`. */
  readonly typedBody?: true;
  /** True when header values are lists of strings. */
  readonly listValues: boolean;
  readonly response: ResponseShape;
  /** Methods that return the request itself, as `auth` in `request(url).auth(user, password)`. */
  readonly fluent: readonly string[];
  /** Effect of two spellings of a header in one object; `join` where unknown. */
  readonly spellings: Spellings;
  /** Set where headers are texts, `'Accept: …'`: exclusively (`only`), or beside members. */
  readonly headerLines?: 'only' | 'too';
  /**
   * Set where the client sends an `Accept` of its own, unless headers have that name in lower case: with `jsonFlag`, or
   * wherever the headers are those of a call.
   */
  readonly jsonAccept?: 'by-flag' | 'of-calls';
  /**
   * True where headers of the instance and the call are in one object by their literal names, of which the last wins.
   */
  readonly oneObject?: true;
  /** Roles of a callback's parameters. */
  readonly callback: readonly CallbackRole[];
  /** True when headers and body are set by chained calls (`.set(…).send(…)`). */
  readonly chained: boolean;
  /** True when headers can be set on the returned request (`req.setHeader`), and the body is written to it. */
  readonly writable: boolean;
  /** True when headers and body are set by calls on the receiver of the sending call: `xhr.open(…); xhr.send(body)`. */
  readonly opened?: boolean;
  /** True when a missing header is inserted at a request with its own headers rather than at its client. */
  readonly ownFirst?: true;
  /** True when headers belong to a request object that is passed to calls; calls themselves take none. */
  readonly byRequest?: boolean;
  /** What the arguments of such a request object are, the first ones; else a URL and options. */
  readonly requestArguments?: CallShape['args'];
  /** Member of an instance's options that each request passes through: a transport of Go, which may add headers. */
  readonly transport?: string | undefined;
  /** Methods that configure an instance and return it: `agent().set('Accept', '…').timeout(1000)`. */
  readonly setup?: readonly string[];
  /** Calls after a chained request that do not change its headers, or set known ones. */
  readonly links?: ReadonlySet<string>;
  /** Plugin packages for chained requests whose argument is prefixed to each URL: `.use(prefix('…'))`. */
  readonly prefixes?: readonly string[];
  /** Options with code that the client runs on each request: `auth`, `event_hooks`. */
  readonly handlers?: readonly string[];
  /** True where such code counts even if it is unknown. */
  readonly handlersUnseen?: true;
  /** Positions where code of the program intercepts its requests. */
  readonly middleware?: readonly MiddlewareShape[];
  /** Globals and packages that it sends through and a program can replace. */
  readonly below?: readonly Below[];
  /** True when headers of a call replace all those of its instance. */
  readonly replacesHeaders?: boolean;
  /** True for a heuristic client, recognized by the shape of its calls. */
  readonly heuristic?: boolean;
  /** Set for a client from the configuration; `calls` then has the source text of its callees. */
  readonly configured?: ConfiguredRow;
}

/** Base URL in the configuration, and its position there if known. */
export interface WrittenBase {
  readonly value: string;
  readonly place: Place | undefined;
}

/** Configuration of a project's own client beyond the columns of the table. */
export interface ConfiguredRow {
  /** True for the files whose configuration names the client. */
  appliesTo(file: string): boolean;
  /** Package or resolved file that the callee comes from; `undefined`: the name is enough. */
  readonly module: string | undefined;
  /** Prefix that the client adds to its URLs. */
  readonly base: WrittenBase | undefined;
  /** True when it may send headers that its calls do not show. */
  readonly addsHeaders: boolean;
}

export type CallbackRole = 'none' | 'response' | 'text' | 'body';

/** Shape of a call that sends: which arguments are the URL, the options, the body. */
export interface CallShape {
  /** Roles of the positional arguments, `other` is ignored; an object in place of a URL is the options, `json` a body beside `body`, and `perhaps-headers` headers in one version of the client. */
  readonly args: readonly (ClientArgument | 'content-type' | 'json' | 'perhaps-headers')[];
  /** True where a method without a body may leave its argument out: `needle('get', url, options)`. */
  readonly leavesOutBody?: true;
  /** HTTP method when the options name none. */
  readonly method: string;
  /** The same for a request with a body, where that differs. */
  readonly methodWithBody?: string;
  /** Set where the call runs a program, which may be curl. */
  readonly command?: CommandShape;
}

/** Shape of a call that runs a program: where its command is. */
export interface CommandShape {
  /** Number of arguments before the command. */
  readonly skip: number;
  /** The arguments after the first: words of the command, one line of words, or options of the call. */
  readonly rest: 'words' | 'line' | 'options';
  /** Quotes in a line: those of a shell, or none where it is split at white space or by rules of Windows. */
  readonly quotes: 'shell' | 'none';
}

/** Call or construction that returns an instance. */
export interface InstanceShape {
  readonly path: string;
  /** Argument with the default options. */
  readonly defaults?: number | undefined;
  /** Argument that is the base itself. */
  readonly base?: number;
  /** True when the base may be a server of the program instead, which is then called without a URL. */
  readonly mayServe?: boolean;
  /** Member of the argument that holds the defaults: `defineConfig({ use: { … } })`. */
  readonly member?: string;
  /** True when the defaults apply to more than requests of the client: nothing is added to them. */
  readonly shared?: boolean;
  /** True where a type argument lists the paths that its calls take: `createClient<paths>()`. */
  readonly typesPaths?: true;
  /** Argument that may be a client, which then sends with its own defaults; or a member of it, where one is named. */
  readonly sender?: { readonly argument: number; readonly member?: string };
}

/** Names of option members; the first that is present wins. */
export interface OptionNames {
  readonly url: readonly string[];
  readonly base: readonly string[];
  readonly host: readonly string[];
  readonly path: readonly string[];
  readonly method: readonly string[];
  /** Empty: the options themselves are the headers. */
  readonly headers: readonly string[];
  readonly body: readonly string[];
  /** Members whose value is sent as JSON with the client's own Content-Type. */
  readonly json: readonly string[];
  /** Members whose fields are appended to the URL as its query. */
  readonly query: readonly string[];
  /** A flag (`json: true`) or media type (`contentType: 'json'`) that makes the body JSON. */
  readonly jsonFlag: readonly string[];
}

/** Path to the JSON body of a response from the call's result. */
export interface ResponseShape {
  /** True when a call returns the JSON document itself. */
  readonly parsed?: boolean;
  /** Media type of the only bodies that the client parses by itself; it returns the text of others. */
  readonly parsesOnly?: string;
  /** True when a key of the response is one of its document: `response['results']`. */
  readonly delegates?: true;
  /** True when a call returns the text of the response itself. */
  readonly printed?: boolean;
  readonly properties: Readonly<Record<string, 'response' | 'text' | 'body'>>;
  readonly methods: Readonly<Record<string, 'response' | 'text' | 'body'>>;
}

/** Clients of one extraction: those of the table and those of the configuration. */
export interface ClientTable {
  /** Rows of the configuration, which are identified by the source text of their callees. */
  readonly configured: readonly ClientRow[];
  /** Last names of sending callees: a call by another name need not be examined. */
  readonly sendingNames: ReadonlySet<string>;
  rowsOf(module: string): readonly ClientRow[];
}

import type { ClientArgument, Place, Spellings } from '../../../model/index.ts';
import type { Below, WayShape } from './client-ways.ts';

/**
 * The HTTP clients the extractor knows: one row each, pure data. To add a client, add a row (CONTRIBUTING.md).
 * Facts come from each client's public documentation.
 */
export interface ClientRow {
  readonly name: string;
  /** Packages, or `''` for globals; the first path segments of globals are part of `calls`. */
  readonly modules: readonly string[];
  /** Calls and constructions that give an instance, and which argument holds its defaults, if any. */
  readonly instances: readonly InstanceShape[];
  /** True when only instances can send (`new DigestFetch(…).fetch(…)`). */
  readonly onlyInstances: boolean;
  /** Callee path → the arguments it takes. */
  readonly calls: Readonly<Record<string, CallShape>>;
  readonly options: OptionNames;
  /** True when an object given as body is sent as JSON with a Content-Type of the client's own. */
  readonly objectBodyIsJson: boolean;
  /** True when header values are lists of strings. */
  readonly listValues: boolean;
  readonly answer: AnswerShape;
  /** Methods of what a call gives that give it back: `request(url).auth(user, password)`. */
  readonly fluent: readonly string[];
  /** What becomes of two spellings of a header in one object; `join` where that is not known. */
  readonly spellings: Spellings;
  /** Set where headers are texts, `'Accept: …'`: nothing else may be given (`only`), or members too. */
  readonly headerLines?: 'only' | 'too';
  /** True where headers of the instance and the call lie in one object by their names as written, of which the last counts. */
  readonly oneObject?: true;
  /** What the parameters of a callback argument stand for. */
  readonly callback: readonly CallbackRole[];
  /** True when headers and body are set by chained calls (`.set(…).send(…)`). */
  readonly chained: boolean;
  /** True when headers can be set on the returned request (`req.setHeader`), and the body is written to it. */
  readonly writable: boolean;
  /** True when headers and body are set by calls on what the sending call is made on: `xhr.open(…); xhr.send(body)`. */
  readonly opened?: boolean;
  /** True when a request that has headers of its own gets one more rather than its client. */
  readonly ownFirst?: true;
  /** True when headers are those of a request object, which calls are given; calls themselves take none. */
  readonly byRequest?: boolean;
  /** The member of what makes an instance that each request passes through: a transport of Go, which may add headers. */
  readonly transport?: string | undefined;
  /** Methods of an instance that give it back, set up further: `agent().set('Accept', '…').timeout(1000)`. */
  readonly setup?: readonly string[];
  /** Calls behind a chained request that leave its headers alone, or are seen to set them. */
  readonly links?: ReadonlySet<string>;
  /** Packages of plugins for chained requests whose argument is written before each address: `.use(prefix('…'))`. */
  readonly prefixes?: readonly string[];
  /** Options that hold code which the client runs on each request: `auth`, `event_hooks`. */
  readonly handlers?: readonly string[];
  /** True where such code counts though nobody sees what it does. */
  readonly handlersUnseen?: true;
  /** Where code of the program stands between its calls and the wire. */
  readonly ways?: readonly WayShape[];
  /** What it sends through that a program can replace as a whole. */
  readonly below?: readonly Below[];
  /** True when headers of a call take the place of all that its instance has, and none of those is sent. */
  readonly replacesHeaders?: boolean;
  /** True for what is only taken for a client, by what its calls look like. */
  readonly presumed?: boolean;
  /** Set for a client that the configuration names; `calls` then says how its callees are written. */
  readonly configured?: ConfiguredRow;
}

/** A base of the configuration, and where it stands there when that can be seen. */
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
  /** What the client writes before the addresses that it is given. */
  readonly base: WrittenBase | undefined;
  /** True when it may send headers that its calls do not show. */
  readonly addsHeaders: boolean;
}

export type CallbackRole = 'none' | 'response' | 'text' | 'body';

export interface CallShape {
  /** What the positional arguments are, `other` passed over; an object in place of a URL is the options. */
  readonly args: readonly ClientArgument[];
  /** Method when the options name none. */
  readonly method: string;
}

/** A call or construction that gives an instance. */
export interface InstanceShape {
  readonly path: string;
  /** The argument that holds defaults of the options. */
  readonly defaults?: number | undefined;
  /** The argument that is the base itself. */
  readonly base?: number;
  /** True when the base may be a server of the program instead, which is then called without an address. */
  readonly mayServe?: boolean;
  /** The member of the argument that holds the defaults: `defineConfig({ use: { … } })`. */
  readonly member?: string;
  /** True when more than requests of the client get the defaults: none is added to them. */
  readonly shared?: boolean;
  /** The argument that may be a client of its own, which then sends with its own defaults; a member of it, where one is named. */
  readonly sender?: { readonly argument: number; readonly member?: string };
}

/** Names of option members; the first that is present counts. */
export interface OptionNames {
  readonly url: readonly string[];
  readonly base: readonly string[];
  readonly host: readonly string[];
  readonly path: readonly string[];
  readonly method: readonly string[];
  /** None: the options themselves are the headers. */
  readonly headers: readonly string[];
  readonly body: readonly string[];
  /** Members whose value is sent as JSON with a Content-Type of the client's own. */
  readonly json: readonly string[];
  /** Members whose fields are written behind the address as its query. */
  readonly query: readonly string[];
  /** A flag (`json: true`) or media type (`contentType: 'json'`) that makes the body JSON. */
  readonly jsonFlag: readonly string[];
}

/** Way to the JSON body of a response from what the call gives. */
export interface AnswerShape {
  /** True when a call gives the JSON document itself. */
  readonly parsed?: boolean;
  readonly properties: Readonly<Record<string, 'response' | 'text' | 'body'>>;
  readonly methods: Readonly<Record<string, 'response' | 'text' | 'body'>>;
}

/** The clients of one extraction: those of the table and those that the configuration names. */
export interface ClientTable {
  /** Rows of the configuration, which are known by how their callees are written. */
  readonly configured: readonly ClientRow[];
  /** Last names of the callees that send: a call by another name needs no look at its callee. */
  readonly sendingNames: ReadonlySet<string>;
  rowsOf(module: string): readonly ClientRow[];
}

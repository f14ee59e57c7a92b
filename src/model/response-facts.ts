import type { Origin } from './source.ts';
import type { Place, Slot } from './slot.ts';

/** One step of a property path that code takes into a response. `[*]` (any element) has the name `*`. */
export interface ReadStep {
  readonly name: string;
  /** The written name (`.name`, `['name']`, `{ name }`); `undefined` for element steps. */
  readonly slot: Slot | undefined;
  /** True when the step is written `?.`. */
  readonly optional: boolean;
  /**
   * Where a type declares the property that a type checker looks up here; `unseen`: outside of the project; `inferred`: no
   * written type was found.
   */
  readonly declared?: Place | 'unseen' | 'inferred';
  /** Names of the new shape that the same type declares, optional only where the property is. */
  readonly beside?: readonly string[];
}

/** A property of a mock's response. */
export interface MockedName extends Place {
  readonly name: string;
}

/** A property path taken from a response. `span` covers the last step's name. */
export interface ReadFact extends Place {
  readonly kind: 'read';
  readonly origin: Origin;
  /** `id` of the request whose response is read; `undefined` when only the names suggest one. */
  readonly request: string | undefined;
  /** Path from the root of the response's JSON body, outermost first. */
  readonly path: readonly ReadStep[];
  /**
   * `member`: `x.name`; `element`: `x['name']`; `binding`: `const { name } = x`, `shorthand` when the local has
   * the property's name; `write`: an assignment to it.
   */
  readonly form: 'member' | 'element' | 'entry' | 'binding' | 'binding-shorthand' | 'write';
  /** True when the same code also reads the new shape. */
  readonly bothShapes: boolean;
  /**
   * True when it may not be read from the response itself: some callers give something else, or a validator is between.
   */
  readonly mixed?: boolean;
  /** True where another value that the same code reads is seen to have the property: `for (const c of [saved, response])`. */
  readonly elsewhere?: true;
  /** Call of a test that gives the same code an object of its own with the property. */
  readonly givenByTest?: Place;
  /** True where the same code may read an object of its own that lacks the property: `found ?? {}`. */
  readonly lacking?: true;
  /** Names on the path in responses of mocks in the same file, and where: a test, to which the service does not respond. */
  readonly mocked?: readonly MockedName[];
}

/**
 * Location at which a response, or a part of it, leaves the code that is seen to get it: returned by a function that
 * nothing calls, given to a call that cannot be analysed, stored, printed.
 */
export interface EscapeFact extends Place {
  readonly kind: 'escape';
  readonly origin: Origin;
  /** `id` of the request. */
  readonly request: string;
  /** Path of the part that leaves, from the root of the response's JSON body; `*` for any element. */
  readonly path: readonly string[];
  /** True where a validator checks it. */
  readonly stated: boolean;
  /**
   * What is done there. `leaves`: it is given on as it is; `unknown`: something may take any field of it; `field`: one
   * field is taken by a name that is not seen; `asked`: the last name of the path is tested for; `named`: it is taken by
   * a constant, `cluster[KEY]`.
   */
  readonly as: 'leaves' | 'unknown' | 'field' | 'asked' | 'named';
}

/** Type that is written for a part of a response: `Promise<Cluster>` of the function that returns it. */
export interface TypedFact extends Place {
  readonly kind: 'typed';
  readonly origin: Origin;
  /** `id` of the request. */
  readonly request: string;
  /** Path of the part, from the root of the response's JSON body; `*` for any element. */
  readonly path: readonly string[];
  /** Declaration of the type's members. */
  readonly type: Place;
}

/** Code that names a property without being seen to read it from a response: in any file of the tree. */
export interface NameFact extends Place {
  readonly kind: 'name';
  readonly origin: Origin;
  readonly name: string;
  /**
   * `read`: code takes it from something; `mocked`: a mock of a test returns it; `given`: code gives it what it takes
   * from the new shape, so that it is a name of its own; `key`: an object of code has a member of that name; `tested`: a test
   * reads it, or compares something with an object that has it; `written`: a text of code or a field of a class has a member
   * of that name, which may become a body.
   */
  readonly as: 'read' | 'mocked' | 'given' | 'key' | 'tested' | 'written';
  /** True where it is in a text of code, which may be about anything: `['numShards']`. */
  readonly inText?: true;
  /** Offset behind the name of what it is read from: behind `settings` of `cluster.settings.size`. */
  readonly ownerEnd?: number;
}

/**
 * Value that a header is compared with, in lower case; where it `matches`, the source of a regular expression, and
 * where it is `unknown` what is done with the header, nothing.
 */
export interface HeaderTest {
  readonly how: 'equals' | 'begins' | 'contains' | 'matches' | 'unknown';
  readonly value: string;
}

/**
 * A text that code compares with the URL or the Accept header of what may be a request, which `span` covers; or an
 * assertion on all `arguments` of what may be one.
 */
export interface ComparisonFact extends Place, HeaderTest {
  readonly kind: 'comparison';
  readonly origin: Origin;
  readonly of: 'url' | 'accept' | 'arguments';
}

/** A change of a header that no request is known to send: of an object of headers that any of some requests may take. */
export interface StrayHeaderFact extends Place {
  readonly kind: 'stray-header';
  readonly origin: Origin;
  /** `id`s of these requests; never empty. */
  readonly requests: readonly string[];
  /** Lower case. */
  readonly header: string;
  /** The value that is written; `undefined` where it is deleted, or cannot be seen. */
  readonly value: string | undefined;
}

/** A header of a response that code compares with a value. `span` covers that value. */
export interface HeaderTestFact extends Place, HeaderTest {
  readonly kind: 'header-test';
  readonly origin: Origin;
  /** `id`s of the requests whose response it may be; never empty. */
  readonly requests: readonly string[];
  /** True where it is a response of some request, and it is not seen of which. */
  readonly assumed?: boolean;
  /** Lower case. */
  readonly header: string;
  /** The value where it is written as a literal. */
  readonly slot: Slot | undefined;
  /** Client that parses by this type, where no code compares it. */
  readonly by?: string;
  /** Other values that the same header is compared with: code that accepts several forms. */
  readonly besides: readonly HeaderTest[];
}

/**
 * Reason why a recorded exchange proves nothing of its call: it shows no status, or in another form than its format has;
 * its parts state two statuses; an error of the network is noted; a header that a request has once is there twice;
 * headers name another host, path or method; the method is misspelled; the body of its response is not readable; an object
 * has two members of one name that differ; the file is not one document of its format.
 */
export type RecordedDoubt =
  | 'no-status'
  | 'status-form'
  | 'two-statuses'
  | 'network-error'
  | 'repeated-header'
  | 'other-address'
  | 'other-method'
  | 'unread-body'
  | 'repeated-member'
  | 'malformed';

/** Member of a body that a mock compares; `path` has the names from the body down to it, without indices. */
export interface MatchedMember extends Place {
  readonly path: readonly string[];
}

import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './api.ts';
import type { Headers as Sent, World } from './world.ts';

// Stand-ins for a test runner and for libraries that answer requests in tests.

type Bag = Record<string, unknown>;
type Test = { readonly name: string; run(): unknown };

/** An answer that a test has ready for requests that it describes. */
interface Mock {
  done: boolean;
  matches(method: string, url: string, headers: Sent): boolean;
  answer(method: string, url: string, headers: Sent): Answer;
}

const valueOf = (headers: Sent, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

const fits = (wanted: unknown, given: string): boolean =>
  wanted instanceof RegExp
    ? wanted.test(given)
    : typeof wanted === 'function'
      ? (wanted as (value: string) => boolean)(given)
      : wanted === given;

/** What tests of a program have set up; requests are looked at here while one runs. */
export class Testing {
  readonly tests: Test[] = [];
  mocks: Mock[] = [];

  answer(method: string, url: string, headers: Sent): Answer | undefined {
    if (this.mocks.length === 0) return undefined;
    const mock = this.mocks.find((one) => one.matches(method, url, headers));
    if (mock === undefined) throw new Error(`no match for ${method} ${url}`);
    mock.done = true;
    return mock.answer(method, url, headers);
  }
}

const json = (status: number, value: unknown): Answer => ({ status, json: value, type: 'application/json' });

/** `nock(base).get(path).matchHeader(name, value).reply(status, body)`. */
export const nockOf = (testing: Testing): unknown => {
  const nock = (base: string) => {
    const mocks: Mock[] = [];
    const scope: Bag = {
      isDone: () => mocks.every(({ done }) => done),
      persist: () => scope,
    };
    const start = (method: string) => (path: unknown) => {
      const wanted: (readonly [string, unknown])[] = [];
      let anyQuery = false;
      const interceptor: Bag = {
        matchHeader: (name: string, value: unknown) => {
          wanted.push([name, value]);
          return interceptor;
        },
        query: () => {
          anyQuery = true;
          return interceptor;
        },
        reply: (status: number, body: unknown) => {
          const mock: Mock = {
            done: false,
            matches: (sent, url, headers) =>
              sent === method &&
              url.startsWith(base) &&
              fits(path, (anyQuery ? url.replace(/\?.*/, '') : url).slice(base.length)) &&
              wanted.every(([name, value]) => fits(value, valueOf(headers, name) ?? '')),
            answer: () => json(status, body),
          };
          mocks.push(mock);
          testing.mocks.push(mock);
          return scope;
        },
      };
      return interceptor;
    };
    for (const method of ['get', 'post', 'patch', 'put', 'delete'])
      scope[method] = start(method.toUpperCase());
    return scope;
  };
  return Object.assign(nock, { default: nock, cleanAll: () => (testing.mocks = []) });
};

type Resolver = (given: Bag) => object;
interface Handler {
  readonly method: string;
  readonly path: string;
  readonly resolve: Resolver;
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[.?]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll(/:[a-z]\w*/gi, '[^/]+')}$`,
  );

/** `setupServer(http.get(url, resolver))`; the resolver's answer is read at once. */
export const mswOf = (testing: Testing): unknown => {
  const replies = new WeakMap<object, Answer>();
  const HttpResponse = {
    json: (value: unknown, { status = 200 }: { status?: number } = {}) => {
      const reply = {};
      replies.set(reply, json(status, value));
      return reply;
    },
  };
  const http = Object.fromEntries(
    ['get', 'post', 'patch', 'put', 'delete'].map((method) => [
      method,
      (path: string, resolve: Resolver): Handler => ({ method: method.toUpperCase(), path, resolve }),
    ]),
  );
  const mockOf = ({ method, path, resolve }: Handler): Mock => ({
    done: false,
    matches: (sent, url) => sent === method && pattern(path).test(url.replace(/\?.*/, '')),
    answer: (_, url, headers) => {
      const request = new Request(url, {
        headers: new Headers(headers.map(([name, value]) => [name, value])),
      });
      return replies.get(resolve({ request }))!;
    },
  });
  const setupServer = (...handlers: readonly Handler[]) => ({
    listen: () => void testing.mocks.push(...handlers.map(mockOf)),
    close: () => void (testing.mocks = []),
  });
  return { http, HttpResponse, setupServer };
};

interface Spy {
  (...args: readonly unknown[]): unknown;
  readonly mock: { readonly calls: (readonly unknown[])[] };
}

const spyOf = (act: (...args: readonly unknown[]) => unknown = () => undefined): Spy => {
  const calls: (readonly unknown[])[] = [];
  let current = act;
  const spy = (...args: readonly unknown[]) => {
    calls.push(args);
    return current(...args);
  };
  return Object.assign(spy, {
    mock: { calls },
    mockResolvedValue: (value: unknown) => {
      current = () => Promise.resolve(value);
      return spy;
    },
    mockImplementation: (other: typeof act) => {
      current = other;
      return spy;
    },
  }) as unknown as Spy;
};

class Partly {
  readonly members: Bag;
  constructor(members: Bag) {
    this.members = members;
  }
}

const isLike = (wanted: unknown, given: unknown): boolean => {
  if (wanted instanceof Partly)
    return Object.entries(wanted.members).every(([name, value]) => isLike(value, (given as Bag)?.[name]));
  if (Array.isArray(wanted))
    return (
      Array.isArray(given) &&
      wanted.length === given.length &&
      wanted.every((one, at) => isLike(one, given[at]))
    );
  return isDeepStrictEqual(wanted, given);
};

const sure = (is: boolean, what: string) => {
  if (!is) throw new Error(`expected ${what}`);
};

const expect = (given: unknown): unknown => {
  return {
    toBe: (wanted: unknown) => sure(Object.is(given, wanted), String(wanted)),
    toEqual: (wanted: unknown) => sure(isLike(wanted, given), JSON.stringify(wanted)),
    toContain: (wanted: string) => sure(String(given).includes(wanted), wanted),
    toMatch: (wanted: RegExp) => sure(wanted.test(String(given)), String(wanted)),
    toHaveBeenCalledWith: (...wanted: readonly unknown[]) =>
      sure(
        (given as Spy).mock.calls.some((args) => isLike(wanted, args)),
        JSON.stringify(wanted),
      ),
  };
};

/** `it`, `expect` and `vi`. */
export const vitestOf = (testing: Testing, global: Bag): unknown => {
  const it = (name: string, run: () => unknown) => void testing.tests.push({ name, run });
  const vi = {
    fn: spyOf,
    spyOn: (target: Bag, name: string) => {
      const spy = spyOf(target[name] as () => unknown);
      target[name] = spy;
      return spy;
    },
    stubGlobal: (name: string, value: unknown) => void (global[name] = value),
  };
  return {
    it,
    test: it,
    vi,
    expect: Object.assign(expect, { objectContaining: (members: Bag) => new Partly(members) }),
  };
};

/** Runs the tests that were defined, one after the other; what they send is no part of the program. */
export const runTests = async (world: World, testing: Testing, global: Bag): Promise<void> => {
  const { fetch } = global;
  world.testing = testing;
  for (const { name, run } of testing.tests) {
    testing.mocks = [];
    const failed = await Promise.resolve()
      .then(run)
      .then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
    world.passed(name, failed);
    global['fetch'] = fetch;
  }
  world.testing = undefined;
};

import { memberOf } from '../../model/index.ts';
import type { RequestFact, Rule, Tree } from '../../model/index.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { findingAt, fill } from './message.ts';
import { recordedCalls } from './timed-calls.ts';
import type { TimedCall } from './timed-calls.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, FactIndex } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  /** A token that is valid for longer than this many seconds is still good. */
  readonly spareSeconds: number;
  /** Seconds that a token is valid where its response does not say. */
  readonly lifetimeSeconds: number;
  /** Messages for source code; the rule's own is for recordings. */
  readonly messages: { readonly repeated: string; readonly uncached: string };
}

type ReuseRule = Rule & { readonly options: Options };

/** Member of a response, or of the content of an envelope. */
const answered = ({ answer }: TimedCall, name: string): Tree | undefined =>
  memberOf(answer?.body, name) ?? memberOf(memberOf(answer?.body, 'content'), name);

const digestOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'opaque' ? tree.digest : undefined;

const succeeded = ({ answer }: TimedCall): boolean =>
  answer?.status === undefined || (answer.status >= 200 && answer.status < 300);

interface Token {
  readonly digest: string | undefined;
  readonly ends: number;
}

const tokenOf = (call: TimedCall, { lifetimeSeconds }: Options): Token => {
  const given = answered(call, 'expires_in');
  const seconds = given?.kind === 'scalar' ? Number(given.value) : lifetimeSeconds;
  const lifetime = Number.isFinite(seconds) ? seconds : lifetimeSeconds;
  return { digest: digestOf(answered(call, 'access_token')), ends: call.time + lifetime * 1000 };
};

/** Tokens that remain after a revocation; revoking an unknown token removes the latest. */
const withoutRevoked = (tokens: readonly Token[], { request }: TimedCall): readonly Token[] => {
  const digest = digestOf(memberOf(request.body, 'token'));
  const known = digest !== undefined && tokens.some((token) => token.digest === digest);
  return known ? tokens.filter((token) => token.digest !== digest) : tokens.slice(0, -1);
};

interface Waste {
  readonly call: TimedCall;
  /** Whole minutes that the earlier token was still valid. */
  readonly minutes: number;
}

/** Fetches of a new token while one that the same credentials got before is good. `calls` are in order of time. */
const wastes = (calls: readonly TimedCall[], options: Options): readonly Waste[] => {
  const held = new Map<string, readonly Token[]>();
  return calls.flatMap((call): readonly Waste[] => {
    const { credentials } = call.request;
    if (credentials === undefined || !succeeded(call)) return [];
    const tokens = held.get(credentials) ?? [];
    if (call.located.address.area === 'revoke') {
      held.set(credentials, withoutRevoked(tokens, call));
      return [];
    }
    held.set(credentials, [...tokens, tokenOf(call, options)]);
    const left = Math.max(0, ...tokens.map(({ ends }) => ends - call.time));
    return left > options.spareSeconds * 1000 ? [{ call, minutes: Math.floor(left / 60_000) }] : [];
  });
};

const recorded = (rule: ReuseRule, context: CheckContext): readonly PendingFinding[] =>
  recordedCalls(context, ['token', 'revoke']).flatMap((calls) =>
    wastes(calls, rule.options).map(({ call, minutes }) => {
      const { request, located } = call;
      const finding = findingAt(rule, request, {
        data: { minutes },
        anchor: `token ${located.address.host ?? ''}`,
        operation: located.identity.operation,
        exchange: request.exchange,
      });
      return { finding, part: 'alone', requests: [] };
    }),
  );

const keyOf = ({ within }: RequestFact): string | undefined =>
  within && `${within.file}:${within.span.start}:${within.span.end}`;

/** The functions that call the administration API themselves. */
const callingFunctions = ({ calls }: FactIndex): ReadonlySet<string | undefined> =>
  new Set(calls.filter(({ located }) => located.some(isAdministration)).map(({ request }) => keyOf(request)));

const fault = ({ request }: ApiCall, callers: () => ReadonlySet<string | undefined>) => {
  if (request.repeated) return 'repeated';
  const key = keyOf(request);
  return key !== undefined && callers().has(key) ? 'uncached' : undefined;
};

const written = (rule: ReuseRule, { view }: CheckContext): readonly PendingFinding[] => {
  let callers: ReadonlySet<string | undefined> | undefined;
  const calls = view.calls.filter(({ request }) => ['authored', 'collection'].includes(request.origin));
  return calls.flatMap((call): readonly PendingFinding[] => {
    const located = call.located.find(({ address }) => address.area === 'token');
    const found = located && fault(call, () => (callers ??= callingFunctions(view)));
    if (located === undefined || found === undefined) return [];
    const finding = findingAt(rule, call.request, {
      data: { minutes: null },
      message: fill(rule.options.messages[found], {}),
      anchor: `token ${found}`,
      operation: located.identity.operation,
    });
    return [{ finding, part: 'alone', requests: [] }];
  });
};

/** A new token where an earlier one would do: as recorded, and as code is written. */
export const tokenReuse: Check<Options> = {
  name: 'token-reuse',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  sequence: () => ['token', 'revoke'],
  run: (rule, context) => [...recorded(rule, context), ...written(rule, context)],
};

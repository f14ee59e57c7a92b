import { asksTheSame, refusedIn } from './run/bodies.ts';
import { headerTrouble, movedUrl, targetOf } from './run/api.ts';
import { refusedByService } from './run/service.ts';
import type { Effect, Event, Sent } from './run/world.ts';

/** What is wrong, by the name of the invariant that it breaks. */
export interface Trouble {
  readonly invariant: Invariant;
  readonly text: string;
}

export type Invariant =
  | 'half migrated'
  | 'refused by the service'
  | 'request lost or new'
  | 'elsewhere changed'
  | 'effect changed'
  | 'answer misread'
  | 'silent read'
  | 'test broken'
  | 'silent'
  | 'not found'
  | 'noise'
  | 'unstable'
  | 'other number'
  | 'syntax'
  | 'types';

const show = ({ method, url, headers, body }: Sent): string => {
  const list = headers.map(([name, value]) => `${name}: ${value}`).join(', ');
  return `${method} ${url} {${list}}${body === undefined ? '' : ` ${body}`}`;
};

const isSame = (a: Sent, b: Sent): boolean => show(a) === show(b);

/** Headers but the two that a migration may write. */
const otherHeaders = ({ headers }: Sent): string =>
  headers
    .filter(([name]) => !/^(?:accept|content-type)$/i.test(name))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .toSorted()
    .join('\n');

/** A missing Content-Type is mended by itself, whatever becomes of the URL. */
const withoutJsonType = (sent: Sent): Sent => ({
  ...sent,
  headers: sent.headers.filter(
    ([name, value]) =>
      !/^content-type$/i.test(name) || !/^(?:application\/json$|text\/plain;charset)/i.test(value),
  ),
});

/** Why a request of the API is not what it was, migrated; `undefined` where it is, or where nothing has changed. */
const migrationTrouble = (before: Sent, after: Sent): string | undefined => {
  if (isSame(withoutJsonType(before), withoutJsonType(after))) return undefined;
  const url = targetOf(before.url) === 'legacy' ? movedUrl(before.method, before.url) : before.url;
  if (after.method !== before.method) return 'another method';
  if (after.url !== url) return after.url === before.url ? 'changed, but not moved' : 'another URL';
  if (otherHeaders(after) !== otherHeaders(before)) return 'other headers';
  if (!asksTheSame(before, before.body, after.body))
    return 'a body that asks for something else, or is refused';
  return headerTrouble(after.method, after.url, after.headers);
};

/** True where the versioned API would refuse the body of a request. */
export const hasRefusedBody = ({ method, url, body }: Sent): boolean =>
  refusedIn(method, url, body).length > 0;

/** True for a request of the API that the versioned API would refuse or that goes to the legacy one. */
export const isUnmigrated = (event: Event): event is Sent =>
  event.kind === 'request' &&
  (targetOf(event.url) === 'legacy' ||
    (targetOf(event.url) === 'versioned' &&
      (headerTrouble(event.method, event.url, event.headers) !== undefined || hasRefusedBody(event))));

export const isApi = (event: Event): event is Sent =>
  event.kind === 'request' && targetOf(event.url) !== 'elsewhere';

const requestsOf = (events: readonly Event[]): readonly Sent[] =>
  events.filter((event): event is Sent => event.kind === 'request');

/** Effects that count; log lines are only displayed. */
const effectsOf = (events: readonly Event[]): readonly Effect[] =>
  events.filter((event): event is Effect => event.kind === 'effect' && !/^(?:log|test)$/.test(event.channel));

const testsOf = (events: readonly Event[]): readonly Effect[] =>
  events.filter((event): event is Effect => event.kind === 'effect' && event.channel === 'test');

/** Tests that passed and do not any more. */
const testTroubles = (before: readonly Event[], after: readonly Event[]): readonly Trouble[] => {
  const is = new Map(testsOf(after).map(({ job, value }) => [job, value]));
  return testsOf(before)
    .filter(({ job, value }) => value === 'passed' && is.get(job) !== 'passed')
    .map(({ job }) => ({ invariant: 'test broken', text: `${job}: ${is.get(job) ?? 'is not run'}` }));
};

const pairTrouble = (before: Sent, after: Sent, mode: 'safe' | 'unsafe'): Trouble | undefined => {
  const text = (why: string) => `${why}\n  before: ${show(before)}\n  after:  ${show(after)}`;
  if (targetOf(before.url) === 'elsewhere')
    return isSame(before, after)
      ? undefined
      : { invariant: 'elsewhere changed', text: text('a request to elsewhere has changed') };
  if (mode !== 'safe') return undefined;
  const why = migrationTrouble(before, after);
  if (why !== undefined) return { invariant: 'half migrated', text: text(why) };
  const refusal = targetOf(after.url) === 'versioned' ? refusedByService(before, after) : undefined;
  return refusal === undefined ? undefined : { invariant: 'refused by the service', text: text(refusal) };
};

const effectTroubles = (before: readonly Event[], after: readonly Event[]): readonly Trouble[] => {
  const [was, is] = [effectsOf(before), effectsOf(after)].map((effects) =>
    effects.map(({ job, channel, value }) => `${job} ${channel}: ${value}`),
  );
  const at = was!.findIndex((text, index) => text !== is![index]);
  if (at < 0 && was!.length === is!.length) return [];
  const place = at < 0 ? was!.length : at;
  return [
    {
      // What a program tells of an answer, it tells under this name.
      invariant: was![place]?.includes('["read"') === true ? 'answer misread' : 'effect changed',
      text: `  before: ${was![place] ?? 'nothing'}\n  after:  ${is![place] ?? 'nothing'}`,
    },
  ];
};

/** What is told of an answer; the two forms of a connection string are one. */
const readsOf = (events: readonly Event[]): readonly string[] =>
  effectsOf(events)
    .filter(({ value }) => value.includes('["read"'))
    .map(({ job, value }) => `${job}: ${value.replaceAll('/?ssl=true', '')}`);

/** Parts of answers that a program told before, and does not any more. */
export const lostReads = (before: readonly Event[], after: readonly Event[]): string | undefined => {
  const [was, is] = [readsOf(before), readsOf(after)];
  const at = was.findIndex((text, index) => text !== is[index]);
  return at < 0 ? undefined : `  before: ${was[at]!}\n  after:  ${is[at] ?? 'nothing'}`;
};

/** Compares what a program did before and after a fix. */
export const compare = (
  before: readonly Event[],
  after: readonly Event[],
  mode: 'safe' | 'unsafe',
): readonly Trouble[] => {
  const [was, is] = [requestsOf(before), requestsOf(after)];
  if (was.length !== is.length)
    return [
      {
        invariant: 'request lost or new',
        text: `${was.length} requests before, ${is.length} after\n${effectsOf(after)
          .map(({ value }) => value)
          .join('\n')}`,
      },
    ];
  const pairs = was.flatMap((sent, at) => pairTrouble(sent, is[at]!, mode) ?? []);
  return mode === 'unsafe'
    ? pairs
    : [...pairs, ...effectTroubles(before, after), ...testTroubles(before, after)];
};

export const describe = (events: readonly Event[]): string =>
  events
    .map((event) =>
      event.kind === 'request'
        ? `${event.job}: ${show(event)}`
        : `${event.job}: [${event.channel}] ${event.value}`,
    )
    .join('\n');

import { entriesOf } from '../../model/index.ts';
import type { Api, Rule } from '../../model/index.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { datesIn } from './dated-headers.ts';
import type { Dated } from './dated-headers.ts';
import { answering } from './lifecycle.ts';
import { findingAt } from './message.ts';
import { placeOfRange, slotKey } from './places.ts';
import type { ApiCall } from './fact-index.ts';
import { addressWords, mediaWords } from '../api/address-words.ts';

/** True when the date depends on a condition: such code supports both versions. */
const decidesLater = ({ request }: ApiCall): boolean =>
  ['Accept', 'Content-Type'].some((header) =>
    entriesOf(request.headers, header).some(({ values }) => values !== undefined && values.length > 1),
  );

/** The collection that an operation belongs to: `/groups/{}/clusters` for one cluster and for all of them. */
const resourceOf = ({ located }: Dated): string | undefined =>
  located.identity.info?.path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/\{\}$/, '');

const answerTo = (date: string, { located }: Dated, api: Api): string | undefined =>
  answering(date, located.identity.info, api);

/** What the requests of a group share. */
type Scope = 'file' | 'client';

interface Mix {
  readonly scope: Scope;
  readonly dates: readonly Dated[];
}

/** Keys of the groups of a request: its file, and the literal that its client, or its function, has as base. */
const scopesOf = ({ request: { file, urls } }: ApiCall): readonly (readonly [Scope, string])[] => {
  const [base] = urls[0]?.parts ?? [];
  return [['file', file], ...(base?.kind === 'known' ? [['client', slotKey(base.slot)] as const] : [])];
};

/**
 * Dates that code of one file, or of one client or base, requests for one resource, at least two; a date
 * that resolves to no version is rejected.
 */
const mixesIn = (context: CheckContext): readonly Mix[] => {
  const groups = new Map<string, { readonly scope: Scope; readonly dates: Dated[] }>();
  const calls = context.view.calls.filter(
    (call) => ['authored', 'collection'].includes(call.request.origin) && !decidesLater(call),
  );
  for (const dated of calls.flatMap((call) => datesIn(call, context))) {
    const resource = resourceOf(dated);
    if (resource === undefined || answerTo(dated.date, dated, context.api) === undefined) continue;
    for (const [scope, shared] of scopesOf(dated.call)) {
      const key = `${scope} ${shared}\n${resource}`;
      const group = groups.get(key) ?? { scope, dates: [] };
      group.dates.push(dated);
      groups.set(key, group);
    }
  }
  return [...groups.values()].filter(({ dates }) => new Set(dates.map(({ date }) => date)).size > 1);
};

const draftOf = (
  rule: Rule,
  { dated, latest, scope }: Behind,
  { text, api }: CheckContext,
): PendingFinding => {
  const data = {
    date: dated.date,
    version: answerTo(dated.date, dated, api) ?? null,
    other: latest.date,
    elsewhere: latest.located.identity.operation ?? null,
    instead: answerTo(latest.date, dated, api) ?? null,
    scope,
  };
  const finding = findingAt(rule, placeOfRange(dated.range, text), {
    data,
    anchor: `${dated.date} ${latest.date} ${dated.located.address.path}`,
    operation: dated.located.identity.operation,
  });
  return { finding, part: 'alone', requests: [] };
};

/** Call that resolves to an older version than the latest date of its group would. */
interface Behind {
  readonly dated: Dated;
  readonly latest: Dated;
  readonly scope: Scope;
}

const behindIn = ({ scope, dates }: Mix, api: Api): readonly Behind[] => {
  const latest = dates.reduce((a, b) => (b.date > a.date ? b : a));
  return dates
    .filter((dated) => answerTo(dated.date, dated, api) !== answerTo(latest.date, dated, api))
    .map((dated) => ({ dated, latest, scope }));
};

/** One finding per written date; what is said of its file comes before what is said of its client. */
const draftsIn = (rule: Rule, context: CheckContext): readonly PendingFinding[] => {
  const all = mixesIn(context).flatMap((mix) => behindIn(mix, context.api));
  const byPlace = new Map(
    [...all.filter(({ scope }) => scope === 'client'), ...all.filter(({ scope }) => scope === 'file')].map(
      (behind) => [`${slotKey(behind.dated.range.slot)}:${behind.dated.range.from}`, behind],
    ),
  );
  return Array.from(byPlace.values(), (behind) => draftOf(rule, behind, context));
};

/** Finds a resource that code of one file or client requests in two versions. */
export const mixedVersions: Check<object> = {
  name: 'mixed-versions',
  vocabulary: (_, api) => ({
    addresses: [...addressWords(api), ...mediaWords(api)],
    distinctive: [],
    common: [],
    successors: [],
  }),
  run: draftsIn,
};

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

/** Dates that code of one file requests for one resource, at least two. */
const mixesIn = (context: CheckContext): readonly (readonly Dated[])[] => {
  const groups = new Map<string, Dated[]>();
  const calls = context.view.calls.filter(
    (call) => ['authored', 'collection'].includes(call.request.origin) && !decidesLater(call),
  );
  for (const dated of calls.flatMap((call) => datesIn(call, context))) {
    const resource = resourceOf(dated);
    if (dated.date === '' || resource === undefined) continue;
    const key = `${dated.call.request.file}\n${resource}`;
    groups.set(key, [...(groups.get(key) ?? []), dated]);
  }
  return [...groups.values()].filter((group) => new Set(group.map(({ date }) => date)).size > 1);
};

const draftOf = (rule: Rule, dated: Dated, latest: Dated, { text, api }: CheckContext): PendingFinding => {
  const data = {
    date: dated.date,
    version: answerTo(dated.date, dated, api) ?? null,
    other: latest.date,
    elsewhere: latest.located.identity.operation ?? null,
    instead: answerTo(latest.date, dated, api) ?? null,
  };
  const finding = findingAt(rule, placeOfRange(dated.range, text), {
    data,
    anchor: `${dated.date} ${latest.date} ${dated.located.address.path}`,
    operation: dated.located.identity.operation,
  });
  return { finding, part: 'alone', requests: [] };
};

/** Calls that resolve to an older version than the latest date of the group would: one per written date. */
const draftsOf = (rule: Rule, group: readonly Dated[], context: CheckContext): readonly PendingFinding[] => {
  const latest = group.reduce((a, b) => (b.date > a.date ? b : a));
  const behind = group.filter(
    (dated) => answerTo(dated.date, dated, context.api) !== answerTo(latest.date, dated, context.api),
  );
  const byPlace = new Map(behind.map((dated) => [`${slotKey(dated.range.slot)}:${dated.range.from}`, dated]));
  return Array.from(byPlace.values(), (dated) => draftOf(rule, dated, latest, context));
};

/** Finds a resource that code of one file requests in two versions. */
export const mixedVersions: Check<object> = {
  name: 'mixed-versions',
  vocabulary: (_, api) => ({
    addresses: [...addressWords(api), ...mediaWords(api)],
    distinctive: [],
    common: [],
    successors: [],
  }),
  run: (rule, context) => mixesIn(context).flatMap((group) => draftsOf(rule, group, context)),
};

import type { Json } from '../model/index.ts';
import type { Configuration } from './configuration.ts';
import { pass, stop } from './message.ts';
import type { ReplyBody, ReplyStep } from './message.ts';
import { queryParameter, switchIn } from './query.ts';
import type { Query } from './query.ts';
import { refusal } from './refusals.ts';

interface Page {
  readonly number: number;
  readonly size: number;
  readonly counts: boolean;
}

const wholeNumber = (query: Query, name: string, fallback: number, most: number): number | undefined => {
  const value = queryParameter(query, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= most ? number : undefined;
};

const pageOf = (query: Query): Page | string => {
  const number = wholeNumber(query, 'pageNum', 1, 1_000_000);
  const size = wholeNumber(query, 'itemsPerPage', 100, 500);
  const counts = queryParameter(query, 'includeCount') === undefined ? true : switchIn(query, 'includeCount');
  if (number === undefined) return 'pageNum';
  if (size === undefined) return 'itemsPerPage';
  return counts === undefined ? 'includeCount' : { number, size, counts };
};

/** List response with the requested page; 400 for an invalid parameter. */
export const listAnswer = (
  items: readonly Json[],
  query: Query,
  configuration: Configuration,
): ReplyStep<ReplyBody> => {
  const page = pageOf(query);
  if (typeof page === 'string') return stop(refusal(configuration, 'INVALID_QUERY_PARAMETER', [page]));
  const from = (page.number - 1) * page.size;
  const results = items.slice(from, from + page.size);
  const total = page.counts ? { totalCount: items.length } : {};
  return pass({ kind: 'list', value: { links: [], results, ...total } });
};

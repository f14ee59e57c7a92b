import { expect, it } from 'vitest';
import { FetchSites, requestKey } from '../../src/intercept/fetch-sites.ts';

const KEY = requestKey('get', 'https://cloud.mongodb.com', '/api/atlas/v2/groups?pageNum=1');

const nothing = (): void => {};

const held = () => {
  let end = nothing;
  const fetch = new Promise<void>((done) => (end = done));
  return { fetch: () => fetch, end };
};

it('tells the places of two requests for the same, in the order of their fetches', async () => {
  const sites = new FetchSites();
  const [one, two] = [held(), held()];
  const both = [sites.during(KEY, 'a.js:1:1', one.fetch), sites.during(KEY, 'b.js:2:2', two.fetch)];
  expect([sites.take(KEY), sites.take(KEY), sites.take(KEY)]).toEqual(['a.js:1:1', 'b.js:2:2', undefined]);
  one.end();
  two.end();
  await Promise.all(both);
});

it('forgets a fetch that ends before it makes a request, and leaves its error as it is', async () => {
  const sites = new FetchSites();
  const aborted = sites.during(KEY, 'a.js:1:1', () => Promise.reject(new Error('aborted')));
  const other = held();
  const waiting = sites.during(KEY, 'b.js:2:2', other.fetch);
  await expect(aborted).rejects.toThrow('aborted');
  expect(sites.take(KEY)).toBe('b.js:2:2');
  other.end();
  await waiting;
});

it('tells requests apart by method, host, path and query, as undici names them', () => {
  expect(KEY).toBe('GET https://cloud.mongodb.com/api/atlas/v2/groups?pageNum=1');
  expect(requestKey('POST', new URL('https://CLOUD.mongodb.com:443').origin, '/api')).toBe(
    'POST https://cloud.mongodb.com/api',
  );
});

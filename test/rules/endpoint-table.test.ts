import { describe, expect, it } from 'vitest';
import { addressOf, identify } from '../../src/rules/api/identify.ts';
import type { Endpoint, Finding } from '../../src/model/index.ts';
import { sketch } from './api/texts.ts';
import { findingsIn, fixedText } from '../fixtures/pipeline.ts';
import { RENAMED_SEGMENTS } from '../../src/generated/renamed-segments.ts';
import { legacySegments } from '../../src/rules/api/telling-paths.ts';
import { vocabularyOf } from '../../src/rules/keywords.ts';
import { builtIn } from './load/load.ts';

const { api } = builtIn;

/** `/groups/{groupId}` → `/groups/${groupId}`, a template with the parameters of a function. */
const inCode = (template: string): string => template.replaceAll('{', '${').replaceAll(':', '%3A');

const code = ({ method, base, template }: Endpoint, at: number): string => {
  const names = [...new Set(Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name))];
  const body = method === 'GET' || method === 'DELETE' ? '' : ', body: JSON.stringify(body)';
  return `export const call${at} = (${[...names, 'body'].map((name) => `${name}: string`).join(', ')}) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/${base}${inCode(template)}\`, { method: '${method}', headers: { Accept: 'application/json', 'Content-Type': 'application/json' }${body} });\n`;
};

const FATES: Readonly<Record<Endpoint['fate'], readonly string[]>> = {
  same: ['legacy-base-url', 'missing-version-header'],
  deprecated: ['deprecated-endpoint', 'legacy-base-url', 'missing-version-header'],
  renamed: ['legacy-base-url', 'missing-version-header', 'renamed-endpoint'],
  removed: ['removed-endpoint'],
};

const pieces = api.endpoints.map(code);
const source = pieces.join('');
const starts = pieces.map((_, at) => pieces.slice(0, at).join('').length);
const found = await findingsIn({ 'all.ts': source });

const findingsOf = (at: number): readonly Finding[] =>
  found.filter(({ span }) => starts[at]! <= span.start && span.start < (starts[at + 1] ?? source.length));

const rows = api.endpoints.map((endpoint, at) => ({
  at,
  endpoint,
  name: `${endpoint.method} ${endpoint.base}${endpoint.template}`,
}));

/** Only what is about addresses and headers: generated calls send no payloads. */
const ADDRESSES = new Set(Object.values(FATES).flat());
const rulesOf = (at: number): readonly string[] =>
  findingsOf(at)
    .map(({ rule }) => rule)
    .filter((rule) => ADDRESSES.has(rule) || rule === 'unknown-endpoint')
    .toSorted();

describe('the table of legacy endpoints', () => {
  it('has every row', () => expect(rows).toHaveLength(322));

  it.each(rows)('$name is answered as its fate says', ({ at, endpoint }) => {
    expect(rulesOf(at)).toEqual(FATES[endpoint.fate]);
    expect(findingsOf(at).filter(({ operation }) => operation === undefined)).toEqual([]);
  });

  it.each(rows.filter(({ endpoint }) => endpoint.fate === 'removed' || endpoint.fate === 'deprecated'))(
    '$name names what takes its place, and why, where that is known',
    ({ at, endpoint }) => {
      const told = findingsOf(at).map(({ message }) => message);
      const facts = [endpoint.successor, endpoint.note].filter((fact) => fact !== null);
      for (const fact of facts) expect(told.join()).toContain(fact);
    },
  );

  it('writes what the versioned API answers to', async () => {
    const after = await fixedText('all.ts', source);
    const calls = Array.from(
      after.matchAll(/fetch\(`(.*?)`.*?method: '(\w+)'.*?Accept: '(.*?)'/g),
      ([, url, method, accept]) => ({ url: url!, method: method!, accept: accept! }),
    );
    expect(calls).toHaveLength(322);
    const wrong = calls.flatMap(({ url, method, accept }, at) => {
      const { v2 } = api.endpoints[at]!;
      if (v2 === null) return url.includes('/v2/') ? [url] : [];
      const path = url.replace('https://cloud.mongodb.com/api/atlas/v2', '').replaceAll(/\$\{\w+\}/g, '{}');
      const address = addressOf(sketch(url.replaceAll(/\$\{\w+\}/g, '~')), api)!;
      const operation = identify(method, address, api).info;
      const suffix = accept.split('+')[1]!;
      const suffixes = operation?.versions.flatMap((version) => version.suffixes) ?? ['json'];
      const right = path.replaceAll('%3A', ':') === v2;
      return right && suffixes.includes(suffix) && accept.includes('.2023-02-01+')
        ? []
        : [`${url} ${accept}`];
    });
    expect(wrong).toEqual([]);
  });
});

/** The ways a recording may spell one path: with a query, a slash at the end, encoded and long segments. */
const IDS: Readonly<Record<string, string>> = {
  groupId: '5f1b2c3d4e5f6a7b8c9d0e1f',
  clusterName: 'my%20cluster',
  processId: 'shard-00-00.abc12.mongodb.net%3A27017',
};

const recordedPaths = ({ base, template }: Endpoint): readonly string[] => {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? 'v-1');
  const address = `https://cloud.mongodb.com/api/atlas/${base}${path}`;
  return [address, `${address}/`, `${address}?pretty=true&envelope=false`];
};

const exchange = (method: string, url: string): object => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 1,
  request: { method, url, headers: [{ name: 'Accept', value: 'application/json' }], queryString: [] },
  response: { status: 200, headers: [], content: { size: 0, mimeType: 'application/json' } },
});

describe('the table of legacy endpoints in a recording', () => {
  it('is answered as in code, with concrete names, queries and slashes at the end', async () => {
    const calls = api.endpoints.flatMap((endpoint) =>
      recordedPaths(endpoint).map((url) => ({ endpoint, url })),
    );
    const entries = calls.map(({ endpoint, url }) => exchange(endpoint.method, url));
    const log = { version: '1.2', creator: { name: 'x', version: '1' }, entries };
    const all = await findingsIn({ 'all.har': JSON.stringify({ log }) });
    const wrong = calls.flatMap(({ endpoint, url }, at) => {
      const told = all.filter((finding) => finding.exchange === at);
      const rules = told.map(({ rule }) => rule).toSorted();
      const named = told.every(({ operation }) => operation !== undefined);
      return named && rules.join() === FATES[endpoint.fate].join()
        ? []
        : [`${endpoint.method} ${url}: ${rules.join()}`];
    });
    expect(wrong).toEqual([]);
  });
});

const calling = async (path: string) => {
  const call = `fetch(\`https://cloud.mongodb.com/api/atlas/v2${path}\`, { headers: { Accept: 'application/vnd.atlas.2023-02-01+json' } })`;
  const all = await findingsIn({ 'a.ts': `export const f = (a: string, b: string) => ${call};` });
  return all.map(({ rule }) => rule);
};

describe('a path that no endpoint has', () => {
  it.each([
    '/groups/x/cluster',
    '/groups/${a}/cluster',
    '/groups/x/clusters/y/z',
    '/groups/${a}/whitelists/${b}',
  ])('is %s', async (path) => expect(await calling(path)).toEqual(['unknown-endpoint']));

  it.each([
    '/groups/x/clusters/y',
    '/groups/${a}/${b}',
    '/groups/${a}/clusters/${b}',
    '/groups/x/clusters${b}',
    '',
  ])('is not %s', async (path) => expect(await calling(path)).toEqual([]));
});

const tables = (): never => {
  throw new Error('a table of the API is read');
};

describe('words that files are searched for', () => {
  it('are known before the table is read, which a run without calls does not need', () => {
    const closed = Object.defineProperties(
      { ...api },
      { endpoints: { get: tables }, operations: { get: tables } },
    );
    expect(vocabularyOf({ ...builtIn, api: closed }).paths).toEqual(vocabularyOf(builtIn).paths);
  });

  it('have each segment that the table renames', () => {
    const renamed = legacySegments(api).renamed.map(({ before }) => before);
    expect(RENAMED_SEGMENTS).toEqual(renamed.toSorted());
  });
});

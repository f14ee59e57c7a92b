import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';
import type { Files } from '../../fixtures/pipeline.ts';

const VENDOR = 'application/vnd.atlas.2023-02-01+json';

const told = async (version: string, accept: string) => {
  const code = `export const f = () => fetch('https://cloud.mongodb.com/api/atlas/${version}/groups', { headers: { Accept: '${accept}' } });`;
  return (await findingsIn({ 'a.ts': code })).map(({ rule, message }) => [
    rule,
    /partially migrated/.test(message),
  ]);
};

describe('code that is half migrated', () => {
  it('has the versioned base without its header', async () => {
    expect(await told('v2', 'application/json')).toEqual([['missing-version-header', true]]);
  });

  it('has the header on the legacy base', async () => {
    expect(await told('v1.0', VENDOR)).toEqual([['legacy-base-url', true]]);
  });

  it.each([
    ['v2', VENDOR, true],
    ['v2', 'application/vnd.atlas.2023-01-01+json', false],
    ['v1.0', 'application/json', false],
  ])('has a legacy body or reads where %s is asked for %s: %s', async (version, accept, half) => {
    const url = `https://cloud.mongodb.com/api/atlas/${version}/groups/x/clusters`;
    const all = await findingsIn({
      'a.ts': `const headers = { Accept: '${accept}', 'Content-Type': 'application/json' };
export const create = () => fetch('${url}', { method: 'POST', headers, body: JSON.stringify({ name: 'x', replicationSpecs: [{ numShards: 1, regionsConfig: {} }], numShards: 1 }) });
export const read = async () => (await (await fetch('${url}/x', { headers })).json()).providerSettings.instanceSizeName;`,
    });
    const found = all.filter(({ rule }) => rule.endsWith('-cluster-property'));
    expect(found.map(({ data }) => data['property'])).toEqual([
      'regionsConfig',
      'numShards',
      'providerSettings',
    ]);
    expect(found.map(({ message }) => /partially migrated/.test(message))).toEqual([half, half, half]);
  });

  it('is neither of these, and nothing is said of halves', async () => {
    expect(await told('v1.0', 'application/json')).toEqual([
      ['missing-version-header', false],
      ['legacy-base-url', false],
    ]);
    expect(await told('v2', VENDOR)).toEqual([]);
  });
});

const call = (name: string, date: string, at: string) =>
  `export const ${name} = () => fetch('https://cloud.mongodb.com/api/atlas/v2${at}', { headers: { Accept: ${date} } });`;

const dates = async (first: string, second: string, path = '/groups/x/clusters/y') => {
  const code = [call('a', first, '/groups/x/clusters'), call('b', second, path)].join('\n');
  const found = await findingsIn({ 'a.ts': code });
  return found.flatMap(({ rule, span, message }) =>
    rule === 'mixed-versions' ? [[code.slice(span.start, span.end), message] as const] : [],
  );
};

const at = (date: string): string => `'application/vnd.atlas.${date}+json'`;

describe('one resource at two dates', () => {
  it('is told at the older one', async () => {
    const found = await dates(at('2023-02-01'), at('2024-08-05'));
    expect(found.map(([written]) => written)).toEqual(['2023-02-01']);
    expect(found[0]?.[1]).toMatch(
      /^Mixed resource versions: .* clusters\.get of the same file requests 2024-08-05/,
    );
    expect((await dates(at('2024-08-05'), at('2023-01-01'))).map(([written]) => written)).toEqual([
      '2023-01-01',
    ]);
  });

  it('is told of one client that two files use', async () => {
    const found = await findingsIn({
      'client.ts': `import axios from 'axios';
export const atlas = axios.create({ baseURL: 'https://cloud.mongodb.com/api/atlas/v2' });`,
      'a.ts': `import { atlas } from './client';
export const a = () => atlas.get('/groups/x/clusters', { headers: { Accept: ${at('2023-02-01')} } });`,
      'b.ts': `import { atlas } from './client';
export const b = () => atlas.get('/groups/x/clusters/y', { headers: { Accept: ${at('2024-08-05')} } });`,
    });
    expect(found.map(({ rule, file, data }) => [rule, file, data['scope']])).toEqual([
      ['mixed-versions', 'a.ts', 'client'],
    ]);
  });

  it.each([
    [at('2023-02-01'), at('2022-01-01'), '/groups/x/clusters/y'],
    [at('2024-08-05'), at('2023-02-01'), '/groups/x/peers'],
    [at('2024-08-05'), at('2024-10-23'), '/groups/x/clusters/y'],
    [at('2024-08-05'), at('2023-02-01'), '/groups/x/clusters/y/processArgs'],
    [`process.env.NEW ? ${at('2024-08-05')} : ${at('2023-02-01')}`, at('2024-08-05'), '/groups/x/clusters/y'],
  ])('is none: %s and %s at %s', async (...calls) => expect(await dates(...calls)).toEqual([]));
});

// A request that something else sends is described in data: without a dated Accept in it the base is half migrated.
const DESCRIBED: Readonly<Record<string, Files>> = {
  'data of a queue': {
    'queue.ts': `import { Queue } from 'bullmq';
const queue = new Queue('http');
export const ask = (id: string) =>
  queue.add('get', { url: \`https://cloud.mongodb.com/api/atlas/v2/groups/\${id}/alerts\`, headers: { Accept: 'application/json' } });`,
  },
  'a rewrite of Next.js': {
    'next.config.js': `module.exports = {
  rewrites: async () => [{ source: '/atlas/:path*', destination: 'https://cloud.mongodb.com/api/atlas/v2/:path*' }],
};`,
  },
};

describe('a base of the versioned API that something else sends requests to', () => {
  it.each(Object.entries(DESCRIBED))('is reported: %s', async (_, files) => {
    const findings = await findingsIn(files);
    expect(findings.map(({ rule, certainty }) => [rule, certainty])).toEqual([
      ['missing-version-header', 'likely'],
    ]);
  });

  it('is not reported where a dated Accept stands beside it', async () => {
    const text = DESCRIBED['data of a queue']!['queue.ts']!;
    const dated = text.replace('application/json', 'application/vnd.atlas.2023-02-01+json');
    expect(await findingsIn({ 'queue.ts': dated })).toEqual([]);
  });
});

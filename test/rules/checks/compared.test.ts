import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

// A comparison decides on what a fix changes: the legacy part of the URL, the old Accept header, the type of the response. A
// row is a file beside one call; where the comparison would come out differently, the call may not move as safe.

const CLIENT = `import axios from 'axios';
import './other';
export const api = axios.create({
  baseURL: 'https://cloud.mongodb.com/api/atlas/v1.0',
  headers: { Accept: 'application/json' },
});
export const alerts = (group: string) => api.get(\`/groups/\${group}/alerts\`);`;

const HOOK = (body: string): string =>
  `import { api } from './client';\napi.interceptors.request.use((config: any) => { ${body} return config; });`;
const ANSWERED = (body: string): string =>
  `import { api } from './client';\napi.interceptors.response.use((res: any) => { ${body} return res; });`;

const COMPARED: Readonly<Record<string, string>> = {
  'the base as a whole': HOOK(
    `if (config.baseURL === 'https://cloud.mongodb.com/api/atlas/v1.0') config.timeout = 5;`,
  ),
  'the beginning of a path': HOOK(`if (config.url.startsWith('/api/atlas/v1.0')) config.timeout = 5;`),
  'a piece of a URL': HOOK(`if (config.url.includes('/v1.0/')) config.timeout = 5;`),
  'the version alone': HOOK(`if (new URL(config.url).pathname.split('/')[3] === 'v1.0') config.timeout = 5;`),
  'a case': HOOK(
    `switch (config.baseURL) { case 'https://cloud.mongodb.com/api/atlas/v1.0': config.timeout = 5; }`,
  ),
  'a list': HOOK(
    `if (['https://cloud.mongodb.com/api/atlas/v1.0'].includes(config.baseURL)) config.timeout = 5;`,
  ),
  'a pattern': HOOK(`if (/\\/atlas\\/v1\\.0\\/groups/.test(config.url)) config.timeout = 5;`),
  'a pattern that is looked for': HOOK(`if (config.url.match(/api\\/atlas\\/v1\\b/)) config.timeout = 5;`),
  'a pattern in a variable': `const LEGACY = /^https:\\/\\/cloud\\.mongodb\\.com\\/api\\/atlas\\/v1\\.0\\//;
${HOOK(`if (LEGACY.test(config.baseURL)) config.timeout = 5;`)}`,
  'a constant of its own': `const LEGACY = 'https://cloud.mongodb.com/api/atlas/v1.0';
${HOOK(`if (config.baseURL.startsWith(LEGACY)) config.timeout = 5;`)}`,
  'the path in a test': `it('x', () => { expect(calls[0].url).toContain('/api/atlas/v1.0/groups/1/alerts'); });`,
  'the header of a config': HOOK(`if (config.headers.Accept === 'application/json') config.timeout = 5;`),
  'the header in a mock': `import { http, HttpResponse } from 'msw';
http.get('*', ({ request }: any) => {
  if (request.headers.get('accept') !== 'application/json') return new HttpResponse(null, { status: 406 });
});`,
  'the type of a response': ANSWERED(
    `if (res.headers['content-type'] !== 'application/json') throw new Error();`,
  ),
};

const ELSEWHERE: Readonly<Record<string, string>> = {
  'the other version': HOOK(`if (config.url.startsWith('/api/atlas/v2')) config.timeout = 5;`),
  'another path': HOOK(
    `if (config.baseURL === 'https://cloud.mongodb.com/api/atlas/v1.0/orgs/1/teams') stop();`,
  ),
  'another host': HOOK(
    `if (config.baseURL === 'https://ops.example.com/api/atlas/v1.0') config.timeout = 5;`,
  ),
  'the version of something else': `export const isOld = (release: string) => release === 'v1.0';`,
  'a release': `export const isOld = (tag: string) => tag.startsWith('v1.0.3');`,
  'what an own server is asked': `export const handler = (req: any, res: any) => {
  if (req.headers.accept === 'application/json' && req.path.includes('/v1.0/')) res.json([]);
};`,
  'the type of what an own server is sent': `export const handler = (req: any, res: any) => {
  if (req.headers['content-type'] !== 'application/json') res.status(415).end();
};`,
  'a header that goes on fitting': HOOK(`if (config.headers.Accept.includes('json')) config.timeout = 5;`),
  'a type that goes on fitting': ANSWERED(
    `if (!/json/.test(res.headers['content-type'])) throw new Error();`,
  ),
  'the response of another service': `export const other = async () => {
  const res = await fetch('https://example.com/x');
  return res.headers.get('content-type') === 'application/json' ? res.json() : undefined;
};`,
};

const moveWith = async (other: string) => {
  const findings = await findingsIn({ 'client.ts': CLIENT, 'other.ts': other });
  return findings.find(({ rule, file }) => rule === 'legacy-base-url' && file === 'client.ts')?.fix;
};

describe('a request beside a comparison', () => {
  it.each(Object.entries(COMPARED))('is unsafe, and the reason names the place: %s', async (_, other) => {
    expect(await moveWith(other)).toMatchObject({ safety: 'unsafe', reason: { file: 'other.ts' } });
  });

  it.each(Object.entries(ELSEWHERE))('is safe: %s', async (_, other) => {
    expect(await moveWith(other)).toMatchObject({ safety: 'safe' });
  });
});

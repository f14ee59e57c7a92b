import { connect } from 'node:http2';
import { get } from 'node:https';
import { fetch as undiciFetch } from 'undici';
import axios from 'axios';
import { afterEach, describe, expect, it } from 'vitest';
import { interceptAtlas } from '../../src/reference-service.ts';
import type { Interception } from '../../src/reference-service.ts';

const GROUPS = 'https://cloud.mongodb.com/api/atlas/v2/groups';
const headers = {
  authorization: 'Bearer eyJa.bcd.efg',
  accept: 'application/vnd.atlas.2023-02-01+json',
};

const byHttp2 = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const session = connect('https://cloud.mongodb.com').on('error', reject);
    const stream = session.request({ ':path': '/api/atlas/v2/groups', ...headers });
    stream.on('response', (head) => resolve(Number(head[':status']))).on('error', reject);
    stream.resume().on('end', () => session.close());
  });

const CLIENTS: Readonly<Record<string, () => Promise<number | undefined>>> = {
  fetch: async () => (await fetch(GROUPS, { headers })).status,
  'the undici package': async () => (await undiciFetch(GROUPS, { headers })).status,
  https: () =>
    new Promise((resolve, reject) => {
      get(GROUPS, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    }),
  axios: async () => (await axios.get(GROUPS, { headers, proxy: false })).status,
  http2: byHttp2,
};

let atlas: Interception;
afterEach(() => atlas.restore());

describe('interceptAtlas', () => {
  it.each(Object.entries(CLIENTS))('answers %s in this process', async (_, call) => {
    atlas = interceptAtlas({ today: '2026-11-21' });
    expect(await call()).toBe(200);
    expect(atlas.calls).toEqual([{ method: 'GET', path: '/api/atlas/v2/groups', status: 200 }]);
  });

  it('keeps state, refuses the unversioned API, and answers many calls of one connection', async () => {
    atlas = interceptAtlas({ today: '2026-11-21' });
    const list = 'https://cloud.mongodb.com/api/atlas/v2/groups/aaaaaaaaaaaaaaaaaaaaaaaa/accessList';
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    expect((await fetch(list, { ...post, body: '[{"ipAddress":"10.1.2.3"}]' })).status).toBe(201);
    expect(await (await fetch(list, { headers })).text()).toContain('10.1.2.3');
    expect((await fetch(GROUPS.replace('v2', 'v1.0'), { headers })).status).toBe(410);
  });

  it('leaves other hosts alone, and all of them after restore', async () => {
    atlas = interceptAtlas();
    const before = await import('node:tls');
    await expect(fetch('http://127.0.0.1:9/')).rejects.toThrow('fetch failed');
    atlas.restore();
    const patched = before.default.connect;
    atlas = interceptAtlas();
    expect(before.default.connect).not.toBe(patched);
    atlas.restore();
    expect(before.default.connect).toBe(patched);
    atlas = interceptAtlas();
  });
});

import { describe, expect, it } from 'vitest';
import { Sample, applied, headers, judged, pointed, request } from './build.ts';

const HOST = 'https://cloud.mongodb.com';
const DATED = 'application/vnd.atlas.2023-02-01+json';

describe('legacy-base-url', () => {
  it('stands once at a base that many requests share, and moves it with their headers', () => {
    const sample = new Sample(
      `const BASE = '${HOST}/api/atlas/v1.0'; get(BASE + '/groups', {}); get(BASE + '/orgs', {});`,
    );
    const base = `${HOST}/api/atlas/v1.0`;
    const calls = ['/groups', '/orgs'].map((path) =>
      request(sample.place(`get(BASE + '${path}', {})`), [sample.textOf(base, path)], {
        headers: headers([], sample.gapAfter(`get(BASE + '${path}', {`)),
      }),
    );
    const found = judged([sample], [sample.url(base), ...calls]);
    expect(pointed([sample], found)).toEqual([
      'legacy-base-url: /api/atlas/v1.0',
      "missing-version-header: get(BASE + '/groups', {})",
      "missing-version-header: get(BASE + '/orgs', {})",
    ]);
    expect(new Set(found.map(({ fix }) => fix?.group)).size).toBe(1);
    expect(found.map(({ fix }) => fix?.safety)).toEqual(['safe', 'safe', 'safe']);
    expect(applied(sample, found)).toBe(
      `const BASE = '${HOST}/api/atlas/v2'; get(BASE + '/groups', { Accept: '${DATED}',}); get(BASE + '/orgs', { Accept: '${DATED}',});`,
    );
  });

  it('is unsafe without any request', () => {
    const sample = new Sample(`const BASE = '${HOST}/api/atlas/v1.0';`);
    const found = judged([sample], [sample.url(`${HOST}/api/atlas/v1.0`)]);
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['legacy-base-url', 'unsafe']]);
  });

  it('is silent about mentions', () => {
    const sample = new Sample(`log('${HOST}/api/atlas/v1.0');`);
    expect(judged([sample], [sample.url(`${HOST}/api/atlas/v1.0`, { use: 'mention' })])).toEqual([]);
  });

  it('makes the whole migration unsafe when one request may or may not send its header', () => {
    const base = `${HOST}/api/atlas/v1.0`;
    const sample = new Sample(`const BASE = '${base}'; get(BASE + '/groups', {}); get(BASE + '/orgs', h);`);
    const seen = request(sample.place("get(BASE + '/groups', {})"), [sample.textOf(base, '/groups')], {
      headers: headers([], sample.gapAfter("get(BASE + '/groups', {")),
    });
    const unseen = request(sample.place("get(BASE + '/orgs', h)"), [sample.textOf(base, '/orgs')], {
      headers: headers([], undefined, false),
    });
    const found = judged([sample], [seen, unseen]);
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([
      ['legacy-base-url', 'unsafe'],
      ['missing-version-header', 'unsafe'],
    ]);
  });

  it('is unsafe with a shared header that another migration needs and cannot have', () => {
    const one = `${HOST}/api/atlas/v1.0/groups`;
    const two = `${HOST}/api/atlas/v1.0/orgs`;
    const sample = new Sample(
      `const H = { Accept: 'application/json' }; get('${one}', H); get('${two}', H);`,
    );
    const set = headers([sample.header('Accept', 'application/json')]);
    const sure = request(sample.place(`get('${one}', H)`), [sample.textOf(one)], { headers: set });
    const elsewhere = sample.textOf('const H');
    const other = request(sample.place(`get('${two}', H)`), [sample.textOf(two), elsewhere], {
      headers: set,
    });
    const found = judged([sample], [sure, other]);
    expect(new Set(found.map(({ fix }) => fix?.safety))).toEqual(new Set(['unsafe']));
    expect(new Set(found.map(({ fix }) => fix?.group)).size).toBe(1);
  });

  it('is unsafe when the header rule does not run', () => {
    const sample = new Sample(`get('${HOST}/api/atlas/v1.0/groups', {});`);
    const url = `${HOST}/api/atlas/v1.0/groups`;
    const call = request(sample.place(`get('${url}', {})`), [sample.textOf(url)], {
      headers: headers([], sample.gapAfter(`'${url}', {`)),
    });
    const found = judged([sample], [call], { enabled: new Set(['legacy-base-url']) });
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['legacy-base-url', 'unsafe']]);
  });

  it('is safe alone where the request already sends a vendor type', () => {
    const url = `${HOST}/api/atlas/v1.0/groups`;
    const sample = new Sample(`get('${url}', { Accept: '${DATED}' });`);
    const call = request(sample.place(`get('${url}', { Accept: '${DATED}' })`), [sample.textOf(url)], {
      headers: headers([sample.header('Accept', DATED)]),
    });
    const found = judged([sample], [call]);
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['legacy-base-url', 'safe']]);
  });

  it('never edits generated code, and only says to rebuild', () => {
    const url = `${HOST}/api/atlas/v1.0/groups`;
    const sample = new Sample(`get('${url}')`);
    const call = request(sample.place(`get('${url}')`), [sample.textOf(url)], { origin: 'generated' });
    const [finding, ...rest] = judged([sample], [call]);
    expect([finding?.rule, finding?.severity, finding?.fix, rest]).toEqual([
      'legacy-base-url',
      'info',
      undefined,
      [],
    ]);
    expect(finding?.message).toContain('rebuild');
  });

  it('does not rewrite a version that another service shares', () => {
    const sample = new Sample(
      `const V = 'v1.0'; get('${HOST}/api/atlas/' + V); get('${HOST}/prometheus/' + V + '/groups/x/discovery');`,
    );
    const atlas = request(sample.place(`get('${HOST}/api/atlas/' + V)`), [
      sample.textOf(`${HOST}/api/atlas/`, 'v1.0'),
    ]);
    const discovery = request(sample.place("'/groups/x/discovery'"), [
      sample.textOf(`${HOST}/prometheus/`, 'v1.0', '/groups/x/discovery'),
    ]);
    const found = judged([sample], [atlas, discovery]).filter(({ rule }) => rule === 'legacy-base-url');
    expect(pointed([sample], found)).toEqual(['legacy-base-url: v1.0']);
    expect(found[0]?.fix).toBeUndefined();
  });
});

describe('renamed-endpoint', () => {
  it('renames the segment in the same migration', () => {
    const url = `${HOST}/api/atlas/v1.0/groups/x/whitelist`;
    const sample = new Sample(`get('${url}', { Accept: '${DATED}' });`);
    const call = request(sample.place(`get('${url}', { Accept: '${DATED}' })`), [sample.textOf(url)], {
      headers: headers([sample.header('Accept', DATED)]),
    });
    const found = judged([sample], [call]);
    expect(pointed([sample], found)).toEqual([
      'legacy-base-url: /api/atlas/v1.0',
      'renamed-endpoint: whitelist',
    ]);
    expect(new Set(found.map(({ fix }) => fix?.group)).size).toBe(1);
    expect(applied(sample, found)).toContain(`get('${HOST}/api/atlas/v2/groups/x/accessList'`);
  });
});

describe('removed-endpoint', () => {
  const url = `${HOST}/api/atlas/v1.0/groups/x/clusters/c/fts/analyzers`;

  it('replaces the findings about URL and header', () => {
    const sample = new Sample(`get('${url}');`);
    const call = request(sample.place(`get('${url}')`), [sample.textOf(url)]);
    const found = judged([sample], [sample.url(url), call]);
    expect(pointed([sample], found)).toEqual(['removed-endpoint: analyzers']);
    expect(found[0]?.fix).toBeUndefined();
  });

  it('makes the move of a shared base unsafe', () => {
    const base = `${HOST}/api/atlas/v1.0`;
    const sample = new Sample(
      `const B = '${base}'; get(B + '/groups/x/clusters/c/fts/analyzers'); get(B + '/groups', { Accept: '${DATED}' });`,
    );
    const gone = request(sample.place("get(B + '/groups/x"), [
      sample.textOf(base, '/groups/x/clusters/c/fts/analyzers'),
    ]);
    const stays = request(sample.place("get(B + '/groups',"), [sample.textOf(base, '/groups')], {
      headers: headers([sample.header('Accept', DATED)]),
    });
    const found = judged([sample], [gone, stays]);
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([
      ['legacy-base-url', 'unsafe'],
      ['removed-endpoint', undefined],
    ]);
  });
});

describe('misversioned-endpoint', () => {
  it.each([
    ['/api/atlas/v2/oauth/token', '/api/oauth/token'],
    ['/api/atlas/v1.0/oauth/revoke', '/api/oauth/revoke'],
    ['/api/v2/oauth/token', '/api/oauth/token'],
    ['/api/oauth/v2/revoke', '/api/oauth/revoke'],
    ['/prometheus/v2/groups/x/discovery', '/prometheus/v1.0/groups/x/discovery'],
  ])('%s becomes %s', (wrong, right) => {
    const sample = new Sample(`get('${HOST}${wrong}');`);
    const call = request(sample.place(`get('${HOST}${wrong}')`), [sample.textOf(`${HOST}${wrong}`)]);
    const found = judged([sample], [call], { enabled: new Set(['misversioned-endpoint']) });
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['misversioned-endpoint', 'safe']]);
    expect(applied(sample, found)).toBe(`get('${HOST}${right}');`);
  });
});

const told = (path: string) => {
  const url = `${HOST}/api/atlas/${path}`;
  const sample = new Sample(`get('${url}', { Accept: '${DATED}' });`);
  const call = request(sample.place(`get('${url}', { Accept: '${DATED}' })`), [sample.textOf(url)], {
    headers: headers([sample.header('Accept', DATED)]),
  });
  const found = judged([sample], [call]).filter(({ rule }) => rule === 'deprecated-endpoint');
  return found.map(({ severity, message, data }) => [severity, message, data['replacement']]);
};

describe('deprecated-endpoint', () => {
  it('is news, with what to use instead', () => {
    const [severity, message, replacement] = told('v1.0/groups/x/invites')[0]!;
    expect([severity, replacement]).toEqual(['info', '/groups/{groupId}/users (POST, 2025-02-19)']);
    expect(message).toContain('GET /api/atlas/v1.0/groups/{groupId}/invites is still in the versioned API');
  });

  it('is left to the hint about the target once the call is migrated', () => {
    expect(told('v2/groups/x/invites')).toEqual([]);
  });
});

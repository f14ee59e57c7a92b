import { describe, expect, it } from 'vitest';
import { compareRequests } from '../../src/fix/compare-requests.ts';
import type { Signature, SignedUrl } from '../../src/model/index.ts';

const LEGACY: SignedUrl = {
  text: '/api/atlas/v1.0/orgs',
  to: 'legacy',
  moved: '/api/atlas/v2/orgs',
  listed: true,
};
const MOVED: SignedUrl = { text: '/api/atlas/v2/orgs', to: 'versioned', moved: undefined, listed: true };
const PROJECT: SignedUrl = {
  text: 'https://x.example/api/atlas/v1.0/groups/\u0000',
  to: 'legacy',
  moved: 'https://x.example/api/atlas/v2/groups/\u0000',
  listed: true,
};
const MOVED_PROJECT: SignedUrl = { text: PROJECT.moved!, to: 'versioned', moved: undefined, listed: true };
const login = (version: string): string =>
  `Digest username="\${USER}", uri="/api/atlas/${version}/groups/\${id}" / none`;
const OTHER: SignedUrl = { text: 'https://x.example/a', to: 'elsewhere', moved: undefined, listed: true };
const HIDDEN: SignedUrl = { text: '\u0000', to: 'unknown', moved: undefined, listed: true };
const DATED = 'application/vnd.atlas.2023-02-01+json';

const legacy: Signature = {
  sites: [{ file: 'a.js', span: { start: 0, end: 9 } }],
  method: 'GET',
  urls: [LEGACY],
  headers: { accept: 'application/json', 'x-id': '1' },
  complete: true,
  version: 'wrong',
  body: '',
  query: '',
  made: [],
};
const moved: Signature = {
  ...legacy,
  urls: [MOVED],
  headers: { ...legacy.headers, accept: DATED },
  version: 'proven',
};
const foreign: Signature = { ...legacy, urls: [OTHER], version: 'unneeded' };
const token: Signature = {
  ...foreign,
  urls: [{ text: '/api/oauth/token?a=b', to: 'beside', moved: undefined, listed: true }],
};

type Row = readonly [what: string, before: Signature, change: Partial<Signature>, kind: string];

const rows: readonly Row[] = [
  ['nothing', legacy, {}, 'same'],
  ['URL and header', legacy, moved, 'migrated'],
  ['the payload with them', legacy, { ...moved, body: '{"a":1}' }, 'migrated'],
  [
    'a Content-Type with them',
    legacy,
    { ...moved, headers: { ...moved.headers, 'content-type': 'x' } },
    'migrated',
  ],
  ['a missing header alone', { ...moved, headers: { 'x-id': '1' }, version: 'absent' }, moved, 'migrated'],
  ['the URL alone', legacy, { urls: [MOVED] }, 'unknown'],
  [
    'the URL, header unseen',
    { ...legacy, version: 'unknown' },
    { urls: [MOVED], version: 'unknown' },
    'unknown',
  ],
  ['the header alone', legacy, { headers: moved.headers, version: 'proven' }, 'unknown'],
  ['a header on some paths', legacy, { ...moved, version: 'partly' }, 'unknown'],
  ['two version headers', legacy, { ...moved, version: 'repeated' }, 'broken'],
  ['a header that does not fit', legacy, { ...moved, version: 'wrong' }, 'broken'],
  ['a header lost', moved, { headers: { 'x-id': '1' }, version: 'absent' }, 'broken'],
  ['another header lost', legacy, { ...moved, headers: { accept: DATED } }, 'broken'],
  ['another header new', legacy, { ...moved, headers: { ...moved.headers, 'x-new': '1' } }, 'broken'],
  [
    'the path in a login, under names',
    { ...legacy, urls: [PROJECT], headers: { authorization: login('v1.0') } },
    { ...moved, urls: [MOVED_PROJECT], headers: { authorization: login('v2'), accept: DATED } },
    'migrated',
  ],
  [
    'another part of a login',
    { ...legacy, urls: [PROJECT], headers: { authorization: login('v1.0') } },
    { ...moved, urls: [MOVED_PROJECT], headers: { authorization: `${login('v2')}x`, accept: DATED } },
    'broken',
  ],
  ['headers that hide', legacy, { ...moved, complete: false }, 'unknown'],
  ['the method', legacy, { ...moved, method: 'POST' }, 'broken'],
  ['another path', legacy, { ...moved, urls: [{ ...MOVED, text: '/api/atlas/v2/teams' }] }, 'broken'],
  ['another legacy path', legacy, { urls: [{ ...LEGACY, text: '/api/atlas/v1.0/x' }] }, 'unknown'],
  ['one more URL', legacy, { ...moved, urls: [MOVED, MOVED] }, 'broken'],
  ['an endpoint without a twin', { ...legacy, urls: [{ ...LEGACY, moved: undefined }] }, moved, 'unknown'],
  ['the payload of a legacy call', legacy, { body: '{"a":1}' }, 'unknown'],
  ['a header to elsewhere', foreign, { headers: moved.headers }, 'broken'],
  ['a URL to elsewhere', foreign, { urls: [MOVED] }, 'broken'],
  ['a payload to elsewhere', foreign, { body: '{}' }, 'broken'],
  [
    'a header of two services',
    { ...legacy, urls: [LEGACY, OTHER] },
    { ...moved, urls: [MOVED, OTHER] },
    'broken',
  ],
  [
    'one URL of two services, header there',
    { ...moved, urls: [LEGACY, OTHER] },
    { urls: [MOVED, OTHER] },
    'migrated',
  ],
  ['a header to a hidden URL', { ...foreign, urls: [HIDDEN] }, { headers: moved.headers }, 'unknown'],
  ['a hidden URL', { ...foreign, urls: [HIDDEN] }, { urls: [{ ...HIDDEN, text: 'x\u0000' }] }, 'unknown'],
  [
    'the query of a token call',
    token,
    { urls: [{ ...token.urls[0]!, text: '/api/oauth/token' }] },
    'migrated',
  ],
  ['the path of a token call', token, { urls: [{ ...token.urls[0]!, text: '/api/oauth/x' }] }, 'broken'],
];

describe('compareRequests', () => {
  it.each(rows)('%s', (_, before, change, kind) => {
    const verdict = compareRequests(before, { ...before, ...change });
    expect(verdict.kind).toBe(kind);
    expect('why' in verdict).toBe(kind === 'unknown' || kind === 'broken');
  });
});

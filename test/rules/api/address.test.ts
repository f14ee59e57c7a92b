import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/rules/api/identify.ts';
import type { Address } from '../../../src/rules/api/identify.ts';
import { extendApi } from '../../../src/rules/load/index.ts';
import type { SlotRange, Text } from '../../../src/model/index.ts';
import { builtIn } from '../load/load.ts';
import { hole, sketch, textOf } from './texts.ts';

const { api } = builtIn;
const spelled = (ranges: readonly SlotRange[]): string =>
  ranges.map(({ slot, from, to }) => slot.value.slice(from, to)).join('|');

const summary = (text: Text): string | undefined => {
  const address = addressOf(text, api);
  if (address === undefined) return undefined;
  const { area, host, path, open, query } = address;
  return [area, host ?? '-', path, open ? 'open' : '', query].join(' ').trimEnd();
};

describe('addresses of the service; ~ is a hole', () => {
  it.each([
    ['https://cloud.mongodb.com/api/atlas/v1.0', 'legacy cloud.mongodb.com  open'],
    ['https://cloud.mongodb.com/api/atlas/v1.0/', 'legacy cloud.mongodb.com  open'],
    ['https://cloud.mongodb.com/api/atlas/v1.5/groups', 'legacy cloud.mongodb.com /groups'],
    [
      'https://cloud.mongodb.com/api/atlas/v2/groups?pageNum=1',
      'versioned cloud.mongodb.com /groups  pageNum=1',
    ],
    ['https://CLOUD.MongoDB.com:443/api/atlas/v1.0/groups#top', 'legacy cloud.mongodb.com /groups'],
    ['http://cloud.mongodbgov.com/api/atlas/v1.0?pretty=true', 'legacy cloud.mongodbgov.com   pretty=true'],
    ['https://key:se:cr@et@cloud-dev.mongodb.com/api/atlas/v1.0/orgs', 'legacy cloud-dev.mongodb.com /orgs'],
    ['https://~:~@cloud.mongodb.com/api/atlas/v1.0/orgs', 'legacy cloud.mongodb.com /orgs'],
    ['//cloud-qa.mongodb.com/api/atlas/v2', 'versioned cloud-qa.mongodb.com  open'],
    ['cloud.mongodb.com/api/atlas/v1.0/groups/', 'legacy cloud.mongodb.com /groups open'],
    ['/api/atlas/v1.0/groups/~/clusters', 'legacy - /groups/{}/clusters'],
    ['api/atlas/v1.0/groups', 'legacy - /groups'],
    ['~/api/atlas/v1.0/groups/~', 'legacy - /groups/{}'],
    ['~api/atlas/v1.0/groups', 'legacy - /groups'],
    ['~//api/atlas/v1.0//groups//~/', 'legacy - /groups/{} open'],
    ['~/api/atlas/v1.0/groups//clusters//restoreJobs', 'legacy - /groups/{}/clusters/{}/restoreJobs'],
    ['~/api/atlas/v1.0//groups/~//clusters//~', 'legacy - /groups/{}/clusters/{}'],
    ['~/~/api/atlas/v1.0', 'legacy -  open'],
    ['~://~/api/atlas/v1.0', 'legacy -  open'],
    ['~cloud.mongodb.com/api/atlas/v1.0', 'legacy cloud.mongodb.com  open'],
    ['https://cloud~.mongodb.com/api/atlas/v1.0', 'legacy -  open'],
    ['https://cloud.mongodb.com~/api/atlas/v1.0', 'legacy cloud.mongodb.com  open'],
    ['https://~api/atlas/v1.0', 'legacy -  open'],
    ['https://~:8443/api/atlas/v1.0', 'legacy -  open'],
    ['~/api/atlas/v1.0~', 'legacy - {} open'],
    ['~/api/atlas/v1.0/~', 'legacy - /{} open'],
    ['~/api/atlas/v1.0/groups~', 'legacy - /groups{} open'],
    ['~/api/atlas/v1.0/groups/~/clusters/~-prod', 'legacy - /groups/{}/clusters/{}-prod'],
    ['~/api/atlas/v1.0/groups?~', 'legacy - /groups  {}'],
    ['{{baseUrl}}/api/atlas/v1.0/groups/{{groupId}}', 'legacy - /groups/{}'],
    ['{{ base url }}/api/atlas/v1.0', 'legacy -  open'],
    ['{base_url}/api/atlas/v1.0/groups/{GROUP-ID}/clusters', 'legacy - /groups/{}/clusters'],
    [
      'https://cloud.mongodb.com/api/atlas/v1.0/groups/:groupId/clusters/:name',
      'legacy cloud.mongodb.com /groups/{}/clusters/{}',
    ],
    ['$BASE/api/atlas/v1.0/groups/${GROUP_ID}/x', 'legacy - /groups/{}/x'],
    ['<base_url>/api/atlas/v2/groups/<GROUP-ID>', 'versioned - /groups/{}'],
    ['*/api/atlas/v1.0/groups/*', 'legacy - /groups/{}'],
    ['%s/api/atlas/v1.0/groups/%s/processes/%s:%d/disks', 'legacy - /groups/{}/processes/{}:{}/disks'],
    ['  https://cloud.mongodb.com/api/atlas/v1.0/groups\n', 'legacy cloud.mongodb.com /groups'],
    ['https://cloud.mongodb.com/api/<product>/v1.0/groups', 'legacy cloud.mongodb.com /groups'],
    ['https://cloud.mongodb.com/api/oauth/token', 'token cloud.mongodb.com'],
    ['~/api/oauth/token?pretty=true', 'token -   pretty=true'],
    ['/api/oauth/revoke', 'revoke -'],
    ['https://cloud.mongodb.com/prometheus/v1.0', 'discovery cloud.mongodb.com  open'],
    [
      '~/prometheus/v1.0/groups/~/discovery?targetScheme=~',
      'discovery - /groups/{}/discovery  targetScheme={}',
    ],
    ['~/prometheus/v2/groups/~/discovery', 'misversioned-discovery - /groups/{}/discovery'],
    ['~/api/atlas/v2/oauth/token', 'misversioned-token -'],
    ['~/api/atlas/v1.0/oauth/revoke', 'misversioned-revoke -'],
    ['~/api/atlas/v2/oauth/~', 'misversioned-token - /{} open'],
    ['https://cloud.mongodb.com/api/oauth/v2/token', 'misversioned-token cloud.mongodb.com'],
  ])('%s', (pattern, expected) => expect(summary(sketch(pattern))).toBe(expected));
});

describe('values with white space in them', () => {
  const groups = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/';

  it('are segments where they are written elsewhere', () => {
    expect(summary(textOf(groups, 'My project', '/clusters'))).toBe(
      'legacy cloud.mongodb.com /groups/{}/clusters',
    );
    expect(summary(textOf(`${groups}byName/`, 'My project'))).toBe(
      'legacy cloud.mongodb.com /groups/byName/{}',
    );
  });

  it('are prose where they are not', () => {
    expect(summary(textOf(`${groups}My project`))).toBeUndefined();
    expect(summary(textOf(groups, hole('id'), ' was not found'))).toBeUndefined();
    expect(summary(textOf('see ', groups, '1'))).toBeUndefined();
  });
});

describe('texts that are no address of the service', () => {
  it.each([
    'https://example.com/api/atlas/v1.0/groups',
    'https://atlas.example.com:8080/api/atlas/v2/search',
    'http://localhost:3000/api/atlas/v1.0/groups',
    'https://~.example.com/api/atlas/v1.0/groups',
    'https://cloud.mongodb.com.evil.io/api/atlas/v1.0',
    'https://cloud.mongodb.com@evil.io/api/atlas/v1.0',
    'https://evil.io/?u=https://cloud.mongodb.com/api/atlas/v1.0',
    'https://evil.io#@cloud.mongodb.com/api/atlas/v1.0',
    'ftp://cloud.mongodb.com/api/atlas/v1.0',
    'mongodb+srv://cloud.mongodb.com/api/atlas/v1.0',
    'https://cloud.mongodb.com/api/public/v1.0/groups',
    'https://cloud.mongodb.com/api/private/unauth',
    'https://cloud.mongodb.com/api/~/v1.0/groups',
    'https://services.cloud.mongodb.com/api/admin/v3.0/groups',
    'https://cloud.mongodb.com/v2/5f1b#clusters',
    '~/api/~/v1.0/groups',
    '/api/atlas/v1/groups',
    '/api/atlas/v1.1/groups',
    '/api/atlas/v3/groups',
    '/api/atlas/v1.0.0/schema.json',
    '/api/atlas/v1.0-beta/groups',
    '/api/atlas/v1.0.',
    '/api/atlas/v1.0, which is gone',
    '/api/atlas/~/groups',
    '/api/atlas/v~/groups',
    '/api/atlas/v1~',
    '/api/atlasx/v1.0/groups',
    '/API/atlas/v1.0/groups',
    'atlas/v1.0.0/cluster',
    'atlas/v1.0/groups',
    'src/api/atlas/v1.0/groups.ts',
    './api/atlas/v1.0/groups',
    '../api/atlas/v1.0',
    '/proxy/api/atlas/v1.0/groups',
    '~/proxy/api/atlas/v1.0/groups',
    '@scope/api/atlas/v1.0',
    'GET /api/atlas/v1.0/groups',
    'GET https://cloud.mongodb.com/api/atlas/v1.0/groups',
    'see https://cloud.mongodb.com/api/atlas/v1.0',
    'https://cloud.mongodb.com/api/atlas/v1.0/groups is gone',
    '"https://cloud.mongodb.com/api/atlas/v1.0"',
    '%2Fapi%2Fatlas%2Fv1.0',
    '\\/api\\/atlas\\/v1\\.0',
    '/api/oauth',
    '/api/oauth/authorize',
    '/api/oauth/token/info',
    '~/api/oauth/v2/token',
    '/prometheus/v1.0',
    '/prometheus/v1.0/query',
    '/prometheus/v1.0/groups/~/metrics',
    'https://example.com/prometheus/v2/groups/~/discovery',
    '/prometheus/api/v1/query',
    '/api/v1/query',
    '',
    '~',
    '/',
  ])('%s', (pattern) => expect(summary(sketch(pattern))).toBeUndefined());
});

const parts = (text: Text, pick: (address: Address) => readonly SlotRange[]) =>
  spelled(pick(addressOf(text, api)!));

describe('where an address is written', () => {
  it('finds the base and the version in one literal', () => {
    const text = textOf('https://cloud.mongodb.com/api/atlas/v1.0/groups');
    expect(parts(text, (address) => address.baseRanges)).toBe('/api/atlas/v1.0');
    expect(parts(text, (address) => address.versionRanges)).toBe('v1.0');
    expect(addressOf(text, api)).toMatchObject({ version: 'v1.0', correct: 'v2', product: 'atlas' });
  });

  it('finds a version that is spelled in two literals', () => {
    const text = textOf(hole('host'), '/api/at', 'las/v1', '.0', '/groups/', hole('id'));
    expect(parts(text, (address) => address.versionRanges)).toBe('v1|.0');
    expect(parts(text, (address) => address.baseRanges)).toBe('/api/at|las/v1|.0');
  });

  it('keeps offsets true behind placeholders and leading white space', () => {
    const text = textOf('  {{host}}/api/atlas/v1.0/groups');
    expect(parts(text, (address) => address.versionRanges)).toBe('v1.0');
    expect(parts(text, (address) => address.baseRanges)).toBe('/api/atlas/v1.0');
  });

  it('leaves a product that cannot be seen out of the base', () => {
    const text = textOf('/api/', hole('product'), '/v1.0/groups');
    expect(parts(text, (address) => address.baseRanges)).toBe('/api/|/v1.0');
  });

  it.each([
    ['/api/atlas/v2/oauth/token', '/atlas/v2', ''],
    ['/api/atlas/v1.0/oauth/revoke', '/atlas/v1.0', ''],
    ['https://cloud.mongodb.com/api/oauth/v2/token', '/v2', ''],
    ['/prometheus/v2/groups/~/discovery', 'v2', 'v1.0'],
    ['/prometheus/v1/groups/~/discovery', 'v1', 'v1.0'],
  ])('%s: %s becomes "%s"', (pattern, written, correct) => {
    const text = sketch(pattern);
    expect(parts(text, (address) => address.versionRanges)).toBe(written);
    expect(addressOf(text, api)!.correct).toBe(correct);
  });

  it('has nothing to correct in right addresses', () => {
    for (const right of ['/api/atlas/v2/groups', '/api/oauth/token', '/prometheus/v1.0/groups/~/discovery'])
      expect(addressOf(sketch(right), api)!.correct).toBeUndefined();
  });
});

describe('holes at the end', () => {
  it('takes a hole that is named as a query for one', () => {
    const text = textOf('/api/atlas/v1.0/groups', hole('queryString'));
    expect(addressOf(text, api)).toMatchObject({ path: '/groups', open: false, query: '{}' });
  });

  it('takes a whole segment for a parameter, whatever its name', () => {
    const text = textOf('/api/atlas/v1.0/groups/', hole('params'));
    expect(addressOf(text, api)).toMatchObject({ path: '/groups/{}', open: false });
  });
});

describe('names that the configuration adds', () => {
  const own = extendApi(api, { products: ['nimbus'], hosts: ['API.nimbus.example'] });

  it('knows the added host and product', () => {
    const address = addressOf(textOf('https://api.nimbus.example/api/nimbus/v1.0/groups'), own);
    expect(address).toMatchObject({ area: 'legacy', product: 'nimbus', host: 'api.nimbus.example' });
  });

  it('does not know names it was not given', () => {
    expect(addressOf(textOf('/api/atlas/v1.0/groups'), own)).toBeUndefined();
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      'api',
      '/api/atlas/v1.0',
      'v2',
      'cloud.mongodb.com',
      'https://',
      '?',
      '#',
      '@',
      ':',
    ),
    fc.constantFrom(
      '/api/oauth/token',
      '/prometheus/v2/groups/',
      '{x}',
      '${y}',
      '{{',
      '<',
      ' ',
      'groups',
      '\0',
    ),
    fc.string({ maxLength: 4 }),
  );
  const anyText = fc
    .array(fc.oneof(piece, fc.constant(hole('h'))), { maxLength: 9 })
    .map((parts) => textOf(...parts));

  it('is read without an exception, and what is found is spelled where the ranges say', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const address = addressOf(text, api);
        if (address?.correct === undefined || address.area.startsWith('misversioned')) return;
        expect(spelled(address.versionRanges).replaceAll('|', '')).toBe(address.version);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not depend on how the text is cut into slots', () => {
    const address = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters?x=1';
    fc.assert(
      fc.property(fc.array(fc.nat({ max: address.length }), { maxLength: 5 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), address.length];
        const text = textOf(...edges.slice(1).map((edge, index) => address.slice(edges[index], edge)));
        expect(summary(text)).toBe('legacy cloud.mongodb.com /groups/1/clusters  x=1');
        expect(spelled(addressOf(text, api)!.versionRanges).replaceAll('|', '')).toBe('v1.0');
      }),
    );
  });

  it('is read in linear time', () => {
    for (const bait of ['{', '<a', '${', '/', ':/', '/\0', '*', '%'].map((part) => part.repeat(100_000))) {
      const start = performance.now();
      addressOf(textOf(`${bait}/api/atlas/v1.0/${bait}`), api);
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });
});

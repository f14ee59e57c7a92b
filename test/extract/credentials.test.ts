import { describe, expect, it } from 'vitest';
import { formatOf } from '../../src/extract/forms/formats.ts';
import { mayBeApiUrl, words } from './recordings/recorded/vocabulary.ts';
import { findingsIn, fixedFiles, scanOf } from '../fixtures/pipeline.ts';

// Addresses with credentials as values of variables: the address is found, the credentials stay where they are.

const SECRET = 'hunter2example';
const ADDRESS = `https://ops:${SECRET}@cloud.mongodb.com/api/atlas/v1.0`;

const postman = (value: string): string =>
  JSON.stringify({
    info: { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [{ key: 'base', value }],
    item: [{ name: 'a', request: { method: 'GET', header: [], url: '{{base}}/groups' } }],
  });

const http = 'GET {{base}}/groups\n';

const requested: Readonly<Record<string, (value: string) => Readonly<Record<string, string>>>> = {
  'a Postman collection': (value) => ({ 'a.postman_collection.json': postman(value) }),
  'a request file': (value) => ({ 'a.http': `@base = ${value}\n\n${http}` }),
  'an environment of request files': (value) => ({
    'a.http': http,
    'http-client.env.json': JSON.stringify({ dev: { base: value } }),
  }),
  'a file of variables': (value) => ({
    'a.http': 'GET {{$dotenv BASE}}/groups\n',
    '.env': `BASE=${value}\n`,
  }),
};

/** Facts of plain files (`.env`, JSON) hold their values, which reports mask: here those of collections count. */
const shownIn = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { facts } = await scanOf(files);
  return JSON.stringify(facts.filter((fact) => 'origin' in fact && fact.origin === 'collection'));
};

const rulesIn = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await findingsIn(files)).map(({ rule }) => rule).toSorted();

describe.each(Object.entries(requested))('%s', (_, filesOf) => {
  it('says the same with credentials as without', async () => {
    const plain = await rulesIn(filesOf(ADDRESS.replace(/ops:.*@/, '')));
    expect(plain).toContain('missing-version-header');
    expect(await rulesIn(filesOf(ADDRESS))).toEqual(plain);
  });

  it('has no credential in its facts', async () => {
    const shown = await shownIn(filesOf(ADDRESS));
    expect(shown).toContain('cloud.mongodb.com');
    expect(shown).not.toContain(SECRET);
  });

  it.each([
    ['a secret that has a slash', `https://ops:a/${SECRET}@cloud.mongodb.com/api/atlas/v1.0`],
    ['a secret that has an at sign', `https://ops:a@${SECRET}@cloud.mongodb.com/api/atlas/v1.0`],
    ['a secret that has a hash', `https://ops:a#${SECRET}@cloud.mongodb.com/api/atlas/v1.0`],
    ['another behind it', `${ADDRESS}/${SECRET}@cloud.mongodb.com/api/atlas/v1.0`],
  ])('shows nothing of %s', async (_case, value) => {
    expect(await shownIn(filesOf(value))).not.toContain(SECRET);
  });
});

it('Bruno reads the address and keeps no credential', async () => {
  const text = `get {\n  url: {{base}}/groups\n}\n\nvars:pre-request {\n  base: ${ADDRESS}\n}\n`;
  const { facts } = await (
    await formatOf('bruno').load()
  ).extract({
    files: [{ path: 'a.bru', form: 'bruno', text, origin: 'collection' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl,
    words,
  });
  expect(facts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['request', 'url']));
  expect(JSON.stringify(facts)).not.toContain(SECRET);
});

it('an environment of Postman is told of its address', async () => {
  const values = [{ key: 'legacy', value: ADDRESS, enabled: true }];
  const environment = { id: '1', name: 'dev', values, _postman_variable_scope: 'environment' };
  expect(await rulesIn({ 'a.postman_environment.json': JSON.stringify(environment) })).toEqual([
    'legacy-base-url',
  ]);
});

it('a fix changes the address and leaves the credentials', async () => {
  const before = `@base = ${ADDRESS}\n\n${http}`;
  const after = (await fixedFiles({ 'a.http': before }, 'safe'))['a.http']!;
  expect(after).toContain(`@base = ${ADDRESS.replace('v1.0', 'v2')}\n`);
});

it.each(['apiToken', 'password'])('a variable called %s stays unread whatever it holds', async (name) => {
  const { facts } = await scanOf({ 'a.http': `@${name} = ${ADDRESS}\n\nGET {{${name}}}/groups\n` });
  expect(JSON.stringify(facts)).not.toContain('cloud.mongodb.com');
});

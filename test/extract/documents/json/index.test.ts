import { describe, expect, test } from 'vitest';
import type { ExtractInput } from '../../../../src/extract/extractor.ts';
import { jsonExtractor } from '../../../../src/extract/documents/json/index.ts';
import { flatten } from '../../../../src/model/index.ts';
import type { Origin } from '../../../../src/model/index.ts';

const host: ExtractInput['host'] = {
  read: () => undefined,
  files: () => [],
  search: () => [],
  chunks: () => [],
};

const extract = (text: string, path = 'a.json', origin: Origin = 'authored') =>
  jsonExtractor.extract({
    files: [{ path, form: 'json', text, origin }],
    host,
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });

const summary = async (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { facts } = await extract(text);
  return facts.map((fact) =>
    fact.kind === 'url' ? `${fact.use} ${flatten(fact.text)}` : `${fact.kind} ${fact.origin}`,
  );
};

const legacy = 'https://cloud.mongodb.com/api/atlas/v1.0';

describe('payloads', () => {
  test('are objects and lists of objects', async () => {
    expect(await summary({ providerSettings: {} })).toStrictEqual(['payload authored']);
    expect(await summary([{ name: 'a' }, { name: 'b' }])).toStrictEqual(['payload authored']);
    expect(await summary('"text"')).toStrictEqual([]);
    expect(await summary(['a', 'b'])).toStrictEqual([]);
  });

  test('are evidence where the service sent them', async () => {
    expect(await summary({ stateName: 'IDLE', numShards: 1 })).toStrictEqual(['payload recording']);
    expect(await summary({ results: [{ numShards: 1 }] })).toStrictEqual(['payload recording']);
    expect(await summary({ links: [{ rel: 'self', href: legacy }] })).toStrictEqual([
      'payload recording',
      `mention ${legacy}`,
    ]);
  });

  test.each([
    ['OpenAPI', { openapi: '3.0.1', numShards: 1, servers: [{ url: legacy }] }, [`value ${legacy}`]],
    ['OpenAPI that speaks', { openapi: '3.0.1', info: { contact: legacy } }, [`mention ${legacy}`]],
    ['JSON Schema', { $schema: 'http://json-schema.org/draft-07/schema#', properties: {} }, []],
    ['a schema by its shape', { type: 'object', properties: { numShards: {} } }, []],
    ['a lock file', { lockfileVersion: 3, packages: {} }, []],
    ['a report of this tool', { tool: {}, findings: [{ data: { base: legacy } }] }, [`mention ${legacy}`]],
    ['SARIF', { version: '2.1.0', runs: [{ tool: {}, results: [{ uri: legacy }] }] }, [`mention ${legacy}`]],
    ['CloudFormation', { AWSTemplateFormatVersion: '2010-09-09', Resources: {} }, []],
    ['Terraform', { resource: { mongodbatlas_cluster: { c: { numShards: 1 } } } }, []],
  ])('are not %s', async (_, document, expected) => {
    expect(await summary(document)).toStrictEqual(expected);
  });
});

describe('addresses', () => {
  test('are whole string values', async () => {
    const facts = await summary({
      api: { url: legacy, list: [`${legacy}/groups`], templated: '{{base}}/api/atlas/v1.0' },
      prose: `see ${legacy} for more`,
      description: legacy,
      links: [{ href: `${legacy}/x` }],
    });
    expect(facts).toStrictEqual([
      'payload authored',
      `value ${legacy}`,
      `value ${legacy}/groups`,
      'value {{base}}/api/atlas/v1.0',
      `mention ${legacy}`,
      `mention ${legacy}/x`,
    ]);
  });

  test('stand between the quotes', async () => {
    const text = '\uFEFF{"url": "https:\\/\\/cloud.mongodb.com\\/api\\/atlas\\/v1.0"}';
    const { facts } = await extract(text);
    const url = facts.find((fact) => fact.kind === 'url')!;
    expect(flatten(url.text)).toBe(legacy);
    expect(text.slice(url.span.start, url.span.end)).toBe(
      'https:\\/\\/cloud.mongodb.com\\/api\\/atlas\\/v1.0',
    );
  });
});

test('a malformed document fails with a place and without its values', async () => {
  const { facts, failed } = await extract('{\n  "privateKey": "s3cret" "x": 1\n}');
  expect(facts).toStrictEqual([]);
  expect(failed).toStrictEqual([
    {
      file: 'a.json',
      message: 'not valid JSON at line 2, column 26: a comma or a closing brace is expected here',
    },
  ]);
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complaint } from '../../src/rules/load/complaint.ts';
import type { ValidationError } from '../../src/rules/load/validator.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'migrate-scripts-'));
  for (const folder of ['rules', 'scripts'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

const run = (folder: string, script: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(folder, 'scripts', script), ...args], { encoding: 'utf8' });

const imported = (name: string): unknown =>
  JSON.parse(readFileSync(join(copy, `rules/api/${name}.json`), 'utf8'));

describe('rules-readme', () => {
  it('finds rules/README.md as the rules say (else: npm run docs)', () => {
    expect(run(root, 'rules-readme.mjs', '--check')).toMatchObject({ status: 0, stderr: '' });
  });

  it('complains about a README that says something else', () => {
    writeFileSync(join(copy, 'rules/README.md'), 'old');
    expect(run(copy, 'rules-readme.mjs', '--check').stderr).toContain('npm run docs');
    writeFileSync(join(copy, 'docs/rules/of-old.md'), 'a rule that is gone');
    expect(run(copy, 'rules-readme.mjs').status).toBe(0);
    expect(run(copy, 'rules-readme.mjs', '--check').status).toBe(0);
  });
});

describe('picture', () => {
  it('finds docs/terminal.svg as the tool prints (else: npm run docs)', () => {
    expect(run(root, 'picture.mjs', '--check')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('import-facts', () => {
  const row = { method: 'GET', legacyBase: '/api/atlas/v1.0', v2Versions: ['2023-01-01'] };
  const endpoints = [
    {
      ...row,
      legacyPath: '/groups/{GROUP-ID}/whitelist',
      status: 'renamed',
      v2Path: '/groups/{groupId}/accessList',
    },
    {
      ...row,
      legacyPath: '/groups/{GROUP-ID}/processes/{HOST}:{PORT}',
      status: 'same',
      v2Path: '/groups/{groupId}/processes/{processId}',
    },
    { ...row, legacyPath: '/x', status: 'gone', v2Path: '/y/{id}', note: 'retired' },
  ];
  const operation = { method: 'GET', path: '/groups/{groupId}/clusters' };
  const versions = [
    { date: '2023-01-01', mediaTypes: ['+json'], sunset: '2027-07-01' },
    { date: '2024-08-05', mediaTypes: ['+csv', '+json'] },
  ];

  const importAll = () => {
    const files = {
      endpoints,
      asOf: '2030-01-01',
      versionDates: ['2023-01-01'],
      operations: [{ ...operation, versions }],
    };
    writeFileSync(join(copy, 'facts.json'), JSON.stringify(files));
    return run(copy, 'import-facts.mjs', join(copy, 'facts.json'), join(copy, 'facts.json'));
  };

  it('writes endpoints with their fate and move, and operations with their versions', () => {
    expect(importAll()).toMatchObject({ status: 0 });
    const base = { method: 'GET', base: 'v1.0' };
    expect(imported('endpoints')).toEqual([
      { ...base, path: '/groups/{groupId}/whitelist', fate: 'renamed', v2: '/groups/{groupId}/accessList' },
      { ...base, path: '/groups/{groupId}/processes/{processId}', fate: 'same' },
      { ...base, path: '/x', fate: 'removed', successor: '/y/{id}', note: 'retired' },
    ]);
    expect(imported('operations')).toEqual([
      {
        ...operation,
        name: 'clusters.list',
        versions: [
          { date: '2023-01-01', sunset: '2027-07-01' },
          { date: '2024-08-05', suffixes: ['csv', 'json'] },
        ],
      },
    ]);
    expect(imported('api')).toMatchObject({ asOf: '2030-01-01', products: ['atlas'] });
  });
});

describe('generate', () => {
  const options = {
    type: 'object',
    required: ['properties'],
    additionalProperties: false,
    properties: {
      properties: { type: 'array', items: { $ref: 'rules.schema.json#/$defs/jsonPath' } },
      since: { type: 'string' },
    },
  };
  const rule = { id: 'demo', check: 'demo', severity: 'error', title: 'T', message: 'M' };

  /** The first complaint of the composed schema about a rule with these members. */
  const judge = (members: object): string => {
    writeFileSync(join(copy, 'rules/schema/checks/demo.json'), JSON.stringify(options));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'package.json'), '{"type": "module"}');
    expect(run(copy, 'generate.mjs')).toMatchObject({ status: 0, stderr: '' });
    const schema = JSON.parse(readFileSync(join(copy, 'rules/schema/rules.schema.json'), 'utf8')) as object;
    const validate = new Ajv2020({ verbose: true }).compile(schema);
    const file = { rules: [{ ...rule, ...members }] };
    return validate(file) ? 'accepted' : complaint((validate.errors as readonly ValidationError[])[0]!, file);
  };

  it.each([
    [{ options: { properties: ['$.a[*].b'] } }, 'accepted'],
    [{ options: {} }, 'rule "demo", options: misses the key "properties".'],
    [
      { options: { propertys: [] } },
      'rule "demo", options: unknown key "propertys". Did you mean "properties"?',
    ],
    [
      { options: { properties: [], sinse: '' } },
      'rule "demo", options: unknown key "sinse". Did you mean "since"?',
    ],
    [{ options: { properties: [7] } }, 'rule "demo", options.properties[0]: must be string, not number.'],
    [
      { options: { properties: ['$[?(@.a)]'] } },
      'options.properties[0]: the JSONPath "$[?(@.a)]" cannot be read from "[?(@.a)]" on.',
    ],
    [{ options: { properties: [] }, check: 'dema' }, 'rule "demo", check: must be one of '],
  ])('composes the options of the checks into the schema of rule files: %j', (members, message) => {
    expect(judge(members)).toContain(message);
  });
});

const content = (...types: readonly (readonly [type: string, sunset?: string])[]) => ({
  responses: {
    '200': {
      content: Object.fromEntries(
        types.map(([type, sunset]) => [
          `application/vnd.atlas.${type}`,
          sunset === undefined ? {} : { 'x-sunset': sunset },
        ]),
      ),
    },
  },
});

const openApi = {
  openapi: '3.0.1',
  paths: {
    '/api/atlas/v2/groups/{id}/clusters': {
      parameters: [],
      get: content(['2023-01-01+json', '2028-01-01'], ['2024-08-05+json'], ['2027-01-01+json']),
    },
    '/api/atlas/v2/groups/{groupId}/moons/{moonName}': {
      get: { ...content(['2027-01-01+json'], ['2027-01-01+csv']), deprecated: true },
    },
    '/api/atlas/v2/eventTypes': { get: { ...content(['2023-01-01+json']), deprecated: true } },
    '/api/other/thing': { get: content(['2030-01-01+json']) },
  },
};

interface OperationRow {
  readonly path: string;
  readonly method: string;
  readonly [key: string]: unknown;
}

const importing = (document: unknown) => {
  const file = join(copy, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return run(copy, 'import-api.mjs', file, '--as-of', '2027-01-02');
};
const operationRows = () => imported('operations') as readonly OperationRow[];
const operationAt = (method: string, path: string) =>
  operationRows().find((row) => row.method === method && row.path === path);

describe('import-api', () => {
  it('adds operations and versions, moves sunsets, and prints what changed', () => {
    const { stdout, status } = importing(openApi);
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'GET /groups/{id}/clusters: version 2023-01-01 is deleted on 2028-01-01, no more on 2027-07-01',
      'GET /groups/{id}/clusters: version 2027-01-01 added',
      'GET /groups/{groupId}/moons/{moonName}: added, with 2027-01-01',
      'GET /eventTypes: the operation is deprecated',
    ]);
    expect(operationAt('GET', '/groups/{groupId}/clusters')).toMatchObject({
      name: 'clusters.list',
      versions: [
        { date: '2023-01-01', sunset: '2028-01-01' },
        { date: '2023-02-01', sunset: '2027-07-01' },
        { date: '2024-08-05' },
        { date: '2027-01-01' },
      ],
    });
    expect(operationAt('GET', '/groups/{groupId}/moons/{moonName}')).toMatchObject({
      deprecated: true,
      versions: [{ date: '2027-01-01', suffixes: ['csv', 'json'] }],
    });
    expect(imported('api')).toMatchObject({
      asOf: '2027-01-02',
      versionDates: expect.arrayContaining(['2025-03-12', '2027-01-01']) as string[],
    });
  });

  it('changes nothing the second time, and no row that the document does not name', () => {
    const before = operationRows();
    importing(openApi);
    const once = readFileSync(join(copy, 'rules/api/operations.json'), 'utf8');
    expect(importing(openApi).stdout).toMatch(/^0 changes/);
    expect(readFileSync(join(copy, 'rules/api/operations.json'), 'utf8')).toBe(once);
    const named = new Set(['/groups/{groupId}/clusters', '/eventTypes']);
    expect(operationRows()).toEqual(expect.arrayContaining(before.filter(({ path }) => !named.has(path))));
    expect(operationRows()).toHaveLength(before.length + 1);
  });

  it('refuses what is no such document, and leaves the tables alone', () => {
    const before = operationRows();
    expect(importing({ swagger: '2.0' })).toMatchObject({ status: 2, stdout: '' });
    expect(importing({ paths: {} }).stderr).toContain('lists no operation');
    expect(operationRows()).toEqual(before);
  });
});

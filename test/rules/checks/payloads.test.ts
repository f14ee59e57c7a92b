import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Report, ReportedFinding } from '../../../src/report/report.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

type Files = Readonly<Record<string, string>>;

const migrate = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, printed, out } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, printed: printed(), out: out() };
};

const scan = async (files: Files, ...flags: readonly string[]): Promise<readonly ReportedFinding[]> => {
  const { out } = await migrate(temporaryTree(files), 'scan', '-f', 'json', ...flags);
  return (JSON.parse(out) as Report).findings;
};

/** The files after `fix`, which leaves nothing to report and nothing for a second run. */
const fixed = async (files: Files, ...flags: readonly string[]): Promise<Files> => {
  const cwd = temporaryTree(files);
  const texts = (): Files =>
    Object.fromEntries(Object.keys(files).map((file) => [file, readFileSync(join(cwd, file), 'utf8')]));
  const { code, printed } = await migrate(cwd, 'fix', ...flags);
  expect(printed).toContain('No findings.');
  expect(code).toBe(0);
  const once = texts();
  expect((await migrate(cwd, 'fix', ...flags)).printed).toContain('Nothing to fix.');
  expect(texts()).toStrictEqual(once);
  return once;
};

const properties = (findings: readonly ReportedFinding[]) =>
  findings
    .filter(({ rule }) => rule.endsWith('cluster-property'))
    .map(({ data, fix }) => [data['property'], fix?.safety]);

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters';
const NEW_URL = URL.replace('v1.0', 'v2');
const SETTINGS =
  "providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M30' }";
const SPECS =
  "replicationSpecs: [{ numShards: 1, regionConfigs: [{ providerName: 'AWS', regionName: 'EU_WEST_1', priority: 7, electableSpecs: { instanceSize: 'M30', nodeCount: 3 } }] }], clusterType: 'REPLICASET'";
const ACCEPT = "Accept: 'application/vnd.atlas.2023-02-01+json'";

const sent = (body: string, url = URL): string =>
  `import axios from 'axios';\nexport const send = () => axios.post('${url}', ${body});\n`;

const dated = (version: string, body: string) =>
  `fetch('${NEW_URL}', { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/vnd.atlas.${version}+json' }, body: JSON.stringify({ name: 'a', ${body} }) });\n`;

const message = async (body: string, more = ''): Promise<string> =>
  (await scan({ 'a.ts': sent(body) + more })).find(({ rule }) => rule.endsWith('property'))!.message;

const readingBody = (name: string) =>
  `const body = { name: 'a', ${SETTINGS} };\n${sent('body')}console.log(body.${name});\n`;

describe('a request body is restructured with the URL and header of its request', () => {
  it('as an object literal in fetch, comments and opaque values included', async () => {
    const before = `export const create = (id: string, size: string) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${id}/clusters\`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({
      name: "shop", // keep
      /* cheap */
      providerSettings: { providerName: "AWS", regionName: "EU_WEST_1", instanceSizeName: size },
      mongoDBVersion: "5.0",
      numShards: 2,
    }),
  });
`;
    const after = `export const create = (id: string, size: string) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${id}/clusters\`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/vnd.atlas.2023-02-01+json" },
    body: JSON.stringify({
      name: "shop", // keep
      /* cheap */
      replicationSpecs: [
        {
          numShards: 2,
          regionConfigs: [
            {
              providerName: "AWS",
              regionName: "EU_WEST_1",
              priority: 7,
              electableSpecs: { instanceSize: size, nodeCount: 3 },
            },
          ],
        },
      ],
      clusterType: "SHARDED",
    }),
  });
`;
    expect(await fixed({ 'a.ts': before })).toStrictEqual({ 'a.ts': after });
  });

  it('as an argument, a constant, and the result of a function in another file', async () => {
    const files = {
      'argument.ts': sent(`{ name: 'a', ${SETTINGS} }`),
      'constant.ts': `const body = { name: 'a', ${SETTINGS} };\n${sent('body')}`,
      'build.ts': `export function build(name: string) {\n  return { name, ${SETTINGS} };\n}\n`,
      'builder.ts': `import { build } from './build';\n${sent("build('x')")}`,
    };
    const made = (text: string): string =>
      text
        .replace(SETTINGS, SPECS)
        .replace(`'${URL}'`, `'${NEW_URL}'`)
        .replace(/(axios\.post\(.*)\);/, `$1, { headers: { ${ACCEPT} } });`);
    const expected = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, made(text)]));
    expect(await fixed(files)).toStrictEqual(expected);
  });

  it('all of them or none', async () => {
    const opaque = sent(`{ name: 'a', ${SETTINGS} }, options`).replace('()', '(options: any)');
    const found = await scan({ 'a.ts': opaque });
    expect(properties(found)).toStrictEqual([['providerSettings', 'unsafe']]);
    expect(new Set(found.map(({ fix }) => fix?.safety))).not.toContain('safe');
    const partial = sent('{ providerBackupEnabled: true, numShards: 2 }').replace('post', 'patch');
    const left = await scan({ 'a.ts': partial.replace("clusters'", "clusters/c'") });
    expect(properties(left)).toStrictEqual([
      ['providerBackupEnabled', 'unsafe'],
      ['numShards', undefined],
    ]);
    expect(left.find(({ rule }) => rule === 'legacy-base-url')?.fix?.safety).toBe('unsafe');
  });

  it('to the version that the request names', async () => {
    const later = SPECS.replace('numShards: 1, ', '');
    const rule = ['--rule', 'removed-cluster-property'];
    expect(await fixed({ 'a.js': dated('2024-08-05', SETTINGS) }, ...rule)).toStrictEqual({
      'a.js': dated('2024-08-05', later),
    });
    expect(properties(await scan({ 'a.js': dated('2023-01-01', SETTINGS) }))).toStrictEqual([
      ['providerSettings', 'unsafe'],
    ]);
  });

  it('to the target, and not at all to one that knows the legacy payload', async () => {
    const files = { 'a.ts': sent(`{ name: 'a', ${SETTINGS} }`) };
    const { 'a.ts': later = '' } = await fixed(files, '--target', '2024-08-05');
    expect(later).toContain(SPECS.replace('numShards: 1, ', ''));
    expect(later).toContain('vnd.atlas.2024-08-05+json');
    const { 'a.ts': same = '' } = await fixed(files, '--target', '2023-01-01');
    expect(same).toContain(SETTINGS);
    expect(same).toContain('vnd.atlas.2023-01-01+json');
  });
});

describe('a request body is for a person', () => {
  it('where other code reads what would change', async () => {
    expect(properties(await scan({ 'a.ts': readingBody('providerSettings.regionName') }))).toStrictEqual([
      ['providerSettings', 'unsafe'],
    ]);
    expect(properties(await scan({ 'a.ts': readingBody('name') }))).toStrictEqual([
      ['providerSettings', 'safe'],
    ]);
    const keyed = readingBody('name').replace('body.name', 'body[process.argv[2]!]');
    expect(properties(await scan({ 'a.ts': keyed }))).toStrictEqual([['providerSettings', 'unsafe']]);
    const bound = readingBody('name').replace('console.log(body.name)', 'const { providerSettings } = body');
    expect(properties(await scan({ 'a.ts': bound }))).toStrictEqual([['providerSettings', 'unsafe']]);
  });

  it('where two operations send it', async () => {
    const both = `const body = { name: 'a', ${SETTINGS} };\n${sent('body')}axios.patch('${URL}/a', body);\n`;
    expect(properties(await scan({ 'a.ts': both }))).toStrictEqual([['providerSettings', 'unsafe']]);
  });

  it('where it is a part of the topology, with the procedure and its values', async () => {
    const source = sent('{ providerSettings: { instanceSizeName: "M40" }, numShards: 3 }')
      .replace('post', 'patch')
      .replace("clusters'", "clusters/c'");
    const found = (await scan({ 'a.ts': source })).filter(({ rule }) => rule.endsWith('property'));
    expect(found.map(({ fix }) => fix)).toStrictEqual([null, null]);
    for (const { message: said } of found) expect(said).toMatch(/GET .* "M40" and .* to 3; then PATCH/);
  });

  it('where a part of it stands in another file', async () => {
    const specs =
      'export const SPECS = [{ numShards: 1, regionsConfig: { EU_WEST_1: { electableNodes: 3, priority: 7 } } }];\n';
    const body = `{ name: 'a', clusterType: 'REPLICASET', replicationSpecs: SPECS, ${SETTINGS} }`;
    const found = await scan({
      'specs.ts': specs,
      'a.ts': `import { SPECS } from './specs';\n${sent(body)}`,
    });
    expect(properties(found)).toStrictEqual([
      ['providerSettings', undefined],
      ['regionsConfig', undefined],
    ]);
  });

  it('where the schema of the version refuses it, in plain words', async () => {
    expect(await message(`{ name: 'a', labels: 3, ${SETTINGS} }`)).toMatch(
      /labels: this must be a list or null, in a legacy/,
    );
    expect(await message(`{ ...spread, name: 'a', ${SETTINGS} }`, 'declare const spread: {};\n')).toMatch(
      /name the fields/,
    );
  });
});

describe('payload files that the configuration names', () => {
  const config = { 'migrate.config.json': '{ "payloads": { "clusters/*": "clusters.create" } }\n' };

  it('are restructured in JSON, JSON with comments and YAML', async () => {
    const files = {
      'clusters/a.json': `{"name":"a","providerSettings":{"providerName":"AWS","regionName":"EU_WEST_1","instanceSizeName":"M30"}}`,
      'clusters/b.jsonc': `\ufeff{\r\n\t// the name\r\n\t"name": "b", /* here */\r\n\t"diskSizeGB": 10.0,\r\n\t"providerSettings": { "providerName": "AWS", "regionName": "EU_WEST_1", "instanceSizeName": "M30", },\r\n}\r\n`,
      'clusters/c.yaml': `# top\nname: c\nproviderSettings: # all\n  providerName: AWS\n  regionName: EU_WEST_1\n  instanceSizeName: 'M30' # size\nlabels: []\n`,
    };
    const expected = {
      'clusters/a.json': `{"name":"a","replicationSpecs":[{"numShards":1,"regionConfigs":[{"providerName":"AWS","regionName":"EU_WEST_1","priority":7,"electableSpecs":{"instanceSize":"M30","nodeCount":3}}]}],"clusterType":"REPLICASET"}`,
      'clusters/b.jsonc': `\ufeff{\r\n\t// the name\r\n\t"name": "b", /* here */\r\n\t"diskSizeGB": 10.0,\r\n\t"replicationSpecs": [\r\n\t\t{\r\n\t\t\t"numShards": 1,\r\n\t\t\t"regionConfigs": [\r\n\t\t\t\t{\r\n\t\t\t\t\t"providerName": "AWS",\r\n\t\t\t\t\t"regionName": "EU_WEST_1",\r\n\t\t\t\t\t"priority": 7,\r\n\t\t\t\t\t"electableSpecs": { "instanceSize": "M30", "nodeCount": 3 },\r\n\t\t\t\t},\r\n\t\t\t],\r\n\t\t},\r\n\t],\r\n\t"clusterType": "REPLICASET",\r\n}\r\n`,
      'clusters/c.yaml': `# top\nname: c\nreplicationSpecs: # all\n  - numShards: 1\n    regionConfigs:\n      - providerName: AWS\n        regionName: EU_WEST_1\n        priority: 7\n        electableSpecs:\n          instanceSize: 'M30' # size\n          nodeCount: 3\nclusterType: REPLICASET\nlabels: []\n`,
    };
    expect(await fixed({ ...files, ...config })).toStrictEqual({ ...expected, ...config });
  });

  it('are told by their members elsewhere, in a project that calls the API, and then never safe', async () => {
    const payload =
      '{"name":"a","providerSettings":{"providerName":"AWS","regionName":"EU_WEST_1","instanceSizeName":"M30"}}';
    const caller = `fetch('${NEW_URL}', { headers: { ${ACCEPT} } });\n`;
    const found = await scan({ 'a.json': payload, 'a.js': caller });
    expect(found.map(({ certainty }) => certainty)).toContain('likely');
    expect(properties(found)).toStrictEqual([['providerSettings', 'unsafe']]);
    expect(await scan({ 'a.json': payload })).toStrictEqual([]);
  });

  it('are refused with the reason where they cannot be known', async () => {
    const twice = '{"name":"a","numShards":1,"numShards":2}';
    const found = await scan({ 'clusters/a.json': twice, ...config });
    expect(properties(found)).toStrictEqual([
      ['numShards', undefined],
      ['numShards', undefined],
    ]);
  });
});

const zone = (id: number) => ({
  zoneName: `z${id}`,
  numShards: 1,
  regionsConfig: { EU_WEST_1: { electableNodes: 3, priority: 7 } },
});

const editCounts = async (zones: number): Promise<readonly number[]> => {
  const payload = {
    name: 'a',
    clusterType: 'GEOSHARDED',
    providerSettings: { providerName: 'AWS', instanceSizeName: 'M30' },
    replicationSpecs: Array.from({ length: zones }, (_, id) => zone(id)),
  };
  const text = `${JSON.stringify(payload)}\n`;
  const files = {
    'a.json': text,
    'migrate.config.json': '{ "payloads": { "a.json": "clusters.create" } }',
  };
  const found = await scan(files, '--rule', 'renamed-cluster-property');
  expect(found).toHaveLength(zones);
  return found.map(({ fix }) => fix!.edits.length);
};

it('repeats the fix of a payload for each of its findings, but not for thousands', async () => {
  expect(new Set(await editCounts(3)).size).toBe(1);
  const many = await editCounts(300);
  expect(many[0]).toBeGreaterThan(300);
  expect(many.at(-1)).toBe(0);
});

it.each([
  [
    'a text that is put together elsewhere',
    `const body = '{"providerSettings":{"instanceSizeName":"' + size + '"}}';`,
    'body',
    'to the value that is put into the text of this body;',
  ],
  ['a template', '', '`{"providerSettings":{"instanceSizeName":"${size}"}}`', 'to `"${size}"`;'],
  ['a literal', '', `JSON.stringify({ providerSettings: { instanceSizeName: 'M30' } })`, 'to "M30";'],
])('says in the procedure of a partial body what to set: %s', async (_, before, body, said) => {
  const found = await scan(
    {
      'a.js': `export const scale = (size) => {\n${before}\nreturn fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b', { method: 'PATCH', body: ${body} });\n};`,
    },
    '--rule',
    'removed-cluster-property',
  );
  expect(found.map(({ message }) => message.includes(said))).toEqual([true]);
});

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { convertText } from '../../src/payload/convert/index.ts';
import type { ConvertOptions } from '../../src/payload/convert/index.ts';
import { steps, validators } from './trees.ts';

const convert = (text: string, options: Partial<ConvertOptions> = {}) =>
  convertText(text, {
    operation: undefined,
    target: '2023-02-01',
    unsafe: false,
    steps,
    validators,
    ...options,
  });

const flat = {
  name: 'c',
  providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' },
};

const made = {
  name: 'c',
  replicationSpecs: [
    {
      numShards: 1,
      regionConfigs: [
        {
          providerName: 'AWS',
          regionName: 'US_EAST_1',
          priority: 7,
          electableSpecs: { instanceSize: 'M10', nodeCount: 3 },
        },
      ],
    },
  ],
  clusterType: 'REPLICASET',
};

const textOf = async (text: string, options?: Partial<ConvertOptions>): Promise<string> => {
  const converted = await convert(text, options);
  if (!converted.ok) throw new Error(JSON.stringify(converted.reasons));
  return converted.text;
};

const reasonsOf = async (text: string, options?: Partial<ConvertOptions>): Promise<string> => {
  const converted = await convert(text, options);
  return converted.ok
    ? ''
    : converted.reasons.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n');
};

describe('converted', () => {
  test('in the layout, order and spelling of the text', async () => {
    expect(await textOf(JSON.stringify(flat))).toBe(JSON.stringify(made));
    expect(await textOf(`${JSON.stringify(flat, null, 4)}\n`)).toBe(`${JSON.stringify(made, null, 4)}\n`);
    const long = '{"providerBackupEnabled":true,"labels":[],"diskSizeGB":12345678901234567890.50}';
    expect(await textOf(long)).toBe(
      '{"backupEnabled":true,"labels":[],"diskSizeGB":12345678901234567890.50}',
    );
  });

  test('to strict JSON from JSON with comments, and without its byte order mark', async () => {
    const text = '\ufeff{\n  // the new one\n  "providerBackupEnabled": 1e0, /* no */\n  "labels": [],\n}\n';
    expect(await textOf(text.replace('1e0', 'true'))).toBe(
      '{\n  "backupEnabled": true,\n  "labels": []\n}\n',
    );
    expect(await textOf(`\ufeff${JSON.stringify(flat)}`)).toBe(JSON.stringify(made));
  });

  test('one by one where there are several', async () => {
    const both = JSON.stringify([flat, made, { providerBackupEnabled: false }]);
    expect(JSON.parse(await textOf(both))).toStrictEqual([made, made, { backupEnabled: false }]);
    expect(await textOf('[]')).toBe('[]');
  });

  test('not at all where there is nothing to do', async () => {
    const text = ` ${JSON.stringify(made)}`;
    expect(await textOf(text)).toBe(text);
    expect(await textOf(JSON.stringify(flat), { target: '2023-01-01' })).toBe(JSON.stringify(flat));
  });

  test('from answers when told what they become', async () => {
    const answer = { ...flat, stateName: 'IDLE', links: [], mongoURI: 'mongodb://x', mongoDBVersion: '4.4' };
    const text = JSON.stringify({ results: [answer], totalCount: 1 });
    expect(await reasonsOf(text)).toContain('--operation');
    expect(await reasonsOf(JSON.stringify(answer))).toContain('--operation');
    const kept = { ...made, stateName: 'IDLE', links: [] };
    expect(JSON.parse(await textOf(JSON.stringify(answer), { operation: 'clusters.create' }))).toStrictEqual(
      kept,
    );
    const connectionStrings = { standard: 'mongodb://x' };
    const { clusterType: _, ...read } = { ...kept, connectionStrings, mongoDBVersion: '4.4' };
    expect(JSON.parse(await textOf(text, { operation: 'clusters.list' }))).toStrictEqual({
      results: [read],
      totalCount: 1,
    });
  });

  test('for review only when asked, and then named', async () => {
    const text = JSON.stringify({ ...flat, backupEnabled: true });
    expect(await reasonsOf(text)).toContain('/backupEnabled: ');
    const converted = await convert(text, { unsafe: true });
    expect(converted).toMatchObject({ ok: true, notes: [{ pointer: '/backupEnabled' }] });
  });

  test('for review only when asked, where nothing tells the version either', async () => {
    for (const text of ['{"backupEnabled":true}', '{"backupEnabled":true,"paused":false}']) {
      expect(await reasonsOf(text)).toContain('check which one is meant');
      expect(await textOf(text, { unsafe: true })).toBe(text);
    }
    for (const text of [
      '{"backupEnabled":false}',
      '{"backupEnabled":true,"replicationSpecs":[{"regionConfigs":[]}]}',
      '{"paused":true}',
    ])
      expect(await textOf(text)).toBe(text);
  });

  test.each([true, false])('without autoIndexingEnabled %s, which is said', async (autoIndexingEnabled) => {
    const text = JSON.stringify({ ...flat, autoScaling: { diskGBEnabled: true, autoIndexingEnabled } });
    const converted = await convert(text);
    expect(converted).toMatchObject({
      ok: true,
      notes: [
        {
          pointer: '/autoScaling/autoIndexingEnabled',
          message: expect.stringContaining('autoIndexingEnabled has no successor'),
        },
      ],
    });
    expect(converted.ok && converted.text).toContain('"diskGB"');
    expect(converted.ok && converted.text).not.toContain('autoIndexing');
  });
});

/** Connection strings of a converted response. */
const stringsOf = async (answer: object): Promise<unknown> => {
  const text = await textOf(JSON.stringify({ ...flat, ...answer }), { operation: 'clusters.get' });
  return (JSON.parse(text) as { connectionStrings?: unknown }).connectionStrings;
};

describe('of a response', () => {
  const strings = {
    mongoURI: 'mongodb://h:27017',
    mongoURIUpdated: '2020-01-01T00:00:00Z',
    mongoURIWithOptions: 'mongodb://h:27017/?ssl=true',
    srvAddress: 'mongodb+srv://c.example.net',
  };
  const successors = { standard: strings.mongoURIWithOptions, standardSrv: strings.srvAddress };

  test('the connection strings move below connectionStrings', async () => {
    expect(await stringsOf(strings)).toStrictEqual(successors);
    expect(await stringsOf({ ...strings, connectionStrings: null })).toStrictEqual(successors);
    expect(await stringsOf({ srvAddress: strings.srvAddress })).toStrictEqual({
      standardSrv: strings.srvAddress,
    });
    expect(await stringsOf({ stateName: 'IDLE' })).toBeUndefined();
    const answer = JSON.stringify({ results: [strings] });
    expect(JSON.parse(await textOf(answer, { operation: 'clusters.list' }))).toStrictEqual({
      results: [{ connectionStrings: successors }],
    });
  });

  test('those that are there already stay', async () => {
    const own = { standard: 'mongodb://own/?ssl=true', private: 'mongodb://p' };
    expect(await stringsOf({ ...strings, connectionStrings: own })).toStrictEqual({
      ...own,
      standardSrv: strings.srvAddress,
    });
  });

  test('one without options is moved, and said', async () => {
    const converted = await convert(JSON.stringify({ mongoURI: 'mongodb://h' }), {
      operation: 'clusters.get',
    });
    expect(converted).toMatchObject({
      ok: true,
      text: '{"connectionStrings":{"standard":"mongodb://h"}}',
      notes: [{ pointer: '/mongoURI', message: expect.stringContaining('here it has none') }],
      omitted: [],
    });
  });
});

/** Pointer and reason of each value that a conversion leaves out. */
const omittedFrom = async (
  payload: object,
  options?: Partial<ConvertOptions>,
): Promise<readonly string[]> => {
  const converted = await convert(JSON.stringify(payload), { unsafe: true, ...options });
  if (!converted.ok) throw new Error(JSON.stringify(converted.reasons));
  return converted.omitted.map(({ pointer, message }) => `${pointer}: ${message}`);
};

describe('what is left out is named', () => {
  test('with its place and the reason', async () => {
    const settings = { ...flat.providerSettings, encryptEBSVolume: true };
    const answer = { ...flat, providerSettings: settings, mongoURIUpdated: '2020', replicationSpec: null };
    const found = await omittedFrom({ results: [answer] }, { operation: 'clusters.list' });
    expect(found).toStrictEqual([
      '/results/0/providerSettings/encryptEBSVolume: as a response: encryptEBSVolume was left out: no successor in the versioned API, which encrypts every volume.',
      '/results/0/mongoURIUpdated: as a response: mongoURIUpdated was left out: no successor in the versioned API.',
    ]);
  });

  test('in a request', async () => {
    const [first, ...rest] = await omittedFrom({ ...flat, mongoURI: 'mongodb://x' });
    expect(first).toContain('/mongoURI: as clusters.create: mongoURI was left out: the service sets');
    expect(rest).toStrictEqual([]);
  });

  test('of both version steps', async () => {
    const zones = [{ numShards: 2, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7 } } }];
    const found = await omittedFrom({ ...flat, replicationSpecs: zones }, { target: '2024-08-05' });
    expect(found).toHaveLength(2);
    expect(found[0]).toContain('/providerSettings/regionName: ');
    expect(found[1]).toBe(
      '/replicationSpecs/0/numShards: as clusters.create: numShards was left out: the entry is written once for each shard.',
    );
  });

  test('and nothing where all of it has a place', async () => {
    expect(await omittedFrom(flat)).toStrictEqual([]);
    expect(await omittedFrom(made)).toStrictEqual([]);
  });
});

describe('refused', () => {
  test.each([
    ['malformed', '{"name": "c",', 'line 1'],
    ['empty', '', 'no payload'],
    ['no object', '"text"', 'object'],
    ['a list of something else', '[1]', '/0: '],
    ['a member given twice', '{"name":"a","name":"b"}', '"name" occurs twice'],
    ['a deep member given twice', '[{"name":"a","labels":[{"key":"a","key":"b"}]}]', '/0/labels/0: '],
    ['a partial modify', '{"providerSettings":{"instanceSizeName":"M30"}}', 'set instanceSize of each'],
    ['a create without settings', '{"name":"c","diskSizeGB":10}', 'providerSettings'],
    ['one of several', JSON.stringify([flat, { autoScaling: {} }]), '/1/autoScaling: '],
  ])('%s', async (_title, text, reason) => {
    expect(await reasonsOf(text)).toContain(reason);
  });

  test('an operation that has no payload', async () => {
    expect(await reasonsOf('{}', { operation: 'clusters.delete' })).toContain('clusters.create');
  });

  test('nesting without end', async () => {
    expect(await reasonsOf('['.repeat(100_000))).not.toBe('');
    expect(await reasonsOf(`{"name":"c","labels":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).not.toBe(
      '',
    );
  });

  test('prototypes are members like any other', async () => {
    expect(await reasonsOf(JSON.stringify(flat).replace('{', '{"__proto__":{"name":"x"},'))).toContain(
      '__proto__',
    );
  });
});

describe('YAML', () => {
  const text = `name: c # its name
providerSettings:
  providerName: AWS
  instanceSizeName: M10
  regionName: "US_EAST_\\u0031"
diskSizeGB: 12345678901234567890.50
labels:
- {key: a, value: "yes"}
pitEnabled: true
`;

  test('becomes JSON with its numbers and escapes', async () => {
    const json = await textOf(text);
    expect(json).toContain('"diskSizeGB": 12345678901234567890.50,');
    expect(json).toContain('"regionName": "US_EAST_\\u0031",');
    const labels = [{ key: 'a', value: 'yes' }];
    expect(JSON.parse(json)).toStrictEqual({
      ...made,
      diskSizeGB: 12345678901234567000,
      labels,
      pitEnabled: true,
    });
  });

  test('stays YAML where asked, comments included', async () => {
    expect(await textOf(text, { to: 'yaml' })).toContain(
      'name: c # its name\nreplicationSpecs:\n  - numShards: 1\n',
    );
    expect(parse(await textOf(JSON.stringify(flat), { to: 'yaml' }))).toStrictEqual(made);
    expect(
      await textOf('{"providerBackupEnabled":true,"versionReleaseSystem":"a: b","labels":[]}', {
        to: 'yaml',
      }),
    ).toBe("backupEnabled: true\nversionReleaseSystem: 'a: b'\nlabels: []\n");
  });

  test('in flow is read as YAML where the caller knows it', async () => {
    const flow = '{providerBackupEnabled: false}';
    expect(await reasonsOf(flow)).toContain('line 1');
    expect(JSON.parse(await textOf(flow, { from: 'yaml' }))).toStrictEqual({ backupEnabled: false });
  });

  test('of several documents is a list', async () => {
    const documents = `${text}---\nproviderBackupEnabled: true\n`;
    expect(JSON.parse(await textOf(documents))).toMatchObject([{ name: 'c' }, { backupEnabled: true }]);
    expect(await textOf(documents, { to: 'yaml' })).toContain('---\nbackupEnabled: true\n');
  });

  test.each([
    ['malformed', 'name: "c', 'not valid YAML'],
    ['words', 'no payload at all', 'object'],
    ['aliases', 'name: &n c\nlabels: [{key: *n, value: b}]\n', 'aliases'],
    ['merge keys', 'name: c\n<<: {providerBackupEnabled: true}\n', 'merge keys'],
    ['a member given twice', 'name: a\nname: b\n', 'occurs twice'],
  ])('with %s is refused', async (_title, broken, reason) => {
    expect(await reasonsOf(broken)).toContain(reason);
  });
});

test('two megabytes on one line take no longer than their parts', async () => {
  const zones = Array.from({ length: 15_000 }, (_, at) => ({
    zoneName: `Zone ${at}`,
    numShards: 1,
    regionsConfig: {
      US_EAST_1: { electableNodes: 3, priority: 7 },
      EU_WEST_1: { readOnlyNodes: 1, priority: 0 },
    },
  }));
  const text = JSON.stringify({ ...flat, replicationSpecs: zones });
  expect(text.length).toBeGreaterThan(2_000_000);
  const start = performance.now();
  expect(await textOf(text)).toContain('"zoneName":"Zone 14999","numShards":1,"regionConfigs"');
  // Under a second alone; a quadratic step would take minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});

import { describe, expect, test } from 'vitest';
import { after, jsonTree, reshapeTree } from './trees.ts';

const convert = (payload: object, target = '2023-02-01', use: 'create' | 'modify' | 'answer' = 'create') => {
  const text = JSON.stringify(payload);
  const outcome = reshapeTree(jsonTree(text), text, { use, target });
  const made = after(text, outcome);
  return {
    outcome,
    safety: outcome.kind === 'edits' ? outcome.safety : undefined,
    value: typeof made === 'string' ? (JSON.parse(made) as unknown) : undefined,
  };
};

const aws = { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' };
const region = { providerName: 'AWS', regionName: 'US_EAST_1', priority: 7 };
const electableSpecs = { instanceSize: 'M10', nodeCount: 3 };

const specs = (regions: object, settings: object = {}) => ({
  name: 'c',
  providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', ...settings },
  replicationSpecs: [{ numShards: 1, regionsConfig: regions }],
});

describe('the flat form', () => {
  test('gets a list made up from its defaults', () => {
    expect(convert({ name: 'c', providerSettings: aws })).toMatchObject({
      safety: 'safe',
      value: {
        name: 'c',
        replicationSpecs: [{ numShards: 1, regionConfigs: [{ ...region, electableSpecs }] }],
        clusterType: 'REPLICASET',
      },
    });
  });

  test('keeps its node count, shards and cluster type', () => {
    const payload = { name: 'c', providerSettings: aws, numShards: 2, replicationFactor: 5 };
    expect(convert(payload).value).toStrictEqual({
      name: 'c',
      replicationSpecs: [
        { numShards: 2, regionConfigs: [{ ...region, electableSpecs: { ...electableSpecs, nodeCount: 5 } }] },
      ],
      clusterType: 'SHARDED',
    });
    expect(convert({ ...payload, clusterType: 'REPLICASET' }).value).toMatchObject({
      clusterType: 'REPLICASET',
    });
  });

  test('carries disk speed and volume type, and drops what is always true', () => {
    const settings = { ...aws, diskIOPS: 3000, volumeType: 'PROVISIONED', encryptEBSVolume: true };
    expect(convert({ name: 'c', diskSizeGB: 40, providerSettings: settings }).value).toStrictEqual({
      name: 'c',
      diskSizeGB: 40,
      replicationSpecs: [
        {
          numShards: 1,
          regionConfigs: [
            {
              ...region,
              electableSpecs: { ...electableSpecs, diskIOPS: 3000, ebsVolumeType: 'PROVISIONED' },
            },
          ],
        },
      ],
      clusterType: 'REPLICASET',
    });
  });

  test('has no volume type outside AWS', () => {
    const settings = { ...aws, providerName: 'GCP', volumeType: 'STANDARD', diskIOPS: null };
    expect(convert({ name: 'c', providerSettings: settings }).value).toMatchObject({
      replicationSpecs: [{ regionConfigs: [{ providerName: 'GCP', electableSpecs }] }],
    });
  });

  test('of a shared cluster has a size and no node count', () => {
    const settings = {
      providerName: 'TENANT',
      backingProviderName: 'AWS',
      instanceSizeName: 'M2',
      regionName: 'US_EAST_1',
    };
    expect(convert({ name: 'c', providerSettings: settings }).value).toStrictEqual({
      name: 'c',
      replicationSpecs: [
        {
          numShards: 1,
          regionConfigs: [
            {
              providerName: 'TENANT',
              backingProviderName: 'AWS',
              regionName: 'US_EAST_1',
              priority: 7,
              electableSpecs: { instanceSize: 'M2' },
            },
          ],
        },
      ],
      clusterType: 'REPLICASET',
    });
  });
});

describe('regions', () => {
  test('stand in descending priority, equal ones by name', () => {
    const regions = {
      A_READS: { readOnlyNodes: 1, priority: 0 },
      EU_WEST_1: { electableNodes: 2, priority: 6, analyticsNodes: 0 },
      US_EAST_1: { electableNodes: 3, priority: 7 },
      Z_ANALYTICS: { analyticsNodes: 2, electableNodes: 0, priority: 0 },
    };
    const instanceSize = 'M10';
    expect(convert(specs(regions)).value).toMatchObject({
      replicationSpecs: [
        {
          regionConfigs: [
            { ...region, electableSpecs },
            { regionName: 'EU_WEST_1', priority: 6, electableSpecs: { instanceSize, nodeCount: 2 } },
            { regionName: 'Z_ANALYTICS', priority: 0, analyticsSpecs: { instanceSize, nodeCount: 2 } },
            { regionName: 'A_READS', priority: 0, readOnlySpecs: { instanceSize, nodeCount: 1 } },
          ],
        },
      ],
    });
  });

  test('leave out specs without nodes', () => {
    const { value } = convert(specs({ US_EAST_1: { electableNodes: 3, readOnlyNodes: 0, priority: 7 } }));
    expect(value).toStrictEqual({
      name: 'c',
      replicationSpecs: [{ numShards: 1, regionConfigs: [{ ...region, electableSpecs }] }],
      clusterType: 'REPLICASET',
    });
  });

  test('come from the singular map too', () => {
    const payload = {
      name: 'c',
      numShards: 3,
      replicationFactor: 3,
      replicationSpec: { US_EAST_1: { electableNodes: 3, priority: 7 } },
      providerSettings: { providerName: 'AWS', instanceSizeName: 'M10' },
    };
    expect(convert(payload).value).toStrictEqual({
      name: 'c',
      replicationSpecs: [{ numShards: 3, regionConfigs: [{ ...region, electableSpecs }] }],
      clusterType: 'SHARDED',
    });
  });

  test('of several zones keep what the zones say', () => {
    const regionsConfig = { US_EAST_1: { electableNodes: 3, priority: 7 } };
    const payload = {
      ...specs(regionsConfig),
      numShards: 7,
      replicationSpecs: [
        { id: 'z1', zoneName: 'Zone 1', numShards: 2, regionsConfig },
        { numShards: 1, regionsConfig, zoneName: 'Zone 2' },
      ],
    };
    const regionConfigs = [{ ...region, electableSpecs }];
    expect(convert(payload).value).toStrictEqual({
      name: 'c',
      replicationSpecs: [
        { id: 'z1', zoneName: 'Zone 1', numShards: 2, regionConfigs },
        { numShards: 1, regionConfigs, zoneName: 'Zone 2' },
      ],
      clusterType: 'GEOSHARDED',
    });
  });
});

const scaled = (autoScaling: object, compute: object | null) =>
  convert({ name: 'c', providerSettings: { ...aws, autoScaling: { compute } }, autoScaling }).value;

describe('auto-scaling', () => {
  test('goes into every region with its limits', () => {
    const limits = { minInstanceSize: 'M10', maxInstanceSize: 'M40' };
    const compute = { enabled: true, scaleDownEnabled: true };
    const payload = specs({
      US_EAST_1: { electableNodes: 2, priority: 7 },
      US_WEST_1: { electableNodes: 1, priority: 6 },
    });
    const autoScaling = { diskGB: { enabled: true }, compute: { ...compute, ...limits } };
    const { value } = convert({
      ...payload,
      providerSettings: { ...payload.providerSettings, autoScaling: { compute: limits } },
      autoScaling: { diskGBEnabled: true, compute },
    });
    expect(value).toMatchObject({
      replicationSpecs: [{ regionConfigs: [{ autoScaling }, { autoScaling }] }],
    });
  });

  test('leaves out nulls', () => {
    const off = { diskGBEnabled: null, compute: { enabled: true, scaleDownEnabled: null } };
    expect(scaled(off, { minInstanceSize: null, maxInstanceSize: 'M40' })).toMatchObject({
      replicationSpecs: [
        { regionConfigs: [{ autoScaling: { compute: { enabled: true, maxInstanceSize: 'M40' } } }] },
      ],
    });
    expect(JSON.stringify(scaled({ diskGBEnabled: null, compute: null }, null))).not.toContain('autoScaling');
  });

  test('has no limits where compute scaling is off', () => {
    const limits = { minInstanceSize: 'M10', maxInstanceSize: 'M40' };
    expect(scaled({ compute: { enabled: false } }, limits)).toMatchObject({
      replicationSpecs: [{ regionConfigs: [{ autoScaling: { compute: { enabled: false } } }] }],
    });
    expect(JSON.stringify(scaled({ diskGBEnabled: true }, limits))).not.toContain('InstanceSize');
  });
});

describe('root members', () => {
  const flat = { name: 'c', providerSettings: aws };

  test('of the old backup are for review, unless the new one is given', () => {
    expect(convert({ ...flat, backupEnabled: true })).toMatchObject({
      safety: 'unsafe',
      value: { backupEnabled: true },
    });
    expect(convert({ ...flat, backupEnabled: false })).toMatchObject({
      safety: 'safe',
      value: { backupEnabled: false },
    });
    expect(convert({ ...flat, backupEnabled: true, providerBackupEnabled: false })).toMatchObject({
      safety: 'safe',
      value: { backupEnabled: false },
    });
  });

  test('of an Azure disk type become a disk size, for review', () => {
    const settings = { ...aws, providerName: 'AZURE', diskTypeName: 'P15' };
    expect(convert({ name: 'c', providerSettings: settings })).toMatchObject({
      safety: 'unsafe',
      value: { diskSizeGB: 256 },
    });
    expect(
      convert({ name: 'c', providerSettings: { ...settings, diskTypeName: 'P99' } }).outcome,
    ).toMatchObject({
      kind: 'refused',
      reasons: [{ pointer: '/providerSettings/diskTypeName' }],
    });
  });

  test('that only answers hold are dropped from requests', () => {
    const extra = { mongoDBVersion: '4.2.1', mongoURI: 'x', srvAddress: 'y', mongoDBMajorVersion: '4.2' };
    expect(Object.keys(convert({ ...flat, ...extra }).value as object)).toStrictEqual([
      'name',
      'replicationSpecs',
      'clusterType',
      'mongoDBMajorVersion',
    ]);
    expect(convert({ ...flat, ...extra }, '2023-02-01', 'answer').value).toMatchObject({
      mongoDBVersion: '4.2.1',
    });
  });

  test('that the target version does not know make the result unsafe, by name', () => {
    const { outcome } = convert({ ...flat, nonsense: 1 });
    expect(outcome).toMatchObject({ safety: 'unsafe' });
    expect(JSON.stringify(outcome)).toContain('there is no field nonsense here');
  });
});

describe('a modify request', () => {
  test('renames and drops at the root', () => {
    expect(convert({ providerBackupEnabled: true, paused: false }, '2023-02-01', 'modify')).toMatchObject({
      safety: 'safe',
      value: { backupEnabled: true, paused: false },
    });
  });

  test('with its whole topology is restructured, and gets no cluster type', () => {
    const { name: _, ...payload } = specs({ US_EAST_1: { electableNodes: 3, priority: 7 } });
    expect(convert(payload, '2023-02-01', 'modify')).toMatchObject({ safety: 'safe' });
    expect(convert(payload, '2023-02-01', 'modify').value).toStrictEqual({
      replicationSpecs: [{ numShards: 1, regionConfigs: [{ ...region, electableSpecs }] }],
    });
  });

  test.each([
    [{ providerSettings: { instanceSizeName: 'M30' } }, 'instanceSize', '"M30"'],
    [{ autoScaling: { diskGBEnabled: false } }, 'autoScaling.diskGB.enabled', 'false'],
    [{ numShards: 4 }, 'numShards', '4'],
    [{ replicationFactor: 5 }, 'nodeCount', '5'],
  ])('without topology is refused with the procedure: %j', (payload, place, value) => {
    const { outcome } = convert(payload, '2023-02-01', 'modify');
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(outcome)).toContain(JSON.stringify(value).slice(1, -1));
    expect(JSON.stringify(outcome)).toContain(place);
    expect(JSON.stringify(outcome)).toContain('GET the cluster');
  });
});

test('a modify request with entries that name no regions is refused', () => {
  const payload = { replicationSpecs: [{ id: 'z', numShards: 2 }] };
  expect(convert(payload, '2023-02-01', 'modify').outcome).toMatchObject({
    kind: 'refused',
    reasons: [{ pointer: '/replicationSpecs/0' }],
  });
  expect(convert(payload, '2023-01-01', 'modify').outcome).toStrictEqual({ kind: 'unchanged' });
});

describe('refused, never guessed', () => {
  const base = specs({ US_EAST_1: { electableNodes: 3, priority: 7 } });
  const { providerSettings: _, ...withoutSettings } = base;

  test.each([
    ['no providerSettings', withoutSettings],
    ['no region', { name: 'c', providerSettings: { providerName: 'AWS', instanceSizeName: 'M10' } }],
    ['no numShards in a spec', { ...base, replicationSpecs: [{ regionsConfig: { A: { priority: 7 } } }] }],
    ['an empty map', specs({})],
    ['no priority', specs({ US_EAST_1: { electableNodes: 3 } })],
    ['a member nobody knows', specs({ US_EAST_1: { electableNodes: 3, priority: 7 } }, { size: 3 })],
    ['a wrong type', { ...base, providerSettings: [] }],
    ['both shapes', { ...base, replicationSpecs: [{ numShards: 1, regionConfigs: [] }] }],
    ['a shared cluster of nobody', { name: 'c', providerSettings: { ...aws, providerName: 'TENANT' } }],
  ])('%s', (_title, payload) => {
    expect(convert(payload).outcome.kind).toBe('refused');
  });

  test('a member given twice', () => {
    const text = `{"name":"c","providerSettings":${JSON.stringify(aws)},"numShards":1,"numShards":2}`;
    expect(reshapeTree(jsonTree(text), text)).toMatchObject({ kind: 'refused' });
  });
});

describe('targets', () => {
  const flat = { name: 'c', providerSettings: aws, diskSizeGB: 10, numShards: 2 };

  test('before 2023-02-01 change nothing', () => {
    expect(convert(flat, '2023-01-01').outcome).toStrictEqual({ kind: 'unchanged' });
  });

  test('from 2024-08-05 on repeat the spec per shard and size every spec', () => {
    const spec = { regionConfigs: [{ ...region, electableSpecs: { ...electableSpecs, diskSizeGB: 10 } }] };
    for (const target of ['2024-08-05', '2024-10-23'])
      expect(convert(flat, target)).toMatchObject({
        safety: 'safe',
        value: { name: 'c', replicationSpecs: [spec, spec], clusterType: 'SHARDED' },
      });
  });

  test('from 2024-08-05 on take the 2023-02-01 payload one step on', () => {
    const regionConfigs = [{ ...region, electableSpecs }];
    const payload = {
      name: 'c',
      clusterType: 'GEOSHARDED',
      replicationSpecs: [
        { id: 'z', zoneName: 'A', numShards: 1, regionConfigs },
        { zoneName: 'B', numShards: 2, regionConfigs },
      ],
    };
    expect(convert(payload, '2023-02-01').outcome).toStrictEqual({ kind: 'unchanged' });
    expect(convert(payload, '2024-08-05').value).toStrictEqual({
      name: 'c',
      clusterType: 'GEOSHARDED',
      replicationSpecs: [
        { id: 'z', zoneName: 'A', regionConfigs },
        { zoneName: 'B', regionConfigs },
        { zoneName: 'B', regionConfigs },
      ],
    });
  });

  test('from 2024-08-05 on refuse a disk size without topology', () => {
    expect(convert({ diskSizeGB: 20 }, '2024-08-05', 'modify').outcome).toMatchObject({ kind: 'refused' });
    expect(convert({ diskSizeGB: 20 }, '2023-02-01', 'modify').outcome).toStrictEqual({ kind: 'unchanged' });
  });
});

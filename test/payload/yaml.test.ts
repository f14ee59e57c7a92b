import { describe, expect, test } from 'vitest';
import { after, reshapeTree, yamlTree } from './trees.ts';

const yaml = (text: string, use: 'create' | 'modify' = 'create', target = '2023-02-01'): unknown =>
  after(text, reshapeTree(yamlTree(text), text, { use, target }));

describe('YAML blocks', () => {
  test('are rewritten in their own indent, comments included', () => {
    const text = `# a cluster
name: c # its name
# hardware
providerSettings: # all of it
    providerName: AWS
    # chosen in 2020
    instanceSizeName: "M10" # small
    regionName: US_EAST_1 # near us
numShards: 2 # two
labels:
- key: a
  value: b
mongoDBVersion: "4.2"
`;
    expect(yaml(text)).toBe(`# a cluster
name: c # its name
# hardware
replicationSpecs: # all of it
    - numShards: 2 # two
      regionConfigs:
      - providerName: AWS
        regionName: US_EAST_1 # near us
        priority: 7
        electableSpecs:
            # chosen in 2020
            instanceSize: "M10" # small
            nodeCount: 3
clusterType: SHARDED
labels:
- key: a
  value: b
`);
  });

  test('are edited inside where they stay', () => {
    const text = `clusterType: REPLICASET
name: c
providerSettings: { providerName: GCP, instanceSizeName: M30 } # gone
replicationSpecs:
  - id: 5f
    zoneName: Zone 1 # first
    regionsConfig:
      # far
      CENTRAL_US:
        electableNodes: 2
        priority: 6
      NO: { electableNodes: 3, priority: 7 } # near
      # nothing below
    numShards: 1
providerBackupEnabled: false
`;
    expect(yaml(text)).toBe(`clusterType: REPLICASET
name: c
replicationSpecs:
  - id: 5f
    zoneName: Zone 1 # first
    regionConfigs:
      # gone
      - providerName: GCP
        regionName: 'NO' # near
        priority: 7
        electableSpecs:
          instanceSize: M30
          nodeCount: 3
      - providerName: GCP
        # far
        regionName: CENTRAL_US
        priority: 6
        electableSpecs:
          instanceSize: M30
          nodeCount: 2
      # nothing below
    numShards: 1
backupEnabled: false
`);
  });

  test('get new members below the last line of the one before', () => {
    const text = `name: c
replicationSpecs:
- numShards: 1
  regionConfigs:
  - providerName: AWS
    regionName: R
    priority: 7
    electableSpecs:
      instanceSize: M10
      nodeCount: 3 # three
diskSizeGB: 0x20
clusterType: REPLICASET
`;
    expect(yaml(text, 'create', '2024-08-05')).toBe(`name: c
replicationSpecs:
- regionConfigs:
  - providerName: AWS
    regionName: R
    priority: 7
    electableSpecs:
      instanceSize: M10
      nodeCount: 3 # three
      diskSizeGB: 0x20
clusterType: REPLICASET
`);
  });
});

describe('YAML flow collections', () => {
  test('stay on their line', () => {
    const text =
      'payload: 1\n'.slice(0, 0) +
      `{ name: c, providerSettings: { providerName: AWS, instanceSizeName: M10, regionName: 'US_EAST_1' } }\n`;
    expect(yaml(text)).toBe(
      '{ name: c, replicationSpecs: [{ numShards: 1, regionConfigs: [{ providerName: AWS, ' +
        "regionName: 'US_EAST_1', priority: 7, electableSpecs: { instanceSize: M10, nodeCount: 3 } }] }], " +
        'clusterType: REPLICASET }\n',
    );
  });

  test('in a block stay what they are', () => {
    const text = 'name: c\nproviderSettings: {providerName: AWS, instanceSizeName: M10, regionName: R}\n';
    expect(yaml(text)).toBe(
      'name: c\nreplicationSpecs: [{numShards: 1, regionConfigs: [{providerName: AWS, regionName: R, ' +
        'priority: 7, electableSpecs: {instanceSize: M10, nodeCount: 3}}]}]\nclusterType: REPLICASET\n',
    );
  });
});

test('anchors and aliases are refused', () => {
  const text =
    'name: c\nproviderSettings: &s\n  providerName: AWS\n  instanceSizeName: M10\n  regionName: R\n';
  expect(yaml(text)).toMatchObject({ kind: 'refused' });
  const alias = 'name: &n c\nlabels: [{key: a, value: *n}]\nproviderBackupEnabled: true\n';
  expect(yaml(alias, 'modify')).toMatchObject({ kind: 'refused' });
  expect(yaml('providerBackupEnabled: true # &x *y\n', 'modify')).toBe('backupEnabled: true # &x *y\n');
});

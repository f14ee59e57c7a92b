import { describe, expect, test } from 'vitest';
import { sourceExtractor } from '../../src/extract/source/index.ts';
import { after, reshapeTree } from './trees.ts';

const mayBeApiUrl = (flat: string): boolean => flat.includes('api/atlas');
const host = { read: () => undefined, files: () => ['a.ts'], search: () => [], chunks: () => [] };

/** The source after the fix of the payload that it sends, or why there is none. */
const fixed = async (source: string): Promise<unknown> => {
  const text = `${source}fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters', { method: 'POST', body: JSON.stringify(body) });\n`;
  const files = [{ path: 'a.ts', form: 'typescript', text, origin: 'authored' }] as const;
  const { facts } = await sourceExtractor('typescript').extract({ files, host, mayBeApiUrl });
  const body = facts.flatMap((fact) => (fact.kind === 'request' ? [fact.body] : []))[0];
  if (body?.kind !== 'object') throw new Error('no body');
  const made = after(text, reshapeTree(body, text));
  return typeof made === 'string' ? made.slice(0, made.indexOf('fetch(')) : made;
};

describe('values that stand elsewhere', () => {
  test('are read where they stand', async () => {
    const source = `const settings = { providerName: 'AWS', instanceSizeName: process.env.SIZE };
const regions = { US_EAST_1: { electableNodes: 3, priority: 7 } };
const SHARDS = 1;
const body = {
  name: 'c',
  providerSettings: settings,
  replicationSpecs: [{ numShards: SHARDS, regionsConfig: regions }],
  labels: LABELS,
};
`;
    expect(await fixed(source))
      .toBe(`const settings = { providerName: 'AWS', instanceSizeName: process.env.SIZE };
const regions = { US_EAST_1: { electableNodes: 3, priority: 7 } };
const SHARDS = 1;
const body = {
  name: 'c',
  replicationSpecs: [{ numShards: SHARDS, regionConfigs: [
    {
      providerName: settings.providerName,
      regionName: 'US_EAST_1',
      priority: regions.US_EAST_1.priority,
      electableSpecs: { instanceSize: settings.instanceSizeName, nodeCount: regions.US_EAST_1.electableNodes },
    },
  ] }],
  clusterType: 'REPLICASET',
  labels: LABELS,
};
`);
  });

  test('may be given by shorthand', async () => {
    const source = `const providerSettings = { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'R' };
const body = { providerSettings, name: 'c', biConnector };
`;
    expect(await fixed(source)).toContain(
      'const body = { replicationSpecs: [{ numShards: 1, regionConfigs: [{ providerName: providerSettings.providerName, ' +
        'regionName: providerSettings.regionName, priority: 7, electableSpecs: { instanceSize: providerSettings.instanceSizeName, ' +
        "nodeCount: 3 } }] }], clusterType: 'REPLICASET', name: 'c', biConnector };\n",
    );
  });

  test('and come from a call, or are added later, are refused', async () => {
    const settings = "{ providerName: 'AWS', instanceSizeName: 'M10', regionName: 'R' }";
    for (const source of [
      `const make = () => (${settings});\nconst body = { name: 'c', providerSettings: make() };\n`,
      `const body = { name: 'c', providerSettings: ${settings} };\nbody.autoScaling = { diskGBEnabled: true };\n`,
      `const base = { numShards: 2 };\nconst body = { ...base, name: 'c', providerSettings: ${settings} };\n`,
    ])
      expect(await fixed(source), source).toMatchObject({ kind: 'refused' });
  });
});

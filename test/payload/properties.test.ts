import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { applyEdits } from '../../src/fix/edits/apply.ts';
import { shapeOf } from '../../src/payload/from-tree.ts';
import { violations } from '../../src/payload/validate.ts';
import { legacyPayload } from './generated.ts';
import { jsonTree, reshapeTree, validators } from './trees.ts';

type Json = Record<string, unknown>;
type Specs = { readonly instanceSize: string; readonly nodeCount?: number };
interface Region extends Json {
  readonly regionName: string;
  readonly priority: number;
  readonly autoScaling?: unknown;
}
interface Zone extends Json {
  readonly numShards: number;
  readonly regionConfigs: readonly Region[];
}

// Every run starts from another seed and prints the one that fails; `PAYLOAD_RUNS` makes it shorter or longer.
const runs = Number(process.env['PAYLOAD_RUNS'] ?? 2000);
vi.setConfig({ testTimeout: 30_000 + runs * 30 });

const REMOVED = [
  'providerSettings',
  'autoScaling',
  'numShards',
  'replicationFactor',
  'replicationSpec',
  'providerBackupEnabled',
  'mongoDBVersion',
  'regionsConfig',
];

const convertText = (text: string, target: string): string => {
  const outcome = reshapeTree(jsonTree(text), text, { target });
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.reasons));
  return outcome.kind === 'edits' ? applyEdits(text, outcome.edits) : text;
};

const zonesOf = (made: Json): readonly Zone[] => made['replicationSpecs'] as readonly Zone[];

const oldRegions = (payload: Json): readonly Json[] => {
  const specs = payload['replicationSpecs'] as { readonly regionsConfig: Json }[] | undefined;
  const single = payload['replicationSpec'] as Json | undefined;
  const flat = {
    [String((payload['providerSettings'] as Json)['regionName'])]: {
      electableNodes: payload['replicationFactor'] ?? 3,
    },
  };
  return specs?.map(({ regionsConfig }) => regionsConfig) ?? [single ?? flat];
};

const isShared = (payload: Json): boolean =>
  (payload['providerSettings'] as Json)['providerName'] === 'TENANT';

const isValid = (text: string, target: string): void => {
  expect(violations(shapeOf(jsonTree(text), text), target, 'create', validators)).toStrictEqual([]);
  expect(convertText(text, target)).toBe(text);
};

const losesOnlyRemoved = (payload: Json, made: Json): void => {
  expect(REMOVED.filter((name) => Object.hasOwn(made, name))).toStrictEqual([]);
  expect(JSON.stringify(made)).not.toContain('regionsConfig');
  const kept = Object.keys(payload).filter((name) => !REMOVED.includes(name) && name !== 'replicationSpecs');
  const pick = (from: Json) => kept.map((name) => from[name]);
  expect(pick(made)).toStrictEqual(pick(payload));
};

/** Node counts by kind: written for every kind of spec that is there, 0 for one that is not. */
const countsOf = (config: Region, shared: boolean): readonly unknown[] =>
  ['electable', 'readOnly', 'analytics'].map((kind) => {
    const specs = config[`${kind}Specs`] as Specs | undefined;
    return shared && specs !== undefined ? 'some' : (specs?.nodeCount ?? 0);
  });

const wantedCounts = (old: Json, shared: boolean): readonly unknown[] =>
  ['electable', 'readOnly', 'analytics'].map((kind) => {
    const count = old[`${kind}Nodes`] ?? 0;
    return shared && count !== 0 ? 'some' : count;
  });

const hasEachRegionOnce = (payload: Json, zones: readonly Zone[]): void => {
  const shared = isShared(payload);
  for (const [at, old] of oldRegions(payload).entries()) {
    const { regionConfigs } = zones[at]!;
    const names = regionConfigs.map(({ regionName }) => regionName);
    expect(names.toSorted()).toStrictEqual(Object.keys(old).toSorted());
    const priorities = regionConfigs.map(({ priority }) => priority);
    expect(priorities).toStrictEqual(priorities.toSorted((a, b) => b - a));
    expect(regionConfigs.map((config) => countsOf(config, shared))).toStrictEqual(
      names.map((name) => wantedCounts(old[name] as Json, shared)),
    );
  }
  const scaling = zones.flatMap(({ regionConfigs }) => regionConfigs.map(({ autoScaling }) => autoScaling));
  expect(scaling).toStrictEqual(scaling.map(() => scaling[0]));
};

const hasOneEntryPerShard = (zones: readonly Zone[], later: readonly Zone[]): void => {
  expect(later).toHaveLength(zones.reduce((sum, { numShards }) => sum + numShards, 0));
  expect(JSON.stringify(later)).not.toContain('numShards');
};

test('any complete legacy payload becomes a valid one, with each region, node and setting in its place', () => {
  fc.assert(
    fc.property(legacyPayload, (payload) => {
      const old = JSON.stringify(payload);
      const [text, laterText] = [convertText(old, '2023-02-01'), convertText(old, '2024-08-05')];
      const made = JSON.parse(text) as Json;
      isValid(text, '2023-02-01');
      isValid(laterText, '2024-08-05');
      losesOnlyRemoved(payload, made);
      hasEachRegionOnce(payload, zonesOf(made));
      hasOneEntryPerShard(zonesOf(made), zonesOf(JSON.parse(laterText) as Json));
    }),
    { numRuns: runs },
  );
});

/** Values of a payload by JSON pointer, `null` apart. */
const valuesOf = (value: unknown, pointer = ''): readonly [string, unknown][] => {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [[pointer, value]];
  return Object.entries(value).flatMap(([name, part]) => valuesOf(part, `${pointer}/${name}`));
};

test.each(['2023-02-01', '2024-08-05'])(
  'each value of a legacy payload is in that of %s, or is named with a reason',
  (target) => {
    fc.assert(
      fc.property(legacyPayload, (payload) => {
        const text = JSON.stringify(payload);
        const outcome = reshapeTree(jsonTree(text), text, { target });
        if (outcome.kind !== 'edits') return;
        const omitted = new Map(outcome.omitted().map(({ pointer, message }) => [pointer, message]));
        expect([...omitted.values()].filter((message) => message.includes('has no such field'))).toEqual([]);
        const made = new Set(valuesOf(JSON.parse(applyEdits(text, outcome.edits))).map(([, value]) => value));
        const lost = valuesOf(payload).filter(
          ([pointer, value]) => !omitted.has(pointer) && !made.has(value),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: runs },
    );
  },
);

import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { applyEdits } from '../../src/edit/apply.ts';
import { shapeOf } from '../../src/payload/from-tree.ts';
import { violations } from '../../src/payload/validate.ts';
import { blockLayout, layout, legacyPayload, spell, spellBlock } from './generated.ts';
import type { Layout } from './generated.ts';
import { jsonTree, jsTree, reshapeTree, validators, yamlTree } from './trees.ts';

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

// CI runs more (`PAYLOAD_RUNS`); every run starts from another seed and prints the one that fails.
const runs = Number(process.env['PAYLOAD_RUNS'] ?? 200);
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

const convert = (payload: Json, target = '2023-02-01'): Json =>
  JSON.parse(convertText(JSON.stringify(payload), target)) as Json;

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

describe('any complete legacy payload', () => {
  test('becomes a valid payload, and stays it', () => {
    fc.assert(
      fc.property(legacyPayload, fc.constantFrom('2023-02-01', '2024-08-05'), (payload, target) => {
        const once = convertText(JSON.stringify(payload), target);
        expect(violations(shapeOf(jsonTree(once), once), target, 'create', validators)).toStrictEqual([]);
        expect(convertText(once, target)).toBe(once);
      }),
      { numRuns: runs },
    );
  });

  test('loses every removed member and no other', () => {
    fc.assert(
      fc.property(legacyPayload, (payload) => {
        const made = convert(payload);
        for (const name of REMOVED) expect(made).not.toHaveProperty(name);
        expect(JSON.stringify(made)).not.toContain('regionsConfig');
        const kept = Object.keys(payload).filter(
          (name) => !REMOVED.includes(name) && name !== 'replicationSpecs',
        );
        for (const name of kept) expect(made[name]).toStrictEqual(payload[name]);
      }),
      { numRuns: runs },
    );
  });

  test('has each region once, in descending priority, with its nodes and one auto-scaling', () => {
    fc.assert(
      fc.property(legacyPayload, (payload) => {
        const zones = zonesOf(convert(payload));
        for (const [at, old] of oldRegions(payload).entries()) {
          const { regionConfigs } = zones[at]!;
          expect(regionConfigs.map(({ regionName }) => regionName).sort()).toStrictEqual(
            Object.keys(old).sort(),
          );
          const priorities = regionConfigs.map(({ priority }) => priority);
          expect(priorities).toStrictEqual(priorities.toSorted((a, b) => b - a));
          for (const config of regionConfigs)
            for (const kind of ['electable', 'readOnly', 'analytics']) {
              const count = (old[config.regionName] as Json)[`${kind}Nodes`] ?? 0;
              const specs = config[`${kind}Specs`] as Specs | undefined;
              const written = isShared(payload) && specs !== undefined ? count : (specs?.nodeCount ?? 0);
              expect(written).toBe(count);
              expect(specs === undefined).toBe(count === 0);
            }
        }
        const scaling = zones.flatMap(({ regionConfigs }) =>
          regionConfigs.map(({ autoScaling }) => autoScaling),
        );
        for (const other of scaling) expect(other).toStrictEqual(scaling[0]);
      }),
      { numRuns: runs },
    );
  });

  test('has one entry per shard from 2024-08-05 on', () => {
    fc.assert(
      fc.property(legacyPayload, (payload) => {
        const before = zonesOf(convert(payload));
        const after = zonesOf(convert(payload, '2024-08-05'));
        expect(after).toHaveLength(before.reduce((sum, { numShards }) => sum + numShards, 0));
        expect(JSON.stringify(after)).not.toContain('numShards');
      }),
      { numRuns: runs },
    );
  });
});

/** Comments about members that always have a place in the new payload. */
const SURVIVORS =
  /about (?:name|clusterType|providerBackupEnabled|diskSizeGB|labels|paused|providerName|instanceSizeName|priority|zoneName|id|replicationSpecs|US_EAST_1|EU_WEST_1) /;

const evaluated = (text: string): unknown => {
  const program = ts.transpile(`(${text})`);
  // oxlint-disable-next-line no-eval -- the text is the test's own
  return (0, eval)(program) as unknown;
};

const treeIn = (text: string, style: Layout) =>
  style.syntax === 'js' ? jsTree(`(${text})`) : jsonTree(text);

describe('any layout', () => {
  test('gives the same payload, keeps what does not move and each comment at most once', () => {
    fc.assert(
      fc.property(legacyPayload, layout, (payload, style) => {
        const { text, comments } = spell(payload, style);
        const whole = style.syntax === 'js' ? `(${text})` : text;
        const outcome = reshapeTree(treeIn(text, style), whole);
        if (outcome.kind !== 'edits') throw new Error(JSON.stringify(outcome));
        const made = applyEdits(whole, outcome.edits);
        expect(evaluated(made)).toStrictEqual(convert(payload));
        if (style.syntax === 'json') expect(JSON.parse(made)).toStrictEqual(convert(payload));
        const plain = reshapeTree(treeIn(made.replace(/^\(|\)$/g, ''), style), made);
        expect(plain.kind).toBe('unchanged');
        for (const comment of comments) {
          const count = made.split(new RegExp(`${comment}(?=\\r?\\n| \\*/)`)).length - 1;
          expect(count, comment).toBeLessThanOrEqual(1);
          if (SURVIVORS.test(comment)) expect(count, comment).toBe(1);
        }
        if (style.eol === '\r\n') expect(made.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: runs },
    );
  });

  test('of YAML gives the same payload too', () => {
    fc.assert(
      fc.property(legacyPayload, blockLayout, (payload, style) => {
        const { text, comments } = spellBlock(payload, style);
        const outcome = reshapeTree(yamlTree(text), text);
        if (outcome.kind !== 'edits') throw new Error(JSON.stringify(outcome));
        const made = applyEdits(text, outcome.edits);
        expect(parse(made), made).toStrictEqual(convert(payload));
        expect(reshapeTree(yamlTree(made), made).kind).toBe('unchanged');
        for (const comment of comments) {
          const count = made.split(new RegExp(`${comment}(?=\\r?\\n)`)).length - 1;
          expect(count, `${comment} in\n${made}`).toBeLessThanOrEqual(1);
          if (SURVIVORS.test(comment)) expect(count, `${comment} in\n${made}`).toBe(1);
        }
        if (style.eol === '\r\n') expect(made.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: runs },
    );
  });
});

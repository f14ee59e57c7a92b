import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ObjectTree } from '../../src/model/index.ts';
import { after, jsonTree, jsTree, reshapeTree, root, yamlTree } from './trees.ts';

/** `fixtures/payloads/<case>/legacy.<format>` and what becomes of it, byte for byte. */
const FOLDER = new URL('fixtures/payloads/', root);

const READERS: Readonly<Record<string, (text: string) => ObjectTree>> = {
  json: jsonTree,
  jsonc: jsonTree,
  yaml: yamlTree,
  ts: jsTree,
};

/** What the clusters payload can be, by the folder that holds it. Only code has expressions. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  flat: Object.keys(READERS),
  'flat-sharded': Object.keys(READERS),
  'singular-spec': Object.keys(READERS),
  'one-region': Object.keys(READERS),
  'regions-unsorted-with-ties': Object.keys(READERS),
  'sharded-by-specs': Object.keys(READERS),
  'geosharded-zones': Object.keys(READERS),
  tenant: Object.keys(READERS),
  'analytics-and-read-only': Object.keys(READERS),
  'auto-scaling-with-nulls': Object.keys(READERS),
  'auto-indexing': Object.keys(READERS),
  'iops-and-volume-type': Object.keys(READERS),
  'azure-disk-type': Object.keys(READERS),
  'both-backup-flags': Object.keys(READERS),
  'server-version': Object.keys(READERS),
  'cluster-type-derived': Object.keys(READERS),
  expressions: ['ts'],
};

/** Something is for review, or is left out without a successor: no safe fix. */
const FOR_REVIEW = new Set(['azure-disk-type', 'auto-indexing']);

const TARGETS = ['2023-02-01', '2024-08-05'];

const cells = Object.entries(CASES).flatMap(([name, formats]) =>
  formats.flatMap((format) => TARGETS.map((target) => ({ name, format, target }))),
);

test.each(cells)('$name in $format for $target', ({ name, format, target }) => {
  const text = readFileSync(new URL(`${name}/legacy.${format}`, FOLDER), 'utf8');
  const outcome = reshapeTree(READERS[format]!(text), text, { target });
  expect(outcome).toMatchObject({ kind: 'edits', safety: FOR_REVIEW.has(name) ? 'unsafe' : 'safe' });
  const made = String(after(text, outcome));
  const expected = new URL(`${name}/${target}.${format}`, FOLDER);
  if (process.env['UPDATE_OUTPUT'] === '1') writeFileSync(expected, made);
  expect(made).toBe(readFileSync(expected, 'utf8'));
});

test('every case stands in every format, and no file is left over', () => {
  const wanted = cells.flatMap(({ name, format, target }) => [
    `${name}/legacy.${format}`,
    `${name}/${target}.${format}`,
  ]);
  const there = readdirSync(FOLDER).flatMap((name) =>
    readdirSync(new URL(`${name}/`, FOLDER)).map((file) => `${name}/${file}`),
  );
  expect(wanted.filter((file) => !existsSync(new URL(file, FOLDER)))).toStrictEqual([]);
  expect(there.toSorted()).toStrictEqual([...new Set(wanted)].toSorted());
});

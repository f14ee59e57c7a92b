#!/usr/bin/env node
/**
 * Prints the promises about speed and memory as ratios, all measured in this one run.
 *
 *   node bench/run.mjs            about five minutes: 65 MB tree, 80,000 files, 1 GB recording
 *   node bench/run.mjs --quick    under a minute: small sizes, no slow peers; ratios are rougher
 *   node bench/run.mjs --full     also a 2 GB recording
 *   --only start,trees,plugin,cache,fixes,growth,recordings,division   --files N --megabytes N   --runs N   --json
 *
 * Peers are installed into bench/.work and never into the project.
 */
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './peers.mjs';
import { cache, division, fixes, growth, plugin, ready, recordings, start, trees } from './promises.mjs';
import { REFERENCE } from './tree.mjs';

const parts = { start, trees, plugin, cache, fixes, growth, recordings, division };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: 'start,trees,plugin,cache,fixes,growth,recordings' },
    files: { type: 'string' },
    megabytes: { type: 'string' },
    runs: { type: 'string' },
  },
});

const scale = values.quick ? 0.1 : 1;
const files = Number(values.files ?? Math.round(REFERENCE.files * scale));
const shape = {
  files,
  megabytes: Number(values.megabytes ?? (files / REFERENCE.files) * REFERENCE.megabytes),
  uses: Math.round(REFERENCE.uses * scale),
  usingFiles: Math.round(REFERENCE.usingFiles * scale),
};

/** Small sizes say little of ratios between sizes: a start alone weighs more than the work. */
const tooSmall = ({ promise }) => values.quick && !['P1', 'P2'].includes(promise);

const holds = (entry) => {
  const { ratio, must } = entry;
  if (!must || tooSmall(entry)) return '';
  const limit = Number(must.slice(2));
  return (must.startsWith('≤') ? ratio <= limit : ratio >= limit) ? 'holds' : 'MISSED';
};

const number = (value, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '?');

function print(rows) {
  for (const entry of rows) {
    const cells = [
      entry.promise.padEnd(3),
      entry.what.padEnd(38),
      number(entry.ratio, 2).padStart(8),
      entry.must.padStart(7),
      entry.aim.padStart(7),
      holds(entry).padEnd(6),
      `${number(entry.wall)} ms`.padStart(10),
      `${number(entry.cpu)} ms`.padStart(10),
      `${number(entry.memory)} MB`.padStart(9),
      entry.found,
    ];
    console.log(cells.join('  '));
  }
}

const work = new URL('.work', import.meta.url).pathname;
mkdirSync(work, { recursive: true });
const peers = installPeers(join(work, 'peers'));
ready(peers);

const options = { ...values, work, peers, shape, runs: Number(values.runs ?? (values.quick ? 3 : 5)) };
if (!values.json) {
  console.log(
    `node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; whole processes, medians`,
  );
  console.log(
    [
      '   ',
      'what'.padEnd(38),
      'ratio'.padStart(8),
      'must'.padStart(7),
      'aim'.padStart(7),
      '      ',
      'wall'.padStart(10),
      'CPU'.padStart(10),
      'peak'.padStart(9),
      'found',
    ].join('  '),
  );
}
const all = [];
for (const part of values.only.split(',')) {
  const measured = parts[part];
  if (!measured) throw new Error(`--only ${part}: there is ${Object.keys(parts).join(', ')}`);
  const rows = measured(options);
  all.push(...rows);
  if (!values.json) print(rows);
}
if (values.json)
  console.log(
    JSON.stringify(
      all.map((entry) => ({ ...entry, stdout: undefined, holds: holds(entry) })),
      null,
      2,
    ),
  );
process.exitCode = all.some((entry) => holds(entry) === 'MISSED') ? 1 : 0;

#!/usr/bin/env node
/**
 * Prints what a scan of trees that others wrote costs: packages of the registry, and API descriptions made here.
 *
 *   node bench/real.mjs [--only NAME,NAME] [--runs N] [--cache FOLDER]
 *
 * Packages are fetched once, into a folder outside of this repository, and nothing of them is run. CPU time, since wall time
 * depends on what else the machine does; ripgrep looks for the same words in the same files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { seeded } from './random.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
    cache: { type: 'string', default: join(homedir(), '.cache', 'atlas-api-migrate-bench') },
  },
});

/** Generated clients, descriptions of APIs, manifests, front ends, and clients of this very API. */
const PACKAGES = [
  'googleapis@188.0.0',
  'aws-sdk@2.1693.0',
  '@octokit/openapi@23.0.2',
  '@datadog/datadog-api-client@1.64.0',
  '@kubernetes/client-node@2.0.1',
  '@azure/arm-network@39.0.0',
  '@pulumi/mongodbatlas@4.16.0',
  'mongodb-atlas-api-client@4.19.0',
  '@opensearch-project/opensearch@3.9.0',
  '@gitbeaker/rest@43.8.0',
  'stripe@23.1.0',
  'monaco-editor@0.57.0',
];

const folderOf = (spec) => join(values.cache, spec.replaceAll('/', '+'));

/** Fetches a package without running any of its scripts. */
const fetchPackage = (spec) => {
  const folder = folderOf(spec);
  if (existsSync(join(folder, 'package'))) return join(folder, 'package');
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', spec], {
    cwd: folder,
    encoding: 'utf8',
  });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (packed.status !== 0 || archive === undefined) return undefined;
  spawnSync('tar', ['-xzf', archive], { cwd: folder });
  rmSync(join(folder, archive));
  // The folder in the archive is not always called so.
  const [inner] = readdirSync(folder);
  return inner === undefined ? undefined : join(folder, inner);
};

const OPERATIONS = 900;

/** An API description in YAML of some megabytes, with paths of this API. */
const description = (random) => {
  const lines = ['openapi: 3.0.3', 'info:', '  title: Administration', '  version: "1"', 'servers:'];
  lines.push('  - url: https://cloud.mongodb.com', 'paths:');
  for (let at = 0; at < OPERATIONS; at++) {
    lines.push(`  /api/atlas/v1.0/groups/{groupId}/things${at}:`, '    get:', `      operationId: list${at}`);
    for (let parameter = 0; parameter < 12; parameter++)
      lines.push(
        parameter === 0 ? '      parameters:' : '',
        `        - name: p${random.below(99)}`,
        '          in: query',
        '          description: |',
        `            Says how many of the ${random.below(500)} things are in one page.`,
        '          schema: { type: integer, default: 100 }',
      );
    lines.push('      responses:', '        "200": { description: OK }');
  }
  lines.push('components:', '  schemas:');
  for (let at = 0; at < OPERATIONS; at++)
    lines.push(
      `    Thing${at}:`,
      '      type: object',
      '      properties:',
      '        providerSettings: { type: object }',
    );
  return `${lines.filter(Boolean).join('\n')}\n`;
};

const makeDescriptions = () => {
  const folder = join(values.cache, 'descriptions');
  mkdirSync(folder, { recursive: true });
  const random = seeded(7);
  for (let at = 0; at < 8; at++) {
    writeFileSync(join(folder, `api-${at}.yaml`), description(random));
    writeFileSync(join(folder, `values-${at}.yaml`), 'a:\n' + '  - b: 1\n'.repeat(20_000));
  }
  return folder;
};

const sizeOf = (folder) => {
  let [files, bytes] = [0, 0];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    files++;
    bytes += stats.size;
  }
  return { files, bytes };
};

const WORDS =
  'api/atlas|vnd\\.atlas|providerSettings|replicationSpecs|regionsConfig|mongoURI|instanceSizeName|srvAddress';
const bin = new URL('../bin/migrate.js', import.meta.url).pathname;
const runs = Number(values.runs);

const row = (name, folder) => {
  const { files, bytes } = sizeOf(folder);
  const options = { cwd: folder, runs, statuses: [0, 1, 2] };
  const scan = measure(
    [process.execPath, bin, 'scan', '.', '--format', 'json', '--no-config', '--no-cache'],
    options,
  );
  const rg = measure(['rg', '--no-config', '-c', WORDS, '.'], options);
  const { summary } = JSON.parse(scan.stdout);
  return [
    name.padEnd(38),
    String(files).padStart(7),
    `${(bytes / 1e6).toFixed(1)} MB`.padStart(10),
    `${scan.cpu.toFixed(0)} ms`.padStart(9),
    `${(Math.max(0, scan.cpu - 100) / Math.max(rg.cpu, 5)).toFixed(1)} ×`.padStart(8),
    `${(bytes / 1e3 / scan.cpu).toFixed(0)} MB/s`.padStart(10),
    `${scan.memory.toFixed(0)} MB`.padStart(8),
    `${summary.findings} findings, ${summary.failed} failed`,
  ].join('  ');
};

mkdirSync(values.cache, { recursive: true });
console.log(
  'tree, files, size; CPU time of a scan, (CPU time - 0.1 s) ÷ that of ripgrep, speed, peak memory',
);
const wanted = (name) =>
  values.only === undefined || values.only.split(',').some((part) => name.includes(part));
if (wanted('descriptions')) console.log(row('descriptions in YAML (made here)', makeDescriptions()));
for (const spec of PACKAGES.filter(wanted)) {
  const folder = fetchPackage(spec);
  console.log(folder === undefined ? `${spec.padEnd(38)}  cannot be fetched` : row(spec, folder));
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './measure.mjs';
import { eslint, ripgrep, searches } from './peers.mjs';
import { writeDenseHar, writeHar } from './recording.mjs';
import { manyFixes, REFERENCE, writeTree } from './tree.mjs';

const root = new URL('..', import.meta.url).pathname;
const bin = join(root, 'bin', 'migrate.js');
const migrate = (...args) => [process.execPath, bin, ...args];

/** A repository of its own, so that the ignore files around it do not count. */
function folder(work, name) {
  const path = join(work, name);
  mkdirSync(path, { recursive: true });
  if (!existsSync(join(path, '.git'))) execFileSync('git', ['init', '-q'], { cwd: path });
  return path;
}

function tree(work, name, shape) {
  const path = folder(work, name);
  rmSync(join(path, 'src'), { recursive: true, force: true });
  return { path, planted: writeTree(path, shape).map(({ file, line }) => `${file}:${line}`) };
}

const scan = (path, options = {}, args = []) =>
  measure(migrate('scan', '.', '--format', 'json', ...args), { ...options, cwd: path });

const legacyPlaces = (output) =>
  JSON.parse(output)
    .findings.filter((finding) => finding.rule === 'legacy-base-url')
    .map((finding) => `${finding.file}:${finding.start.line}`);

const recall = (planted, found) => {
  const places = new Set(found);
  return `${planted.filter((place) => places.has(place)).length}/${planted.length}`;
};

const row = (promise, what, ratio, must, aim, figures, found = '') => ({
  promise,
  what,
  ratio,
  must,
  aim,
  ...figures,
  found,
});

/** P1, P2: what a hook pays for one file. */
export function start({ work, runs }) {
  const empty = folder(work, 'empty');
  const clean = folder(work, 'clean-file');
  const used = folder(work, 'used-file');
  writeFileSync(
    join(clean, 'a.ts'),
    'export const total = (rows: number[]) => rows.reduce((a, b) => a + b, 0);\n',
  );
  writeFileSync(
    join(used, 'a.ts'),
    "export const all = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n",
  );
  const node = measure([process.execPath, '-e', '0'], { runs: runs * 2 });
  const nothing = scan(empty, { runs: runs * 2 });
  const silent = scan(clean, { runs: runs * 2 });
  const finding = scan(used, { runs: runs * 2 });
  return [
    row('', 'node -e 0', 1, '', '', node),
    row('P1', 'empty folder ÷ node -e 0', nothing.wall / node.wall, '≤ 3', '≤ 2', nothing),
    row('P1', 'clean file ÷ node -e 0', silent.wall / node.wall, '≤ 3', '≤ 2', silent),
    row(
      'P2',
      'one file with a finding ÷ node -e 0',
      finding.wall / node.wall,
      '≤ 7',
      '≤ 5',
      finding,
      recall(['a.ts:1'], legacyPlaces(finding.stdout)),
    ),
  ];
}

/** P3, P4, P5: a tree of ordinary code, without and with uses, against searchers, linters and codemods. */
export function trees({ work, runs, peers, shape, quick }) {
  const clean = tree(work, 'clean', { ...shape, uses: 0, usingFiles: 0 });
  const rgClean = measure(searches(peers, clean.path).ripgrep.command, { cwd: clean.path, runs });
  const cleanScan = scan(clean.path, { runs });
  const used = tree(work, 'used', shape);
  const usedScan = scan(used.path, { runs });
  const rows = [
    row('', 'ripgrep 15, clean tree', 1, '', '', rgClean),
    row('P3', 'clean tree ÷ ripgrep', cleanScan.wall / rgClean.wall, '≤ 2.5', '≤ 2', cleanScan),
  ];
  const rows5 = [];
  for (const [name, { command, places }] of Object.entries(searches(peers, used.path))) {
    const slow = name === 'ESLint' || name === 'jscodeshift';
    if (slow && quick) continue;
    const peer = measure(command, { cwd: used.path, runs: slow ? 1 : runs });
    const found = recall(used.planted, places(peer.stdout));
    if (name === 'ripgrep') {
      rows.push(row('', 'ripgrep 15, tree with uses', 1, '', '', peer, found));
      rows.push(
        row(
          'P4',
          'tree with uses ÷ ripgrep',
          usedScan.wall / peer.wall,
          '≤ 10',
          '≤ 8',
          usedScan,
          recall(used.planted, legacyPlaces(usedScan.stdout)),
        ),
      );
    } else {
      const [must, aim] = { 'ast-grep': [6, 8], Biome: [4, 5], ESLint: [90, 120], jscodeshift: [80, 110] }[
        name
      ];
      rows5.push(
        row(
          'P5',
          `${name} ÷ migrate (same tree)`,
          peer.wall / usedScan.wall,
          `≥ ${must}`,
          `≥ ${aim}`,
          peer,
          found,
        ),
      );
    }
  }
  return [...rows, ...rows5];
}

/** The plug-in for ESLint beside the command, on a tenth of the tree: what it adds to a run that parses the same files. */
export function plugin({ work, runs, peers, shape }) {
  const tenth = Object.fromEntries(
    Object.entries(shape).map(([name, count]) => [name, Math.round(count / 10)]),
  );
  const used = tree(work, 'plugin', tenth);
  const command = scan(used.path, { runs });
  const without = measure(eslint(peers, used.path, 'eslint-parses-only.config.mjs').command, {
    cwd: used.path,
    runs: Math.min(runs, 3),
  });
  const { command: withRules, places } = eslint(peers, used.path, 'eslint-plugin.config.mjs');
  const figures = measure(withRules, { cwd: used.path, runs: Math.min(runs, 3) });
  const found = recall(used.planted, places(figures.stdout, 'atlas-api-migrate/legacy-base-url'));
  return [
    row('', `migrate scan, ${tenth.files} files`, 1, '', '', command),
    row('', 'CPU of ESLint without a rule ÷ scan', without.cpu / command.cpu, '', '', without),
    row('', 'CPU of ESLint with it ÷ without', figures.cpu / without.cpu, '', '', figures, found),
    row('', 'CPU that the plug-in adds ÷ scan', (figures.cpu - without.cpu) / command.cpu, '', '', figures),
  ];
}

/** P10: a second run that answers from what the first one kept, nothing having changed. */
export function cache({ work, runs, shape }) {
  const used = tree(work, 'cached', shape);
  const kept = join(used.path, '.migrate-cache');
  const firsts = Array.from({ length: runs }, () => {
    rmSync(kept, { recursive: true, force: true });
    return scan(used.path, { runs: 1 }, ['--cache']);
  }).toSorted((a, b) => a.wall - b.wall);
  const first = firsts[firsts.length >> 1];
  const second = scan(used.path, { runs }, ['--cache']);
  const found = recall(used.planted, legacyPlaces(second.stdout));
  return [
    row('', 'first run with --cache', 1, '', '', first),
    row('P10', 'second run ÷ first', second.wall / first.wall, '≤ 0.3', '≤ 0.2', second, found),
  ];
}

/** A tree of the reference's file size and density of uses. */
const shapeOf = (files) => ({
  files,
  megabytes: (files * REFERENCE.megabytes) / REFERENCE.files,
  uses: files / 30,
  usingFiles: files / 50,
});

/** P6, P8: memory on any tree, and growth with its size. */
export function growth({ work, runs, quick }) {
  const unit = quick ? 500 : 20_000;
  const small = tree(work, 'growth-small', shapeOf(unit));
  const smallScan = scan(small.path, { runs });
  const large = tree(work, 'growth-large', shapeOf(unit * 4));
  const largeScan = scan(large.path, { runs });
  const found = recall(large.planted, legacyPlaces(largeScan.stdout));
  const label = `${(unit * 4).toLocaleString('en')} files`;
  for (const { path } of [small, large]) rmSync(path, { recursive: true });
  return [
    row('P6', `peak MB, ${label}`, largeScan.memory, '≤ 200', '≤ 120', largeScan, found),
    row(
      'P8',
      `${label} ÷ ${unit.toLocaleString('en')}`,
      largeScan.wall / smallScan.wall,
      '≤ 4',
      '≤ 4',
      largeScan,
      found,
    ),
  ];
}

function har(work, megabytes, runs) {
  const path = folder(work, `har-${megabytes}`);
  const file = join(path, 'traffic.har');
  const planted = writeHar(file, megabytes * 1e6);
  const count = measure(['wc', '-l', file], { runs });
  const figures = scan(path, { runs });
  const found = JSON.parse(figures.stdout).findings.filter(
    (finding) => finding.rule === 'legacy-base-url',
  ).length;
  const size = statSync(file).size;
  rmSync(file);
  return { figures, ratio: figures.wall / count.wall, found: `${found}/${planted}`, size };
}

/** Recordings in which every exchange is a call of the API. */
function dense(work, count, version) {
  const path = folder(work, 'har');
  const file = join(path, 'session.har');
  writeDenseHar(file, count, version);
  const figures = scan(path, { runs: 1 });
  const { findings, calls } = JSON.parse(figures.stdout);
  rmSync(file);
  const found = `${calls.elsewhere[0].count}/${count}, ${findings.length} findings`;
  return row('P7', `peak MB, ${count} calls of ${version}`, figures.memory, '', '', figures, found);
}

/** P7, P8: recordings larger than a string can be. */
export function recordings({ work, runs, quick, full }) {
  const sizes = quick ? [1, 10] : full ? [1, 100, 1000, 2000] : [1, 100, 1000];
  const results = new Map(sizes.map((size) => [size, har(work, size, size >= 1000 ? 1 : runs)]));
  const rows = [...results].map(([size, { figures, ratio, found }]) =>
    row(
      'P7',
      `${size} MB HAR ÷ wc -l`,
      ratio,
      size >= 100 ? '≤ 20' : '',
      size >= 100 ? '≤ 8' : '',
      figures,
      found,
    ),
  );
  const last = results.get(sizes.at(-1));
  rows.push(
    row(
      'P7',
      `peak MB, ${sizes.at(-1)} MB HAR`,
      last.figures.memory,
      '≤ 90',
      '≤ 60',
      last.figures,
      last.found,
    ),
  );
  rows.push(dense(work, quick ? 1000 : 10_000, 'v2'), dense(work, quick ? 1000 : 100_000, 'v2'));
  rows.push(dense(work, quick ? 1000 : 10_000, 'v1.0'));
  if (results.has(1000)) {
    const large = results.get(1000);
    rows.push(
      row(
        'P8',
        '1 GB HAR ÷ 100 MB',
        large.figures.wall / results.get(100).figures.wall,
        '≤ 10',
        '≤ 10',
        large.figures,
        large.found,
      ),
    );
  }
  return rows;
}

/** P12: ten recordings in one thread, in two, and in four shards. */
export function division({ work, runs, quick }) {
  const size = quick ? 8 : 100;
  const path = folder(work, 'recordings');
  let planted = 0;
  for (let at = 0; at < 10; at++) planted += writeHar(join(path, `${at}.har`), size * 1e6, at + 1);
  const found = ({ stdout }) =>
    `${JSON.parse(stdout).findings.filter(({ rule }) => rule === 'legacy-base-url').length}/${planted}`;
  const one = scan(path, { runs }, ['--threads', '1']);
  const two = scan(path, { runs }, ['--threads', '2']);
  const shards = [1, 2, 3, 4].map((shard) =>
    scan(path, { runs }, ['--threads', '1', '--shard', `${shard}/4`]),
  );
  const slowest = shards.toSorted((a, b) => b.wall - a.wall)[0];
  rmSync(path, { recursive: true });
  const name = `ten recordings of ${size} MB`;
  return [
    row('P12', `${name}: one thread ÷ two`, one.wall / two.wall, '≥ 1.6', '≥ 1.8', two, found(two)),
    row(
      'P12',
      `${name}: slowest of four shards ÷ one run`,
      slowest.wall / one.wall,
      '≤ 0.35',
      '≤ 0.28',
      slowest,
    ),
  ];
}

/** P9: a thousand fixes in one file against a process that only loads the parser and parses it. */
export function fixes({ work, quick }) {
  const count = quick ? 200 : 1000;
  const path = folder(work, 'fixes');
  const file = join(path, 'calls.js');
  const text = manyFixes(count);
  const parse = `const { ts } = require('ts-morph'); const text = require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'); ts.createSourceFile('calls.js', text, 99, true);`;
  writeFileSync(file, text);
  const once = measure([process.execPath, '-e', parse], { cwd: root, runs: 5 });
  const runs = Array.from({ length: 5 }, () => {
    writeFileSync(file, text);
    return measure(migrate('fix', '.', '--format', 'json', '--allow-dirty'), { cwd: path, runs: 1 });
  }).toSorted((a, b) => a.wall - b.wall);
  const left = JSON.parse(runs[2].stdout).findings.length;
  return [
    row('', 'load the parser, parse once', 1, '', '', once),
    row(
      'P9',
      `${count} fixes ÷ parsing once`,
      runs[2].wall / once.wall,
      '≤ 2',
      '≤ 1.2',
      runs[2],
      `${count - left}/${count}`,
    ),
  ];
}

/** What a peer run needs, checked before minutes are spent. */
export const ready = (peers) => {
  if (!existsSync(join(root, 'dist', 'bundle', 'cli.cjs')))
    throw new Error('dist/ is missing: run "npm run build" first');
  return ripgrep(peers);
};

// Builds dist/: `npm run build`. With --if-changed, as `npm test` calls it, only if the last build was of other sources, or if
// dist/ is not as that build left it: `npm ci` builds, too.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
const stamp = join(root, 'dist/build.sha256');

/** Each step is a script and its arguments. */
const STEPS = [
  ['scripts/generate.mjs'],
  [join(dirname(typescript), 'bin/tsc'), '-p', 'tsconfig.build.json'],
  ['scripts/parser.mjs'],
  ['scripts/bundle.mjs'],
  ['scripts/sbom.mjs'],
];

/** All that a build depends on and all that it writes. What tests and benchmarks write into dist/ is in folders of it. */
const PARTS = ['src', 'rules', 'bin', 'grammars', 'scripts', 'dist/bundle', 'dist/preload', 'dist/types'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const WRITTEN = ['sbom.cdx.json', 'licences.txt', 'modules.json', 'parser.cjs'];

const filesBelow = (name) =>
  existsSync(join(root, name))
    ? readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .map((path) => `${name}/${path}`)
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
    : [name];

/** A hash of names and contents; a file that is missing counts as such. */
const state = () => {
  const hash = createHash('sha256').update(process.version);
  const entries = ['index.js', 'eslint.js', 'reference-service.js', ...WRITTEN].map((name) => `dist/${name}`);
  for (const path of [...PARTS.flatMap(filesBelow), ...FILES, ...entries]) {
    hash.update(`\0${path}\0`);
    if (existsSync(join(root, path))) hash.update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
};

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === state();

const build = () => {
  rmSync(stamp, { force: true });
  for (const step of STEPS) {
    const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, state());
};

if (!(process.argv.includes('--if-changed') && isBuilt())) build();

import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const compiled = fileURLToPath(new URL('../../bin/compiled.js', import.meta.url));

const CODE = `const { join } = require('node:path');
const answer = () => join('é', __filename.slice(-7), 'one');
exports.answer = answer;
`;

const RUN = `const { keep, load } = require('./bin/compiled.js');
console.log(load(require.resolve('./code.cjs')).answer());
keep();
`;

const home = (): string => {
  const root = temporaryTree({ 'code.cjs': CODE, 'run.cjs': RUN, 'dist/cli.js': '' });
  mkdirSync(join(root, 'bin'));
  copyFileSync(compiled, join(root, 'bin/compiled.js'));
  return root;
};

const run = (
  root: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  node = process.execPath,
) => {
  const { stdout, stderr } = spawnSync(node, [...flags, 'run.cjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
};

const SAID = 'é/ode.cjs/one\n';
const folder = (root: string): string => join(root, 'dist/compiled');

/** Node 22 and later keep what they compile themselves. */
const NODE_KEEPS = Object.hasOwn(await import('node:module'), 'enableCompileCache');

const keptIn = (root: string): string => {
  const [name, ...more] = readdirSync(folder(root));
  expect(more).toEqual([]);
  return join(folder(root), name!);
};

describe.runIf(!NODE_KEEPS)('compiled code', () => {
  it('is kept by the first run, and used as it is by the next', () => {
    const root = home();
    expect(run(root)).toBe(SAID);
    const first = readFileSync(keptIn(root));
    expect(run(root)).toBe(SAID);
    expect(readFileSync(keptIn(root))).toEqual(first);
  });

  it.each([
    ['cut short', (kept: Buffer) => kept.subarray(0, kept.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    [
      'damaged',
      (kept: Buffer) => Buffer.from(kept.map((byte, at) => (at === kept.length - 40 ? ~byte : byte))),
    ],
    ['planted', (kept: Buffer) => Buffer.concat([kept.subarray(0, 32), Buffer.from('not what was kept')])],
  ])('is made again where it is %s', (_, spoil) => {
    const root = home();
    run(root);
    const spoilt = spoil(readFileSync(keptIn(root)));
    writeFileSync(keptIn(root), spoilt);
    expect(run(root)).toBe(SAID);
    expect(readFileSync(keptIn(root))).not.toEqual(spoilt);
  });

  it('is not used for a source of the same length that says something else', () => {
    const root = home();
    run(root);
    writeFileSync(join(root, 'code.cjs'), CODE.replace("'one'", "'two'"));
    expect(run(root)).toBe(SAID.replace('one', 'two'));
    expect(run(root)).toBe(SAID.replace('one', 'two'));
  });

  it('is not used by a V8 with other flags, of which no number fills the disk', () => {
    const root = home();
    run(root);
    for (let size = 900; size < 910; size++) expect(run(root, [`--stack-size=${size}`])).toBe(SAID);
    expect(readdirSync(folder(root)).length).toBeLessThanOrEqual(8);
    const kept = readdirSync(folder(root)).map((name) => readFileSync(join(folder(root), name)));
    expect(new Set(kept.map((bytes) => bytes.toString('hex'))).size).toBe(kept.length);
  });

  it('is not used by another build of Node, which would crash', () => {
    const root = home();
    const other = join(root, 'node');
    copyFileSync(process.execPath, other, constants.COPYFILE_FICLONE);
    run(root);
    const [name = ''] = readdirSync(folder(root));
    const first = readFileSync(join(folder(root), name));
    expect(run(root, [], {}, other)).toBe(SAID);
    const kept = readdirSync(folder(root)).map((file) => readFileSync(join(folder(root), file)));
    expect(kept.some((bytes) => !bytes.equals(first))).toBe(true);
  });
});

describe('a package folder that cannot be written', () => {
  it('changes nothing', () => {
    const root = home();
    writeFileSync(folder(root), 'a file where the folder would be');
    expect([run(root), run(root)]).toEqual([SAID, SAID]);
  });

  it('is left alone on request', () => {
    const root = home();
    expect(run(root, [], { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(SAID);
    expect(existsSync(folder(root))).toBe(false);
  });
});

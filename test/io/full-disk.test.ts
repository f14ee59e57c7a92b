import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));
const CLIENT = `fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', { headers: { authorization: 'x' } });\n`;

/** Runs a command that may make files and write no byte into them, as on a full disk. */
const onFullDisk = (words: readonly string[]) => {
  const folder = temporaryTree({ 'project/a.js': CLIENT, 'tmp/.keep': '' });
  const cwd = `${folder}/project`;
  const line = `ulimit -f 0; exec '${process.execPath}' '${bin}' ${words.join(' ')}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    env: { PATH: process.env['PATH'], TMPDIR: `${folder}/tmp` },
    encoding: 'utf8',
    timeout: 20_000,
  });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.keep')
    .map(({ name }) => name);
  return { status, stdout, stderr, files, client: readFileSync(`${cwd}/a.js`, 'utf8') };
};

it.each([
  ['fix', ['fix', '--allow-dirty', '.'], 2, /^migrate: nothing was written: [^\n]*\n$/, ''],
  ['record', ['record', '--', 'echo', 'ran'], 2, /^migrate: cannot write temporary files to [^\n]*\n$/, ''],
  [
    'serve --state',
    ['serve', '--port', '0', '--state', 's'],
    2,
    /^migrate: cannot keep the state [^\n]*\n$/,
    '',
  ],
  [
    'scan -o',
    ['scan', '-f', 'json', '-o', 'report.json', '.'],
    2,
    /migrate: cannot write report\.json: /,
    '',
  ],
])(
  '%s says in one line that the disk is full, and leaves every file as it was',
  (_, words, exit, said, out) => {
    const ran = onFullDisk(words);
    expect(ran.stderr).toMatch(said);
    expect([ran.status, ran.stdout, ran.files, ran.client]).toEqual([exit, out, ['a.js'], CLIENT]);
  },
);

it('scan --cache reports the same where nothing can be kept', () => {
  const ran = onFullDisk(['scan', '-f', 'json', '--cache', '.']);
  expect([ran.status, ran.client]).toEqual([1, CLIENT]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ summary: { errors: 2 } });
});

it('record runs the command all the same, and removes nothing that was there', () => {
  const line = `exec '${process.execPath}' '${bin}' record -o /dev/full -- echo ran`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', timeout: 20_000 });
  expect([status, stdout, stderr]).toEqual([
    2,
    'ran\n',
    'migrate: cannot write /dev/full (ENOSPC): name another file with -o.\n',
  ]);
  expect(existsSync('/dev/full')).toBe(true);
});

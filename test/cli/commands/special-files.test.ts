import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { temporaryTree } from '../../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));

const folder = (): string => {
  const cwd = temporaryTree({ 'a.js': 'export {};\n' });
  execFileSync('mkfifo', [`${cwd}/pipe`]);
  return cwd;
};

const ran = (words: string) => {
  const command = `ulimit -v 8000000; node --max-old-space-size=1500 "$BIN" ${words}`;
  const { status, stderr, stdout } = spawnSync('bash', ['-c', command], {
    cwd: folder(),
    encoding: 'utf8',
    env: { ...process.env, BIN: bin },
    timeout: 25_000,
  });
  return { status, stderr, stdout };
};

const COMMANDS = [
  'scan NAME',
  'scan . NAME',
  'scan --files-from NAME',
  'fix NAME',
  'baseline NAME',
  'verify NAME',
  'versions NAME',
  'convert NAME',
  'merge NAME',
  'progress --from NAME',
  'serve --port 0 --seed NAME',
  'serve --port 0 --state NAME',
];

it.skipIf(process.platform === 'win32').each(
  COMMANDS.flatMap((command) => [
    [command.replace('NAME', 'pipe'), 'a pipe'],
    [command.replace('NAME', '/dev/zero'), 'a device'],
  ]),
)('%s is refused: %s', (words, kind) => {
  const { status, stderr } = ran(words);
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toMatch(new RegExp(`^migrate: .*(?:it is ${kind}|is not a file)`));
});

it.skipIf(process.platform === 'win32')('reads a pipe that a shell opened', () => {
  expect(ran(`scan --files-from <(sleep 1; echo a.js)`).status).toBe(0);
  expect(ran(`scan --files-from <(yes a.js) 2>&1 | tail -1`).stdout).toBe(
    'migrate: cannot read /dev/fd/63: it is too large.\n',
  );
});

it.skipIf(process.platform === 'win32')('reads standard input up to a limit', () => {
  const { status, stderr } = ran('convert < /dev/zero');
  expect([status, stderr]).toEqual([
    2,
    'migrate: standard input is too large: over 256 MB. Name a file instead.\n',
  ]);
});

/**
 * Runs what other tools do with this one, with these tools, as far as they are on this machine or in its registry, and
 * prints what was run and how it ended: `npm run surfaces [-- name…]`. Exit 1 when one failed.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const script = (name, ...args) => ['sh', `test/surfaces/${name}.sh`, ...args];

/**
 * `needs`: alternatives of programs, of which one has to be there. `runs`: the command is for the first of these programs
 * that ends well with these arguments.
 */
const SURFACES = [
  { name: 'pre-commit', needs: [['pre-commit']], command: script('pre-commit') },
  { name: 'husky', needs: [['git']], command: script('husky') },
  { name: 'lefthook', needs: [['git']], command: script('lefthook') },
  { name: 'eslint', needs: [['git']], command: script('eslint') },
  { name: 'suites', needs: [['git']], command: script('suites') },
  { name: 'interactive', needs: [['python3']], command: script('interactive') },
  { name: 'mcp', needs: [['git']], command: script('mcp') },
  { name: 'neovim', needs: [['nvim']], command: script('neovim') },
  {
    name: 'browser',
    needs: [['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']],
    command: ['npx', 'vitest', 'run', 'test/report/html-page.test.ts'],
  },
  {
    name: 'axe',
    needs: [['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']],
    command: script('axe'),
  },
  { name: 'code-scanning', needs: [['git']], command: script('code-scanning') },
  { name: 'github-action', needs: [['git']], command: script('github-action') },
  { name: 'go', needs: [['go'], ['gofmt']], command: ['node', 'test/surfaces/go.mjs'] },
  ...[
    ['ruby', 'ruby'],
    ['php', 'php'],
    ['lua', 'lua'],
    ['java', 'javac'],
  ].map(([name, program]) => ({
    name,
    needs: [[program]],
    command: ['node', 'test/surfaces/programs.mjs', name],
  })),
  { name: 'gitlab', needs: [['rsync']], command: script('gitlab') },
  {
    name: 'python',
    needs: [['node'], ['openssl']],
    runs: {
      programs: ['python3', '/usr/bin/python3'],
      with: ['-c', 'import requests, httpx, aiohttp, urllib3'],
    },
    command: ['test/surfaces/python/prove.py'],
  },
  { name: 'parallel', needs: [['parallel']], command: ['npx', 'vitest', 'run', 'test/docs/fleets.test.ts'] },
  ...['20.19.0', '22', '24', '26'].map((version) => ({
    name: `node-${version}`,
    needs: [['git']],
    command: script('node', version),
  })),
];

const isThere = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const lastLine = (text) => text.trimEnd().split('\n').at(-1) ?? '';

/** The whole command of a surface; none where no program can run it. */
const commandOf = ({ runs, command }) => {
  if (runs === undefined) return command;
  const found = runs.programs.find((program) => spawnSync(program, runs.with).status === 0);
  return found && [found, ...command];
};

const run = ({ name, needs, ...surface }) => {
  const missing = needs.find((programs) => !programs.some(isThere));
  if (missing !== undefined) return { name, result: 'not run', note: `no ${missing[0]} here`, seconds: 0 };
  const whole = commandOf(surface);
  if (whole === undefined)
    return {
      name,
      result: 'not run',
      note: `no ${surface.runs.programs[0]} ${surface.runs.with[1]}`,
      seconds: 0,
    };
  const [program, ...args] = whole;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 600_000,
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  if (status === 0) return { name, result: 'passed', note: command(program) ?? lastLine(stdout), seconds };
  process.stderr.write(`${name}:\n${stdout}${stderr}\n`);
  return { name, result: 'FAILED', note: lastLine(stdout + stderr), seconds };
};

/** A test run ends in times, which tell nothing here. */
const command = (program) => (program === 'npx' ? 'see its tests' : undefined);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SURFACES.some((surface) => surface.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no surface "${unknown[0]}": ${SURFACES.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}
const chosen = SURFACES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const rows = chosen.map((surface) => {
  const row = run(surface);
  const cells = [row.name.padEnd(14), row.result.padEnd(8), `${row.seconds} s`.padStart(6), row.note];
  process.stdout.write(`${cells.join('  ')}\n`);
  return row;
});
process.exitCode = rows.some(({ result }) => result === 'FAILED') ? 1 : 0;

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { noWayOut } from '../capture/upstream.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Commands that a page shows, each with what it prints. */
const stepsIn = (page: string): readonly { readonly command: string; readonly printed: string }[] =>
  [...readFileSync(at(page), 'utf8').matchAll(/^```console\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
    .map((step) => {
      const end = step.indexOf('\n');
      return { command: step.slice(0, end), printed: step.slice(end + 1) };
    });

const INTERPRETERS = ['python3', 'curl'];
const isInstalled = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

/** Runs the commands of a page one after the other, beside the project that it speaks of. */
const runPage = (page: string): void => {
  const folder = temporaryTree({});
  cpSync(at('fixtures/prove'), folder, { recursive: true });
  const env = {
    ...noWayOut(),
    PROJECT: '5e2211c17a3e5a48f5497de3',
    PUBLIC_KEY: 'any',
    PRIVATE_KEY: 'any',
    TOKEN: 'any',
  };
  const tool = `${process.execPath} ${at('bin/migrate.js')}`;
  for (const { command, printed } of stepsIn(page)) {
    const missing = INTERPRETERS.find((name) => command.includes(` ${name} `) && !isInstalled(name));
    if (missing !== undefined) {
      console.warn(`${page}: skipped, as ${missing} is missing: ${command}`);
      continue;
    }
    const line = command.replace(/^(?:npx )?(?:atlas-api-)?migrate/, tool);
    const { stdout } = spawnSync('sh', ['-c', `(${line}) 2>&1`], {
      cwd: join(folder),
      env,
      encoding: 'utf8',
    });
    expect(stdout, command).toBe(printed);
  }
};

it.each(['docs/record.md', 'README.md'])(
  '%s shows what commands print',
  (page) => {
    expect(stepsIn(page).length).toBeGreaterThan(0);
    runPage(page);
  },
  60_000,
);

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly err: string;
}

/** Runs the tool with pieces that are sent again and again until it ends. */
const fed = (
  args: readonly string[],
  first: string,
  piece: string,
  cwd = temporaryTree({}),
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn('node', ['--max-old-space-size=1500', bin, ...args], { cwd, timeout: 25_000 });
    let err = '';
    child.stderr.on('data', (said: Buffer) => (err += said.toString()));
    child.stdout.resume();
    child.stdin.on('error', () => {});
    const more = (): void => {
      if (piece === '') return void child.stdin.end();
      while (child.exitCode === null && child.stdin.write(piece));
    };
    child.stdin.on('drain', more);
    child.stdin.write(first);
    more();
    child.once('close', (code) => resolve({ code, err }));
  });

const LONG = 'x'.repeat(1024 * 1024);

describe('input without an end', () => {
  it('ends migrate mcp with one line', async () => {
    const { code, err } = await fed(['mcp'], '{"jsonrpc":"2.0","id":1,"method":"', LONG);
    expect([code, err]).toEqual([2, 'migrate: a line of standard input is longer than 64 MB.\n']);
  });

  it.each([
    ['a header', '', LONG],
    ['a message', 'Content-Length: 99999999999\r\n\r\n', LONG],
    ['many headers', '', 'A: b\r\n'.repeat(1000)],
  ])('ends migrate lsp with one line: %s', async (_, first, piece) => {
    const { code, err } = await fed(['lsp'], first, piece);
    expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(err).toContain('of more than 64 MB, or a header without an end');
  });
});

const DEPTH = 10_000;
const lists = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

describe('a configuration of 10,000 levels', () => {
  it.each([
    ['migrate.config.json', `{"ignore":${lists}}`],
    ['migrate.config.jsonc', `{/**/"ignore":${lists}}`],
    ['migrate.config.yaml', `ignore: ${lists}\n`],
    [
      'migrate.config.yml',
      `ignore:\n${Array.from({ length: 3000 }, (__, at) => `${' '.repeat(at)}a:`).join('\n')}\n`,
    ],
  ])('is refused in one line: %s', async (name, text) => {
    const cwd = temporaryTree({ [name]: text });
    const { code, err } = await fed(['scan', '--config', name, '.'], '', '', cwd);
    expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(err).toMatch(new RegExp(`^migrate: ${name.replaceAll('.', '\\.')}: `));
    expect(err).not.toMatch(/call stack|RangeError/);
  });
});

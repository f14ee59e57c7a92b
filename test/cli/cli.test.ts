import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { parseTranscript, recordingTerminal } from '../fixtures/transcripts.ts';
import type { Step } from '../fixtures/transcripts.ts';

const folder = new URL('../../fixtures/cli/', import.meta.url);
const update = process.env['UPDATE_TRANSCRIPTS'] !== undefined;

/** Other programs say who they are in a test: only what is asked for counts. */
const GIT = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

const outputOf = async ({ shell, stdin, args }: Step, cwd: string): Promise<string> => {
  if (shell !== undefined)
    return execFileSync('sh', ['-c', shell], { cwd, encoding: 'utf8', env: { ...process.env, ...GIT } });
  const { terminal, printed } = recordingTerminal(cwd, stdin);
  const code = await run(args, terminal);
  return `${printed()}exit ${code}\n`;
};

const replay = async (markdown: string): Promise<string> => {
  const { files, steps } = parseTranscript(markdown);
  const cwd = temporaryTree(files);
  let text = '';
  let at = 0;
  for (const step of steps) {
    text += markdown.slice(at, step.start) + (await outputOf(step, cwd));
    at = step.end;
  }
  return text + markdown.slice(at);
};

describe('transcripts', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s', async (name) => {
    const file = new URL(name, folder);
    const markdown = readFileSync(file, 'utf8');
    const actual = await replay(markdown);
    if (update) writeFileSync(file, actual);
    else expect(actual).toBe(markdown);
  });
});

describe('the program', () => {
  const bin = new URL('../../bin/migrate.js', import.meta.url).pathname;

  it('sets the exit code and keeps the two streams apart', () => {
    const cwd = temporaryTree({ 'a.ts': '' });
    const clean = spawnSync(process.execPath, [bin, 'scan'], { cwd, encoding: 'utf8' });
    expect([clean.status, clean.stdout]).toEqual([0, '']);
    const wrong = spawnSync(process.execPath, [bin, 'scan', 'nowhere'], { cwd, encoding: 'utf8' });
    expect([wrong.status, wrong.stdout, wrong.stderr.split('\n').length]).toEqual([2, '', 2]);
  });

  it('ends quietly when nobody reads its output', () => {
    const cwd = temporaryTree({});
    const command = `"${process.execPath}" "${bin}" scan --help | head -c 1`;
    expect(
      execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    ).toBe('m');
  });
});

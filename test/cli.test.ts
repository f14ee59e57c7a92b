import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../src/cli.ts';
import { temporaryTree } from './temporary.ts';
import { parseTranscript, recordingTerminal } from './transcripts.ts';

const folder = new URL('../fixtures/cli/', import.meta.url);
const update = process.env['UPDATE_TRANSCRIPTS'] !== undefined;

const replay = async (markdown: string): Promise<string> => {
  const { files, steps } = parseTranscript(markdown);
  const cwd = temporaryTree(files);
  let text = '';
  let at = 0;
  for (const step of steps) {
    const { terminal, printed } = recordingTerminal(cwd, step.stdin);
    const code = await run(step.args, terminal);
    text += markdown.slice(at, step.start) + `${printed()}exit ${code}\n`;
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
  const bin = new URL('../bin/migrate.js', import.meta.url).pathname;

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

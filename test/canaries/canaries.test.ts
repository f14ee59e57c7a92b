import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { COMMAND_SPECS } from '../../src/cli/commands/flags.ts';
import { FORMATS } from '../../src/extract/forms/formats.ts';
import { analyse } from '../../src/pipeline/analyse.ts';
import { openScope } from '../../src/cli/lsp/analysis.ts';
import { optionsFrom } from '../../src/config/options.ts';
import { CALL_FORMAT_NAMES, FORMAT_NAMES } from '../../src/report/formats.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';
import { BROKEN, PLANTED_FORMS } from './forms.ts';
import { talk, toolCall } from '../cli/mcp/session.ts';
import { CANARIES, MARKS } from './secrets.ts';

const FILES = Object.assign({ 'package.json': '{}' }, ...Object.values(PLANTED_FORMS), BROKEN) as Record<
  string,
  string | Uint8Array
>;

/** Marks that a text holds, each with what stands before it. */
const leaksIn = (text: string): readonly string[] =>
  MARKS.flatMap((mark) => {
    const at = text.indexOf(mark);
    return at === -1 ? [] : [`${mark}: ${text.slice(Math.max(0, at - 150), at + mark.length)}`];
  });

const RUN = ['--today', '2026-11-21', '--no-cache'];

/** Everything that a command prints and writes. */
const everything = async (folder: string, args: readonly string[]): Promise<string> => {
  const { terminal, out, printed } = recordingTerminal(folder);
  await run(args, terminal);
  return out() + printed();
};

const linesIn = (file: string): number => String(FILES[file]).split('\n').length;

/** Every format of `scan` in one run, written beside the tree. */
const ALL_FORMATS = FORMAT_NAMES.flatMap((format) => ['-o', `${format}=out/${format}`]);
const CALL_FORMATS = CALL_FORMAT_NAMES.flatMap((format) => ['-o', `${format}=out/by-call-${format}`]);

/** Commands with the only file that they are run beside; all files where none is named. */
const COMMANDS: readonly { readonly file?: string; readonly args: readonly string[] }[] = [
  { args: ['scan', '.', 'dump.flow', 'cut.flow', 'a.bru', '--strict', '--verbose', ...ALL_FORMATS, ...RUN] },
  { args: ['scan', '.', 'dump.flow', 'a.burp.xml', 'a.bru', '--excerpts', ...ALL_FORMATS, ...RUN] },
  { args: ['scan', '.', '--by-call', ...CALL_FORMATS, ...RUN] },
  { args: ['versions', '.', '-f', 'markdown'] },
  ...['table', 'json', 'ics'].map((format) => ({ file: 'code.ts', args: ['versions', '.', '-f', format] })),
  ...['a.har', 'postman.json', 'a.http', 'calls.sh', 'dump.flow', 'nock.json', 'a.burp.xml'].flatMap((file) =>
    ['pretty', 'json'].map((format) => ({ file, args: ['verify', file, '-f', format] })),
  ),
  ...['code.ts', 'broken.ts'].flatMap((file) =>
    Array.from({ length: linesIn(file) }, (_, at) => ({
      file,
      args: ['explain', '--at', `${file}:${at + 1}`],
    })),
  ),
  ...['broken.json', 'token.json', 'broken.yaml'].map((file) => ({ file, args: ['convert', file] })),
];

/** Commands that read no scanned file, or print the user's own text on request (contract §8). */
const EXEMPT = ['rules', 'serve', 'init', 'completion', 'lsp', 'mcp', 'progress', 'merge', 'baseline', 'fix'];

/** Commands that run others: captured.test.ts asks them. */
const CAPTURED = ['record', 'prove'];

describe('canaries', () => {
  it('are planted in every form that is read, at least 30 of them, and asked of every command', () => {
    expect(Object.keys(PLANTED_FORMS).toSorted()).toEqual(FORMATS.map(({ id }) => id).toSorted());
    expect(CANARIES.length).toBeGreaterThanOrEqual(30);
    for (const [form, files] of Object.entries(PLANTED_FORMS))
      expect(leaksIn(Object.values(files).map(String).join('')), form).not.toEqual([]);
    const asked = new Set([...COMMANDS.map(({ args }) => args[0]), ...EXEMPT, ...CAPTURED]);
    expect(Object.keys(COMMAND_SPECS).filter((name) => !asked.has(name))).toEqual([]);
  });

  it('are in files that are read: every form has a finding', async () => {
    const folder = temporaryTree(FILES);
    const { terminal, out } = recordingTerminal(folder);
    await run(['scan', '.', ...Object.keys(FILES), '-f', 'json', ...RUN], terminal);
    const { findings } = JSON.parse(out()) as { findings: { file: string }[] };
    const found = new Set(findings.map(({ file }) => file.split('!')[0]));
    const silent = Object.entries(PLANTED_FORMS).filter(
      ([, files]) => !Object.keys(files).some((file) => found.has(file)),
    );
    expect(silent.map(([form]) => form)).toEqual([]);
  });

  it('leak into nothing that is printed', async () => {
    const folder = temporaryTree(FILES);
    mkdirSync(join(folder, 'out'));
    const leaks: unknown[] = [];
    for (const { file, args } of COMMANDS) {
      const where = file === undefined ? folder : temporaryTree({ [file]: FILES[file]! });
      for (const leak of leaksIn(await everything(where, args))) leaks.push([args.join(' '), leak]);
    }
    for (const format of [...FORMAT_NAMES, ...CALL_FORMAT_NAMES.map((name) => `by-call-${name}`)]) {
      const text = readFileSync(join(folder, 'out', format), 'utf8');
      expect(text.length, format).toBeGreaterThan(1000);
      for (const leak of leaksIn(text)) leaks.push([format, leak]);
    }
    expect(leaks).toEqual([]);
  }, 180_000);

  it('leak into no diff that an agent or a person is shown', async () => {
    const { typescript, python, shell, yaml, env } = PLANTED_FORMS;
    const files = Object.assign({ 'package.json': '{}' }, typescript, python, shell, yaml, env) as Record<
      string,
      string | Uint8Array
    >;
    const { replies, printed } = await talk(temporaryTree(files), [toolCall(1, 'fix', { unsafe: true })]);
    expect(replies[0]?.result?.content?.[0]?.text).toMatch(/^\+.*api\/atlas\/v2/m);
    expect(leaksIn(printed)).toEqual([]);
  });

  it('leak into no baseline, cache, merged report or diagnostic', async () => {
    const folder = temporaryTree(FILES);
    const before = new Set(Object.keys(FILES));
    await everything(folder, ['baseline', '.']);
    await everything(folder, ['scan', '.', '--cache', '-f', 'json', '-o', 'whole.json']);
    await everything(folder, ['merge', 'whole.json', '-f', 'html', '-o', 'whole.html']);
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !before.has(path) && statSync(join(folder, path)).isFile())
      .map((path) => readFileSync(join(folder, path), 'utf8'));
    expect(written.length).toBeGreaterThan(3);
    const { report } = await analyse(await openScope(optionsFrom({}, ['.'], 'scan'), folder, '.', new Map()));
    expect(report.findings.length).toBeGreaterThan(10);
    expect(leaksIn(written.join('\n') + JSON.stringify(report))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const SECRET = 'mAgenta7Qx9vT2rLw8Zk';
const call = (path: string, name = path): string =>
  `export const ${name} = () =>\n  fetch('https://cloud.mongodb.com/api/atlas/v1.0/${path}', { headers: { 'X-Api-Key': '${SECRET}' } });\n`;

/** What `fix --interactive` prints and leaves, where a person gives these answers. */
const reviewed = async (
  files: Readonly<Record<string, string>>,
  answers: readonly string[],
  args: readonly string[] = [],
): Promise<{ printed: string; text: (file: string) => string; asked: number; code: number }> => {
  const cwd = temporaryTree({ 'package.json': '{}', ...files });
  const { terminal, printed } = recordingTerminal(cwd);
  let asked = 0;
  const ask = (): Promise<string> => Promise.resolve(answers[asked++] ?? 'no');
  const code = await run(['fix', '--interactive', ...args], { ...terminal, errIsTty: true, ask });
  return { printed: printed(), text: (file) => readFileSync(join(cwd, file), 'utf8'), asked, code };
};

const API = call('groups') + call('clusters') + call('orgs');

describe('fix --interactive', () => {
  it('shows each group with its findings and its diff, and applies what was agreed to', async () => {
    const { printed, text, asked, code } = await reviewed({ 'a.ts': API }, ['y', 'no', 'what?', 'y']);
    expect(asked).toBe(4);
    expect(code).toBe(1);
    expect(printed).toContain('[2/3] missing-version-header, legacy-base-url (safe)');
    expect(printed).toMatch(/\+ {2}fetch\('https:\/\/cloud\.mongodb\.com\/api\/atlas\/v2\/groups'/);
    expect(printed).not.toContain(SECRET);
    expect(text('a.ts').match(/v[12][.0]*\/\w+/g)).toEqual(['v2/groups', 'v1.0/clusters', 'v2/orgs']);
    expect(printed).toContain('2 findings');
  });

  it('shows a group of many files in parts', async () => {
    const callers = Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [
        `c${at}.ts`,
        "import { BASE } from './base.ts';\nexport const call = () => fetch(`${BASE}/groups`);\n",
      ]),
    );
    const base = "export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
    const { printed, asked, text } = await reviewed({ 'base.ts': base, ...callers }, ['s', 's', 's', 'y']);
    expect(asked).toBe(4);
    expect(printed).toContain('… and 8 more files: "s" shows more.');
    expect(printed).toContain('… and 2 more files: "s" shows more.');
    expect(printed).toContain('That was the whole diff.');
    expect(printed.match(/--- a\/c\d+\.ts/g)).toHaveLength(13);
    expect(text('c12.ts')).toContain('vnd.atlas');
  });

  it('shows more of a group where that is chosen: its findings with their places, reasons and documentation', async () => {
    const questions: string[] = [];
    const { terminal, printed } = recordingTerminal(
      temporaryTree({
        'package.json': '{}',
        'a.ts': 'send("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n',
      }),
    );
    const answers = ['s', 'n'];
    const ask = (question: unknown): Promise<string> => {
      questions.push(String(question));
      return Promise.resolve(answers.shift() ?? 'no');
    };
    await run(['fix', '--interactive', '--unsafe'], { ...terminal, errIsTty: true, ask });
    expect(questions[0]).toContain('[s]how more');
    const [, more = ''] = printed().split('That was the whole diff.\n');
    expect(more).toMatch(/^(?:2> )?a\.ts:1: /m);
    expect(more).toMatch(/unsafe: .* \(a\.ts:1\)/);
    expect(more).toContain('Why: ');
    expect(more).toContain('npx atlas-api-migrate explain legacy-base-url');
  });

  it('takes "all" for this and all that follow, "quit" for none of them', async () => {
    const all = await reviewed({ 'a.ts': API }, ['n', 'a']);
    expect(all.text('a.ts').match(/v[12][.0]*\/\w+/g)).toEqual(['v1.0/groups', 'v2/clusters', 'v2/orgs']);
    const quit = await reviewed({ 'a.ts': API }, ['y', 'q']);
    expect(quit.text('a.ts').match(/v[12][.0]*\/\w+/g)).toEqual(['v2/groups', 'v1.0/clusters', 'v1.0/orgs']);
  });

  it('writes a "no" with its reason as a comment that silences just these findings', async () => {
    const { printed, text } = await reviewed({ 'a.ts': API }, ['y', 'r', ' old proxy */ ', 'r', '']);
    const lines = text('a.ts').split('\n');
    expect(lines[3]).toBe(
      '  // migrate-ignore-next-line legacy-base-url, missing-version-header: old proxy * /',
    );
    expect(lines.filter((line) => line.includes('migrate-ignore'))).toHaveLength(1);
    expect(printed).toContain('2 findings');
  });

  it('writes a comment above each line of a group, also where the lines are next to each other', async () => {
    const client = [
      "const http = axios.create({ baseURL: 'https://cloud.mongodb.com/api/atlas/v1.0' });",
      'export const create = (id: string, name: string) =>',
      '  http.post(`/groups/${id}/clusters`, {',
      '    name,',
      '    numShards: 1,',
      '    replicationFactor: 3,',
      "    providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M10' },",
      '  });',
      '',
    ];
    const before = ["import axios from 'axios';", ...client].join('\n');
    const { printed, text, code } = await reviewed({ 'a.ts': before }, ['r', 'next quarter'], ['--unsafe']);
    expect(printed).not.toContain('not remembered');
    expect(text('a.ts').match(/migrate-ignore-next-line/g)).toHaveLength(4);
    expect(text('a.ts').replaceAll(/^ *\/\/ migrate-ignore.*\n/gm, '')).toBe(before);
    expect(printed).toContain('Suppressed 5 findings with comments.\n');
    expect(printed).toContain('No fix was applied.\n');
    expect(code).toBe(0);
  });

  it('writes no comment where none can stand, and says so', async () => {
    const template = "export const s = `\ncurl 'https://cloud.mongodb.com/api/atlas/v1.0/groups'\n`;\n";
    const json = '{ "base": "https://cloud.mongodb.com/api/atlas/v1.0" }\n';
    const { printed, text } = await reviewed(
      { 'a.ts': template, 'b.json': json },
      ['r', 'x', 'r', 'x'],
      ['--unsafe'],
    );
    expect([text('a.ts'), text('b.json')]).toEqual([template, json]);
    expect(printed).toContain('not remembered: legacy-base-url in b.json');
  });

  it('asks about unsafe fixes with their reason, where --unsafe is given', async () => {
    const base = "export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\nlog(BASE);\n";
    expect((await reviewed({ 'a.ts': base }, [])).asked).toBe(0);
    const { printed, asked } = await reviewed({ 'a.ts': base }, ['n'], ['--unsafe']);
    expect(asked).toBe(1);
    expect(printed).toMatch(/^2> unsafe: .+ \(a\.ts:\d+\)$/m);
  });

  it('ends with exit 2 and one line where nobody can answer, or nothing is to be written', async () => {
    const cwd = temporaryTree({ 'a.ts': API });
    for (const args of [[], ['--diff'], ['--stdin', '--stdin-filename', 'a.ts']]) {
      const { terminal, printed } = recordingTerminal(cwd);
      expect(await run(['fix', '--interactive', ...args], terminal)).toBe(2);
      expect(printed()).toMatch(/^2> migrate: --interactive .*\n$/);
    }
  });
});

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { COMMAND_SPECS } from '../../src/cli/commands/flags.ts';
import { FLAG_GROUPS } from '../../src/cli/commands/help-texts.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [
  'README.md',
  'SECURITY.md',
  'rules/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  // Its commands need folders of clones: fleets.test.ts runs them.
  .filter((name) => name !== 'docs/fleets.md');

/** A call of the tool as documents write it, in code of a line or a block; `scan --staged` stands for itself. */
const COMMAND = /(?:\b(?:npx (?:--no )?)?(?:atlas-api-)?migrate |^`(?=[a-z]+ -))((?:[a-z]+) ?[^`|#"\\\n]*)/gm;

const commandsOf = (text: string): readonly string[] => {
  const names = new Set(Object.keys(COMMAND_SPECS));
  const code = [...text.matchAll(/^ *```(?:sh|yaml|json)\n[^]*?^ *```|`[^`\n]+`/gm)].map(([all]) => all);
  return code
    .flatMap((piece) => [...piece.matchAll(COMMAND)].map(([, command]) => command!.trim()))
    .filter((command) => names.has(command.split(' ')[0]!))
    .filter((command) => command !== 'explain');
};

const commands = [
  ...new Set(documents.flatMap((name) => commandsOf(readFileSync(join(root, name), 'utf8')))),
];

/** These do not end, or run other programs; tests of their own start them. */
const SERVERS = new Set(['serve', 'lsp', 'record', 'prove']);

const CALL =
  'export const groups = () =>\n  fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { headers: { Accept: "application/json" } });\n';

const RECORDING = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'a', version: '1' },
    entries: [
      {
        startedDateTime: '2026-11-21T00:00:00.000Z',
        time: 1,
        request: {
          method: 'GET',
          url: 'https://cloud.mongodb.com/api/atlas/v1.0/groups',
          httpVersion: 'HTTP/1.1',
          headers: [],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: 0,
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/1.1',
          headers: [],
          cookies: [],
          content: { size: 2, mimeType: 'application/json', text: '{}' },
          redirectURL: '',
          headersSize: -1,
          bodySize: 2,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ],
  },
});

/** A project in which every command of the documents has something to work on. */
const project = async (): Promise<string> => {
  const lines = '\n'.repeat(11);
  const cwd = temporaryTree({
    'package.json': '{ "name": "a" }\n',
    'logs/app.log': 'started\n',
    'src/api.ts': `${lines}${CALL}`,
    'src/a.ts': CALL,
    'cluster.json':
      '{ "name": "a", "numShards": 1, "replicationFactor": 3, "providerSettings": { "providerName": "AWS", "regionName": "US_EAST_1", "instanceSizeName": "M10" } }\n',
    'session.har': RECORDING,
    'calls.har': RECORDING,
  });
  cpSync(join(root, 'fixtures/projects'), join(cwd, 'fixtures/projects'), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  for (const args of [
    ['baseline', 'src'],
    ['scan', 'src', '-f', 'json', '-o', 'shard-1.json'],
  ])
    await run(args, recordingTerminal(cwd).terminal);
  return cwd;
};

/** Commands that end by themselves, and ask for nothing that only a terminal has. */
const ends = (command: string): boolean =>
  !SERVERS.has(command.split(' ')[0]!) && !command.includes('--interactive');

/** Placeholders and patterns as a shell and a reader fill them in. */
const argumentsOf = (command: string): readonly string[] =>
  command
    .replaceAll('REF', 'HEAD')
    .split(/\s+/)
    .map((word) => (/^\S*\*\.json$/.test(word) ? 'shard-1.json' : word))
    .map((word) => word.replace(/^'(.*)'$/, '$1'));

describe('the commands that README and docs/ show', () => {
  it('are many', () => expect(commands.length).toBeGreaterThan(20));

  it.each(commands.filter(ends))('%s', async (command) => {
    const { terminal, printed } = recordingTerminal(await project());
    const code = await run(argumentsOf(command), { ...terminal, ask: () => Promise.resolve('no') });
    expect(code === 2 ? printed() : code).toBeTypeOf('number');
  });
});

describe('--help', () => {
  it.each(Object.keys(COMMAND_SPECS))('of %s names every flag of the command', async (command) => {
    const { terminal, out } = recordingTerminal(root);
    expect(await run([command, '--help'], terminal)).toBe(0);
    for (const flag of Object.keys(COMMAND_SPECS[command]!.flags))
      expect(out()).toMatch(new RegExp(`--(?:no-)?${flag}\\b`));
  });

  it('puts every flag below a heading', () => {
    const grouped = new Set(Object.values(FLAG_GROUPS).flat());
    const flags = Object.values(COMMAND_SPECS).flatMap(({ flags: own }) => Object.keys(own));
    expect(flags.filter((flag) => !grouped.has(flag))).toEqual([]);
    expect([...grouped].filter((flag) => !flags.includes(flag))).toEqual([]);
  });

  it('names every command', async () => {
    const { terminal, out } = recordingTerminal(root);
    expect(await run(['--help'], terminal)).toBe(0);
    for (const command of Object.keys(COMMAND_SPECS)) expect(out()).toContain(`migrate ${command}`);
  });
});

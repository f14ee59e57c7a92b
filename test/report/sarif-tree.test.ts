import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

interface Artifact {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
  };
}

interface Log {
  readonly runs: readonly [
    {
      readonly columnKind: string;
      readonly tool: {
        readonly driver: { readonly rules: readonly { id: string; help: { markdown: string } }[] };
      };
      readonly results: readonly {
        readonly locations: readonly Artifact[];
        readonly fixes?: readonly { artifactChanges: readonly { replacements: readonly unknown[] }[] }[];
      }[];
      readonly invocations: readonly [{ toolExecutionNotifications: readonly { level: string }[] }];
    },
  ];
}

const CALL = "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";
const NAMES = ['ü 100%#?.js', 'q"uote\'s & <x>.js', '-dash;+=,@.js', '中😀.js', 'a:b\\c.js'];

const scanned = async (cwd: string, ...args: readonly string[]): Promise<Log['runs'][0]> => {
  const recorded = recordingTerminal(cwd);
  await run(['scan', ...args, '-f', 'sarif', '--today', '2026-11-21'], recorded.terminal);
  return (JSON.parse(recorded.out()) as Log).runs[0];
};

const urisOf = ({ results }: Log['runs'][0]): ReadonlySet<string> =>
  new Set(
    results.flatMap(({ locations }) => locations.map((each) => each.physicalLocation.artifactLocation.uri)),
  );

it('names files from the root of the repository, links resolved, so that decoding gives the path back', async () => {
  const root = temporaryTree({ 'packages/real/.keep': '' });
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const name of NAMES) writeFileSync(join(root, 'packages/real', name), CALL);
  symlinkSync('real', join(root, 'packages/link'));
  const uris = urisOf(await scanned(join(root, 'packages'), 'link'));
  expect([...uris].map(decodeURIComponent).sort()).toEqual(
    NAMES.map((name) => `packages/real/${name}`).sort(),
  );
  for (const uri of uris) expect(uri).toMatch(/^(?:[\w.~/-]|%[\dA-Fa-f]{2})+$/);
});

it('names files from the root where the working directory is itself reached through a link', async () => {
  const root = temporaryTree({ 'repo/src/a.js': CALL });
  execFileSync('git', ['init', '-q'], { cwd: join(root, 'repo') });
  symlinkSync('repo/src', join(root, 'elsewhere'));
  expect([...urisOf(await scanned(join(root, 'elsewhere')))]).toEqual(['src/a.js']);
});

it('counts in UTF-16, explains each rule of a result, and lists what was not read', async () => {
  const cwd = temporaryTree({
    'a.js': CALL,
    'broken.json': '{ "a": "/api/atlas/v1.0" ',
    'b.ts': 'api/atlas\0',
  });
  mkdirSync(join(cwd, '.git'));
  const { columnKind, tool, results, invocations } = await scanned(cwd);
  expect(columnKind).toBe('utf16CodeUnits');
  for (const { id, help } of tool.driver.rules) expect(help.markdown).toContain(`explain ${id}`);
  const markdown = tool.driver.rules.map(({ help }) => help.markdown).join('\n');
  expect(markdown.replaceAll(/\\</g, '')).not.toContain('<');
  for (const fix of results.flatMap(({ fixes = [] }) => fixes))
    for (const { replacements } of fix.artifactChanges) expect(replacements.length).toBeGreaterThan(0);
  const { toolExecutionNotifications: told } = invocations[0];
  expect(told.map(({ level }) => level)).toEqual(['error', 'note']);
});

import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** What each comment silences is there only together with other files. */
const FILES = {
  'package.json': '{}',
  'base.ts': `export const BASE = '${ROOT}'; // migrate-ignore-line legacy-base-url: proxy\n`,
  'send.ts':
    '// migrate-ignore-next-line missing-version-header: the proxy adds it\nexport const send = (url: string) => fetch(url);\n',
  'use.ts':
    "import { BASE } from './base';\nimport { send } from './send';\nexport const all = () => send(BASE + '/groups');\n",
  'own.ts':
    "import { BASE } from './base';\n// migrate-ignore-next-line missing-version-header: the proxy adds it\nexport const own = () => fetch(BASE + '/orgs');\n",
  'size.ts':
    "// migrate-ignore-next-line removed-cluster-property: of the old service\nexport const size = { providerSettings: { instanceSizeName: 'M10', providerName: 'AWS' }, numShards: 1 };\n",
  'size.yaml':
    "# migrate-ignore-start removed-cluster-property: of the old service\nnumShards: 1\nproviderSettings: { providerName: AWS, instanceSizeName: M10 }\nname: 'a'\n# migrate-ignore-end\n",
};

const SOURCES = Object.keys(FILES).filter((path) => path !== 'package.json');

const migrate = async (cwd: string, args: readonly string[], stdin = '') => {
  const { terminal, out, printed } = recordingTerminal(cwd, stdin);
  await run(args, terminal);
  return { out: out(), printed: printed() };
};

const unused = async (cwd: string, flags: readonly string[], stdin?: string): Promise<readonly string[]> => {
  const { out } = await migrate(cwd, ['scan', '-f', 'compact', '--today', '2026-11-21', ...flags], stdin);
  return out.split('\n').filter((line) => line.includes('unused-suppression'));
};

const repository = (): string => {
  const cwd = temporaryTree(FILES);
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return cwd;
};

describe('a comment that silences something is called unused', () => {
  it.each([
    [['.']],
    [['--rule', 'unused-suppression']],
    [['--rule', 'unused-suppression', '--rule', 'renamed-endpoint']],
    [['--ignore-rule', 'legacy-base-url', '--ignore-rule', 'missing-version-header']],
    [['--severity', 'removed-cluster-property=off']],
    [['--shard', '1/3']],
    [['--shard', '2/3']],
    [['--shard', '3/3']],
  ])('by no run with %j', async (flags) => {
    expect(await unused(temporaryTree(FILES), flags)).toEqual([]);
  });

  it('by no run with a baseline', async () => {
    const cwd = temporaryTree(FILES);
    await migrate(cwd, ['baseline']);
    expect(await unused(cwd, ['--baseline', 'migrate-baseline.txt'])).toEqual([]);
  });

  it.each(SOURCES)('neither where %s alone is named, staged, changed or piped', async (file) => {
    const cwd = repository();
    expect(await unused(cwd, [file])).toEqual([]);
    const text = readFileSync(join(cwd, file), 'utf8');
    expect(await unused(cwd, ['--stdin', '--stdin-filename', file], text)).toEqual([]);
    appendFileSync(join(cwd, file), '\n');
    expect(await unused(cwd, ['--changed'])).toEqual([]);
    execFileSync('git', ['add', file], { cwd });
    expect(await unused(cwd, ['--staged'])).toEqual([]);
  });

  it.each([[[]], [['--unsafe']], [['--rule', 'unused-suppression']]])(
    'and removed by no fix with %j',
    async (flags) => {
      for (const file of SOURCES) {
        const cwd = repository();
        appendFileSync(join(cwd, file), '\n');
        execFileSync('git', ['add', file], { cwd });
        await migrate(cwd, ['fix', '--staged', ...flags]);
        await migrate(cwd, ['fix', '--allow-dirty', ...flags, file]);
        const text = readFileSync(join(cwd, file), 'utf8');
        expect(text.match(/migrate-ignore/g)?.length, file).toBe(
          FILES[file as 'base.ts'].match(/migrate-ignore/g)?.length,
        );
      }
    },
  );
});

describe('a comment that silences nothing', () => {
  it.each(['a.ts', '.', '--stdin'])('is called unused by a run on %s', async (path) => {
    const text = '// migrate-ignore-next-line legacy-base-url: gone\nexport const a = 1;\n';
    const flags = path === '--stdin' ? [path, '--stdin-filename', 'a.ts'] : [path];
    expect(await unused(temporaryTree({ 'a.ts': text }), flags, text)).toHaveLength(1);
  });

  it.each([
    [
      'names no rule',
      '// migrate-ignore-next-line missing-version-heade: x\nfetch(url);\n',
      'missing-version-header',
    ],
    ['expired', '// migrate-ignore-next-line: x until 2026-01-01\nfetch(url);\n', 'it expired'],
    ['is misspelt', '// migrate-ignore-nextline: x\nfetch(url);\n', 'migrate-ignore-next-line'],
  ])('is told of a file that is named alone where it %s', async (_, text, told) => {
    const [line] = await unused(temporaryTree({ 'a.ts': text }), ['a.ts']);
    expect(line).toContain(told);
  });
});

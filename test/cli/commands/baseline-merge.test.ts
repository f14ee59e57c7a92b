import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const FILE = 'migrate-baseline.txt';
const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

const migrate = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, out: out(), printed: printed() };
};

const gitIn =
  (cwd: string) =>
  (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args],
      { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );

/** A source file with a call for each name. */
const source = (calls: readonly string[]): string =>
  calls.map((name) => `export const ${name} = () => fetch('${ROOT}/groups/${name}/alerts');\n`).join('');

const put = (cwd: string, path: string, text: string): void => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};

const read = (cwd: string, path = FILE): string => readFileSync(join(cwd, path), 'utf8');

/** What one branch does to a file of its own. */
type Step =
  | { readonly kind: 'drop'; readonly file: number; readonly call: number }
  | { readonly kind: 'add' | 'delete' | 'rename' | 'swap'; readonly file: number };

const FILES = [0, 1, 2, 3, 4, 5];
const CALLS = ['a', 'b', 'c'];
const pathOf = (file: number): string => `src/f${file}.ts`;

const perform = (cwd: string, step: Step): void => {
  const path = pathOf(step.file);
  if (step.kind === 'add') return put(cwd, path.replace('.ts', 'x.ts'), source(['d', 'e']));
  if (!existsSync(join(cwd, path))) return undefined;
  if (step.kind === 'delete') return rmSync(join(cwd, path));
  if (step.kind === 'rename') return renameSync(join(cwd, path), join(cwd, `src/g${step.file}.ts`));
  const left =
    step.kind === 'drop' ? CALLS.filter((_, index) => index !== step.call) : ['z', ...CALLS.slice(1)];
  return put(cwd, path, source(left));
};

/** Steps on files of one parity, so that only the baseline is changed by both branches, on neighboring lines. */
const steps = (parity: number): fc.Arbitrary<readonly Step[]> => {
  const file = fc.constantFrom(...FILES.filter((each) => each % 2 === parity));
  return fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('drop' as const), file, call: fc.nat(2) }),
      fc.record({
        kind: fc.constantFrom('add' as const, 'delete' as const, 'rename' as const, 'swap' as const),
        file,
      }),
    ),
    { minLength: 1, maxLength: 5 },
  );
};

type Join = 'merge two' | 'merge one' | 'rebase';

const joined = (git: ReturnType<typeof gitIn>, how: Join): void => {
  git('checkout', '-q', how === 'merge one' ? 'two' : 'one');
  if (how === 'rebase') git('rebase', '-q', 'two');
  else git('merge', '-q', '--no-edit', how === 'merge one' ? 'one' : 'two');
};

/** A repository whose branches `one` and `two` change calls and the baseline. */
const branched = async (one: readonly Step[], two: readonly Step[]): Promise<string> => {
  const cwd = temporaryTree({ 'package.json': '{}' });
  for (const file of FILES) put(cwd, pathOf(file), source(CALLS));
  const git = gitIn(cwd);
  git('init', '-q', '-b', 'main');
  await migrate(cwd, 'baseline');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  for (const [name, list] of Object.entries({ one, two })) {
    git('checkout', '-q', '-b', name, 'main');
    for (const step of list) perform(cwd, step);
    await migrate(cwd, 'baseline');
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', name);
  }
  return cwd;
};

const freshIn = async (cwd: string): Promise<readonly string[]> => {
  const { out } = await migrate(cwd, 'scan', '-f', 'json', '--baseline', FILE);
  return (JSON.parse(out) as { findings: { file: string }[] }).findings.map(({ file }) => file);
};

describe('the baselines of two branches', () => {
  it('are joined by git without a conflict, whatever both changed; scan and baseline put right what union keeps', async () => {
    const arms = fc.constantFrom<Join>('merge two', 'merge one', 'rebase');
    await fc.assert(
      fc.asyncProperty(steps(0), steps(1), arms, async (one, two, how) => {
        const cwd = await branched(one, two);
        joined(gitIn(cwd), how);
        expect(read(cwd)).not.toMatch(/^[<=>|]{7}/m);
        expect(await freshIn(cwd)).toEqual([]);
        await migrate(cwd, 'baseline');
        const pruned = read(cwd);
        rmSync(join(cwd, FILE));
        await migrate(cwd, 'baseline');
        expect(pruned).toBe(read(cwd));
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('may bring back what both sides pruned: it is told, and pruned again', async () => {
    const cwd = await branched([{ kind: 'delete', file: 2 }], [{ kind: 'delete', file: 3 }]);
    joined(gitIn(cwd), 'merge two');
    expect(read(cwd)).toContain('src/f2.ts');
    const { printed } = await migrate(cwd, 'scan', '--baseline', FILE);
    expect(printed).toMatch(/entries of the baseline found nothing \(src\/f2\.ts, src\/f3\.ts\)/);
    await migrate(cwd, 'baseline');
    expect(read(cwd)).not.toMatch(/src\/f[23]\.ts/);
  });

  it('need no hand where git made a conflict: baseline takes both sides', async () => {
    const cwd = temporaryTree({ 'package.json': '{}', 'a.ts': source(['a']), 'b.ts': source(['b']) });
    await migrate(cwd, 'baseline');
    const whole = read(cwd);
    const [, , one, two, ...rest] = whole.trimEnd().split('\n');
    const conflict = ['<<<<<<< HEAD', one, '||||||| 1a2b3c4', '=======', two, '>>>>>>> two', ...rest];
    writeFileSync(join(cwd, FILE), `${conflict.join('\n')}\n`);
    expect((await migrate(cwd, 'scan', '--baseline', FILE)).code).toBe(2);
    expect((await migrate(cwd, 'baseline')).code).toBe(0);
    expect(read(cwd)).toBe(whole);
  });
});

const repository = (files: Readonly<Record<string, string>> = {}): string => {
  const cwd = temporaryTree({ 'a.ts': source(['a']), ...files });
  gitIn(cwd)('init', '-q');
  return cwd;
};

const mergeOf = (cwd: string, file: string): string =>
  gitIn(cwd)('check-attr', '-z', 'merge', '--', file).split('\0')[2] ?? '';

describe('a new baseline', () => {
  it.each([
    ['no attributes', {}],
    ['attributes', { '.gitattributes': '* text=auto\n' }],
    ['attributes without a last line end', { '.gitattributes': '* text=auto' }],
    ['attributes of Windows', { '.gitattributes': '* text=auto\r\n' }],
  ])('is merged by union in a repository with %s', async (_, files) => {
    const cwd = repository(files);
    const { printed } = await migrate(cwd, 'baseline');
    expect(printed).toContain('.gitattributes: added "/migrate-baseline.txt merge=union"');
    expect(mergeOf(cwd, FILE)).toBe('union');
    const after = read(cwd, '.gitattributes');
    expect(after.startsWith((files as Record<string, string>)['.gitattributes'] ?? '')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toMatch(after.includes('\r\n') ? /[\r\n]/ : /\r/);
    await migrate(cwd, 'baseline');
    expect(read(cwd, '.gitattributes')).toBe(after);
  });

  it.each([
    'known ones.txt',
    'a"b.txt',
    'a*b.txt',
    'a[b].txt',
    'ü.txt',
    '#a.txt',
    '!a.txt',
    'tab\t.txt',
    'back\\slash.txt',
  ])('may be called %j', async (name) => {
    const cwd = repository({ 'sub/b.ts': '' });
    await migrate(join(cwd, 'sub'), 'baseline', '--baseline', name);
    expect([mergeOf(cwd, `sub/${name}`), mergeOf(cwd, `sub/a${name}`)]).toEqual(['union', 'unspecified']);
  });

  it.each([
    ['an attribute holds already', { '.gitattributes': '*.txt merge=ours\n' }, ''],
    ['git ignores it', { '.gitignore': '*.txt\n' }, ''],
    ['the flag forbids it', {}, '--no-gitattributes'],
  ])('leaves attributes alone where %s', async (_, files, flag) => {
    const cwd = repository(files);
    await migrate(cwd, 'baseline', ...(flag === '' ? [] : [flag]));
    const left = existsSync(join(cwd, '.gitattributes')) ? read(cwd, '.gitattributes') : undefined;
    expect(left).toBe((files as Record<string, string>)['.gitattributes']);
  });

  it('is written outside of a repository too, and where attributes are a link', async () => {
    const plain = temporaryTree({ 'a.ts': source(['a']) });
    expect((await migrate(plain, 'baseline')).printed).not.toContain('gitattributes');
    const cwd = repository({ other: '' });
    symlinkSync('other', join(cwd, '.gitattributes'));
    const { code, printed } = await migrate(cwd, 'baseline');
    expect([code, printed]).toEqual([0, expect.stringContaining('hint: with "/migrate-baseline.txt')]);
    expect(read(cwd, 'other')).toBe('');
  });

  it('is the only one that changes attributes: an older one gets a hint', async () => {
    const cwd = repository();
    await migrate(cwd, 'baseline', '--no-gitattributes');
    const { printed } = await migrate(cwd, 'baseline');
    expect(printed).toContain('hint: with "/migrate-baseline.txt merge=union" in .gitattributes');
    expect(existsSync(join(cwd, '.gitattributes'))).toBe(false);
  });
});

describe('entries of files that a run did not read', () => {
  it.each([
    ['are passed over with --ignore-pattern', [], ['--ignore-pattern', 'a.ts']],
    ['do not parse', [`const a = "${ROOT};\nconst = \n`], []],
    ['are no text', ['\0\0\0'], []],
  ])('stay known where files %s', async (_, [text], flags) => {
    const cwd = temporaryTree({ 'package.json': '{}', 'a.ts': source(['a']), 'b.ts': source(['b']) });
    await migrate(cwd, 'baseline');
    const before = read(cwd);
    if (text !== undefined) writeFileSync(join(cwd, 'a.ts'), text);
    const { printed } = await migrate(cwd, 'scan', '--baseline', FILE, ...flags);
    expect(printed).not.toContain('found nothing');
    await migrate(cwd, 'baseline', ...flags);
    expect(read(cwd)).toBe(before);
  });
});

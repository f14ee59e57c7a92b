import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysIn, isRewritten, sampledCommits } from '../../../src/cli/progress/dates.ts';
import { run } from '../../../src/cli/main.ts';
import { ownersIn } from '../../../src/io/owners.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const call = (path: string): string =>
  `export const f = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/${path}');\n`;

const git = (cwd: string, day: string, ...args: readonly string[]): void => {
  const date = `${day}T12:00:00Z`;
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const when = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const config = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', args, { cwd, env: { ...process.env, ...who, ...when, ...config }, stdio: 'pipe' });
};

const commit = (cwd: string, day: string): void => {
  git(cwd, day, 'add', '-A');
  git(cwd, day, 'commit', '-q', '-m', day);
};

const progress = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['progress', ...args], terminal);
  return { code, out: out(), printed: printed() };
};

interface Shown {
  readonly points: readonly { readonly date: string; readonly left: number; readonly errors: number }[];
  readonly notes: readonly string[];
  readonly [key: string]: unknown;
}

const shown = async (cwd: string, ...args: readonly string[]): Promise<Shown> =>
  JSON.parse((await progress(cwd, '-f', 'json', ...args)).out) as Shown;

describe('migrate progress', () => {
  let cwd = '';
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'progress-'));
    for (const [name, text] of Object.entries({
      'package.json': '{}',
      '.github/CODEOWNERS': '* @all\n/src/a/ @team/a # they\n',
      'src/a/1.ts': call('groups/1/clusters'),
      'src/a/2.ts': call('groups'),
      'src/b/1.ts': call('orgs'),
      // What a configuration would run, and what attributes would.
      'migrate.config.mjs': "throw new Error('run');\n",
      '.gitattributes': '*.ts filter=evil\n',
    })) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    git(cwd, '2026-06-01', 'init', '-q');
    commit(cwd, '2026-06-01');
    rmSync(join(cwd, 'src/b/1.ts'));
    commit(cwd, '2026-08-10');
    git(cwd, '2026-08-10', 'config', 'filter.evil.smudge', 'touch smudged; cat');
    writeFileSync(join(cwd, 'src/a/2.ts'), call('uncommitted') + call('more').replace(' f ', ' g '));
  });

  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  it('takes the newest commit for that of today, where clocks differ by a day', async () => {
    const early = await shown(cwd, '--today', '2026-05-31');
    expect(early.points).toMatchObject([{ date: '2026-05-31', left: 2 }]);
  });

  it('counts the calls of each day that commits had, by folder and owner, with the sunset dates', async () => {
    expect(await shown(cwd, '--every', '1m')).toMatchObject({
      version: 1,
      unit: 'legacy calls',
      points: [
        { date: '2026-06-01', left: 3, errors: 6 },
        { date: '2026-07-01', left: 3 },
        { date: '2026-07-31', left: 3 },
        { date: '2026-08-30', left: 2 },
        { date: '2026-09-29', left: 2 },
        { date: '2026-10-29', left: 2 },
        { date: '2026-11-21', left: 2, errors: 4 },
      ],
      deadlines: [{ date: '2027-07-01', operations: 1 }],
      folders: [
        { name: 'src/a', first: 2, left: 2 },
        { name: 'src/b', first: 1, left: 0 },
      ],
      owners: [
        { name: '@team/a', first: 2, left: 2 },
        { name: '@all', first: 1, left: 0 },
      ],
    });
    expect(existsSync(join(cwd, 'smudged'))).toBe(false);
  });

  it('draws it for a terminal, as a picture and as a page, and begins where it is told to', async () => {
    const args = ['--since', '2026-08-01', '--every', '10w'];
    const { out, code } = await progress(cwd, ...args);
    expect(code).toBe(0);
    expect(out).toMatch(/^2026-08-01 {2}3 {2}█{40}$/m);
    expect(out).toMatch(/^2026-11-21 {2}2 {2}█{26}▋$/m);
    expect(out).toContain('At this rate nothing is left on 2027-07-03, after the deadline of 2027-07-01.');
    const svg = (await progress(cwd, '-f', 'svg', ...args)).out;
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* role="img"/);
    expect(svg).toContain('sunset 2027-07-01');
    expect((await progress(cwd, '-f', 'html', ...args)).out).toContain('<td>@team/a</td>');
    expect((await progress(cwd, '-f', 'markdown', ...args)).out).toContain('| 2026-11-21 | 2 | 4 |');
  });

  it('counts below the paths only, nothing where they were not there yet', async () => {
    const { points } = await shown(cwd, 'src/b', '--every', '20w');
    expect(points.map(({ left }) => left)).toEqual([1, 0, 0]);
  });

  it('says what is unknown before the first commit, and where dates of commits go backwards', async () => {
    const copy = join(temporaryTree({}), 'copy');
    git(cwd, '2026-11-01', 'clone', '-q', `file://${cwd}`, copy);
    const early = await shown(copy, '--every', '9w', '--since', '2026-01-01');
    expect(early.notes.slice(1)).toEqual(['The history begins on 2026-06-01: what came before is unknown.']);
    expect((await shown(copy, '--every', '9w', '--since', '2026-06-01')).notes).toHaveLength(1);
    writeFileSync(join(copy, 'README.md'), 'old\n');
    commit(copy, '2026-01-10');
    const { points, notes } = await shown(copy, '--every', '10w');
    expect(points.at(-1)).toMatchObject({ date: '2026-11-21', left: 2 });
    expect(points.map(({ date }) => date)).toEqual(points.map(({ date }) => date).toSorted());
    expect(notes[1]).toContain('Some commits are older than the commits before them');
  });

  it('says what a shallow clone does not know', async () => {
    const clone = join(temporaryTree({}), 'clone');
    git(cwd, '2026-11-01', 'clone', '-q', '--depth', '1', `file://${cwd}`, clone);
    const { points, notes } = await shown(clone, '--every', '9w', '--since', '2026-06-01');
    expect(points[0]!.date).toBe('2026-10-05');
    expect(notes).toEqual([expect.any(String), expect.stringContaining('shallow clone')]);
  });

  it('ends with exit 2 and one line where there is no history', async () => {
    const bare = temporaryTree({});
    const none = await progress(bare);
    git(bare, '2026-06-01', 'init', '-q');
    for (const { code, printed } of [none, await progress(bare), await progress(bare, '--every', '2x')]) {
      expect(code).toBe(2);
      expect(printed).toMatch(/^2> migrate: .*\n$/);
    }
    expect(none.printed).toContain('--from reports/*.json');
  });

  it('adds up the errors of reports by their days', async () => {
    const reports = temporaryTree({ 'a.ts': call('groups'), 'b.ts': call('orgs') });
    for (const [name, day, path] of [
      ['1.json', '2026-06-01', '.'],
      ['2.json', '2026-09-01', 'a.ts'],
      ['3.json', '2026-09-01', 'a.ts'],
    ] as const)
      await run(
        ['scan', path, '-f', 'json', '-o', name, '--today', day],
        recordingTerminal(reports).terminal,
      );
    const found = await shown(reports, '--from', '1.json', '2.json', '3.json');
    expect(found).toMatchObject({ unit: 'errors', points: [{ left: 4 }, { date: '2026-09-01', left: 4 }] });
    expect((await progress(reports, '--from', 'a.ts')).printed).toContain('a.ts is no');
  });

  it('counts a repository without a report on a day as in its last one', async () => {
    const tree = temporaryTree({ 'app/a.ts': call('groups'), 'job/b.ts': call('orgs') });
    const kept = [
      ['app', '2026-06-01'],
      ['job', '2026-06-01'],
      ['app', '2026-09-01'],
    ] as const;
    const names = kept.map(([folder, day]) => `${folder}-${day}.json`);
    for (const [at, [folder, day]] of kept.entries())
      await run(
        ['scan', folder, '-f', 'json', '-o', names[at]!, '--today', day],
        recordingTerminal(tree).terminal,
      );
    const found = await shown(tree, '--from', ...names);
    expect(found.points).toMatchObject([{ left: 4 }, { date: '2026-09-01', left: 4 }]);
    expect(found.notes).toContain(
      'No report of 2026-09-01, so counted as in the last one: job (2026-06-01).',
    );
  });
});

const at = (day: string, written = day) => ({
  id: day,
  time: Date.parse(day) / 1000,
  written: Date.parse(written) / 1000,
});

const dates = (since?: string): readonly string[] =>
  sampledCommits([at('2026-11-01'), at('2024-01-01')], { since, every: '6m', today: '2026-11-21' }).map(
    ({ date, commit: { id } }) => `${date} ${id}`,
  );

describe('the days of a chart', () => {
  it('go from the first commit, at most a year back, to today', () => {
    expect(dates()).toEqual([
      '2025-11-21 2024-01-01',
      '2026-05-20 2024-01-01',
      '2026-11-16 2026-11-01',
      '2026-11-21 2026-11-01',
    ]);
    expect(dates('2026-11-20')).toEqual(['2026-11-20 2026-11-01', '2026-11-21 2026-11-01']);
    const daily = { since: '2020-01-01', every: '1d', today: '2026-11-21' };
    expect(() => sampledCommits([at('2020-01-01')], daily)).toThrow(/longer --every/);
    expect(daysIn('3w')).toBe(21);
  });

  it('are told apart by the minute where all commits are of one day', () => {
    const made = ['20:40:09', '20:40:01', '09:15:00'].map((time) => at(`2026-11-21T${time}Z`));
    const named = (commits: typeof made) =>
      sampledCommits(commits, { since: undefined, every: '2w', today: '2026-11-21' }).map(
        ({ date, time, commit: { id } }) => `${date} ${time} ${id}`,
      );
    expect(named(made)).toEqual([
      '2026-11-21 09:15 2026-11-21T09:15:00Z',
      '2026-11-21 20:40 2026-11-21T20:40:09Z',
    ]);
    expect(named(made.slice(0, 2))).toEqual(['2026-11-21 undefined 2026-11-21T20:40:09Z']);
  });

  it('are doubted where a history was rewritten', () => {
    const late = ['2026-11-01', '2026-11-01', '2026-11-01'].map((day) => at(day, '2025-01-01'));
    expect(isRewritten(late)).toBe(true);
    expect(isRewritten([at('2026-11-01'), at('2026-11-02'), at('2026-11-03')])).toBe(false);
  });
});

describe('CODEOWNERS', () => {
  it('names the owners of the last pattern that matches', () => {
    const owners = ownersIn('# all\n* @all\n[Section]\n/src/ @src me@example.org\n*.md\nsp\\ ace/ @space\n');
    expect(['a.ts', 'src/a.ts', 'lib/src/a.ts', 'src/a.md', 'x/sp ace/a.ts'].map(owners)).toEqual([
      ['@all'],
      ['@src', 'me@example.org'],
      ['@all'],
      [],
      ['@space'],
    ]);
  });
});

const commitsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const time = Date.parse('2026-11-20T08:00:00Z') / 1000 + at * 600;
    return { id: `c${at}`, time, written: time };
  }).toReversed();

describe('sampledCommits of a history of hours', () => {
  it.each([
    ['2026-11-20', 3, ['c0 08:00', 'c1 08:10', 'c2 08:20']],
    ['2026-11-21', 2, ['c0 08:00', 'c1 08:10']],
    ['2026-11-20', 1, ['c0 ']],
  ])('on %s shows each of %i commits', (today, count, names) => {
    const samples = sampledCommits(commitsOf(count), { since: undefined, every: '2w', today });
    expect(samples.map(({ commit: { id }, time = '' }) => `${id} ${time}`).slice(0, names.length)).toEqual(
      names,
    );
  });

  it('shows the first, the last and a few between of many', () => {
    const samples = sampledCommits(commitsOf(90), { since: undefined, every: '2w', today: '2026-11-20' });
    expect(samples).toHaveLength(20);
    expect([samples[0]!.commit.id, samples.at(-1)!.commit.id]).toEqual(['c0', 'c89']);
  });
});

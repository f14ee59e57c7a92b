import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { lineUrlOf, readRemote, remoteIn } from '../../../src/io/git/remote.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';

describe('the remote of a repository', () => {
  it.each([
    ['https://github.com/acme/ops.git', 'https://github.com/acme/ops/blob/HEAD/{file}#L{line}'],
    ['https://jo:secret@github.com/acme/ops', 'https://github.com/acme/ops/blob/HEAD/{file}#L{line}'],
    [
      'git@gitlab.example.org:team/sub/ops.git',
      'https://gitlab.example.org/team/sub/ops/-/blob/HEAD/{file}#L{line}',
    ],
    [
      'ssh://git@bitbucket.org:22/acme/ops.git',
      'https://bitbucket.org/acme/ops/src/HEAD/{file}#lines-{line}',
    ],
    ['https://codeberg.org/acme/ops', 'https://codeberg.org/acme/ops/src/HEAD/{file}#L{line}'],
    ['https://example.org/acme/ops', undefined],
    ['/srv/git/ops.git', undefined],
    ['file:///srv/git/ops.git', undefined],
    ['C:\\git\\ops', undefined],
    ['ext::sh -c touch% /tmp/x', undefined],
    ['https://github.com/acme/"><script>', undefined],
    ['javascript://github.com/%0aalert(1)', undefined],
  ])('%s', (url, line) => {
    const found = remoteIn(url);
    expect(found && lineUrlOf({ ...found, commit: 'HEAD' })).toBe(line);
  });

  it('is linked at the commit that it has, else at its default branch', () => {
    const cwd = temporaryTree({ 'a.js': '1\n' });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd,
        encoding: 'utf8',
      }).trim();
    git('init', '-q');
    git('remote', 'add', 'origin', 'git@github.com:acme/ops.git');
    expect(readRemote(cwd)).toEqual({ host: 'github.com', path: 'acme/ops', commit: 'HEAD' });
    git('add', '.');
    git('commit', '-qm', 'a');
    const head = git('rev-parse', 'HEAD');
    expect(readRemote(cwd)?.commit).toBe('HEAD');
    git('update-ref', 'refs/remotes/origin/main', head);
    expect(readRemote(cwd)?.commit).toBe(head.slice(0, 12));
  });

  it('is none outside of a repository', () => {
    expect(readRemote(temporaryTree({}))).toBeUndefined();
  });
});

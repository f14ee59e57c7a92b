import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY } from '../fixtures/transcripts.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));
const LEGACY =
  "export const a = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', { headers: { A: 'b' } });\n";

const gitIn = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

/** Every setting of a repository that names a program which git runs when it reads files or refs. */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.fsmonitor': '{}',
  'core.hooksPath': '{hooks}',
  'core.pager': '{}',
  'core.editor': '{}',
  'core.sshCommand': '{}',
  'core.askPass': '{}',
  'core.alternateRefsCommand': '{}',
  'credential.helper': '{}',
  'diff.external': '{}',
  'diff.planted.command': '{}',
  'diff.planted.textconv': '{}',
  'filter.planted.clean': '{}',
  'filter.planted.smudge': '{}',
  'filter.planted.required': 'true',
  'filter.plan ted 2.process': '{}',
  'merge.planted.driver': '{}',
  'gpg.program': '{}',
  'pager.status': '{}',
  'pager.diff': '{}',
  'remote.origin.url': 'ext::{}',
  'remote.origin.uploadpack': '{}',
  'protocol.ext.allow': 'always',
  'extensions.partialClone': 'origin',
  'remote.origin.promisor': 'true',
  'remote.origin.partialclonefilter': 'blob:none',
};

const HOOKS = [
  'pre-commit',
  'post-index-change',
  'post-checkout',
  'fsmonitor-watchman',
  'reference-transaction',
];

/** Plants a program in every place of a repository that git or this tool could run; it would write into `ran`. */
const plant = (cwd: string, ran: string): void => {
  const program = join(cwd, '.planted.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" > "${ran}/$$"\ncat\n`);
  chmodSync(program, 0o755);
  const hooks = join(cwd, '.git/planted-hooks');
  mkdirSync(hooks);
  for (const folder of [hooks, join(cwd, '.git/hooks')])
    for (const name of HOOKS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} > "${ran}/$$"\n`);
      chmodSync(join(folder, name), 0o755);
    }
  for (const [key, value] of Object.entries(SETTINGS))
    gitIn(cwd, 'config', key, value.replace('{hooks}', hooks).replace('{}', program));
  gitIn(cwd, 'config', '--file', join(cwd, '.git/included'), 'filter.included.clean', program);
  gitIn(cwd, 'config', 'include.path', 'included');
  writeFileSync(
    join(cwd, '.gitattributes'),
    '*.ts filter=planted diff=planted merge=planted\nb.ts filter=included\nc.ts "filter=plan ted 2"\n',
  );
};

const tree = (): { cwd: string; ran: string } => {
  const outer = temporaryTree({ 'ran/.keep': '' });
  const cwd = join(outer, 'repository');
  mkdirSync(cwd);
  for (const name of ['a.ts', 'b.ts', 'c.ts']) writeFileSync(join(cwd, name), LEGACY);
  gitIn(cwd, 'init', '-q');
  gitIn(cwd, 'add', '-A');
  gitIn(cwd, 'commit', '-q', '-m', 'first');
  const nested = join(cwd, 'nested');
  mkdirSync(nested);
  writeFileSync(join(nested, 'd.ts'), LEGACY);
  gitIn(nested, 'init', '-q');
  gitIn(nested, 'add', '-A');
  gitIn(nested, 'commit', '-q', '-m', 'first');
  gitIn(cwd, 'submodule', 'add', '-q', nested, 'module');
  gitIn(cwd, 'commit', '-q', '-m', 'second');
  writeFileSync(join(cwd, 'a.ts'), `${LEGACY}\n`);
  gitIn(cwd, 'add', 'a.ts');
  writeFileSync(join(cwd, 'b.ts'), `${LEGACY}\n`);
  const ran = join(outer, 'ran');
  for (const folder of [cwd, nested]) plant(folder, ran);
  return { cwd, ran };
};

const migrate = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [bin, ...args, '--today', TODAY], { cwd, encoding: 'utf8' });

const ranIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name !== '.keep');

describe('a program that a repository names is not run', () => {
  it.each([
    ['scan'],
    ['scan', '--staged'],
    ['scan', '--changed'],
    ['scan', '--since', 'HEAD~1'],
    ['scan', '--format', 'html'],
    ['fix', '--diff'],
    ['fix'],
    ['fix', '--staged'],
    ['fix', '--allow-dirty'],
    ['baseline'],
  ])(
    'by %s %s',
    (...args) => {
      const { cwd, ran } = tree();
      const { status, stderr } = migrate(cwd, ...args);
      expect(status, stderr).not.toBeNull();
      expect(stderr).not.toMatch(/internal error|fatal:/);
      expect(ranIn(ran)).toEqual([]);
    },
    60_000,
  );

  it('nor is git asked where it could not be kept from running one', () => {
    const outer = temporaryTree({ 'ran/.keep': '', 'repository/a.ts': LEGACY });
    const cwd = join(outer, 'repository');
    gitIn(cwd, 'init', '-q');
    gitIn(cwd, 'add', '-A');
    gitIn(cwd, 'commit', '-q', '-m', 'first');
    gitIn(cwd, 'config', 'filter.a=b.clean', `touch "${outer}/ran/it"; cat`);
    writeFileSync(join(cwd, '.gitattributes'), '*.ts filter=a=b\n');
    writeFileSync(join(cwd, 'a.ts'), LEGACY.replace('v1.0', 'v1.5'));
    const { status, stderr } = migrate(cwd, 'scan', '--changed');
    expect([status, ranIn(join(outer, 'ran'))]).toEqual([2, []]);
    expect(stderr).toContain('has a filter with "=" in its name');
  });

  it.each([
    ['more filters than git is given arguments', 300, 'f'],
    ['more filters than are listed in a megabyte', 3000, 'f'.repeat(400)],
  ])('nor with %s', (_, count, name) => {
    const outer = temporaryTree({ 'ran/.keep': '', 'repository/a.ts': LEGACY });
    const cwd = join(outer, 'repository');
    gitIn(cwd, 'init', '-q');
    gitIn(cwd, 'add', '-A');
    gitIn(cwd, 'commit', '-q', '-m', 'first');
    const filters = Array.from({ length: count }, (_each, at) => `[filter "${name}${at}"]\n\tclean = cat\n`);
    const planted = `[filter "planted"]\n\tclean = touch ${outer}/ran/it; cat\n`;
    appendFileSync(join(cwd, '.git/config'), filters.join('') + planted);
    writeFileSync(join(cwd, '.gitattributes'), '*.ts filter=planted\n');
    writeFileSync(join(cwd, 'a.ts'), LEGACY.replace('v1.0', 'v1.5'));
    const { status, stderr } = migrate(cwd, 'scan', '--changed');
    expect([status, ranIn(join(outer, 'ran'))]).toEqual([2, []]);
    expect(stderr).toContain('has more filters than can be turned off');
  });

  it('nor one that is called git', () => {
    const { cwd, ran } = tree();
    for (const name of ['git', 'git.exe', 'node_modules/.bin/git']) {
      mkdirSync(join(cwd, name, '..'), { recursive: true });
      writeFileSync(join(cwd, name), `#!/bin/sh\necho "$0 $@" > "${ran}/$$"\n`, { mode: 0o755 });
    }
    const PATH = ['', '.', 'node_modules/.bin', join(cwd, 'node_modules/.bin'), process.env['PATH']].join(
      ':',
    );
    const env = { ...process.env, PATH };
    const { status } = spawnSync(process.execPath, [bin, 'scan', '--changed', '--today', TODAY], {
      cwd,
      env,
    });
    expect([status, ranIn(ran)]).toEqual([1, []]);
    // It would be by any other program that asks for git, and by npx, which puts that folder into PATH.
    for (const [program, args] of [
      ['git', ['status']],
      ['npx', ['--no-install', 'git', 'status']],
    ] as const) {
      const before = ranIn(ran).length;
      spawnSync(program, args, { cwd, env: { ...env, npm_config_offline: 'true' } });
      expect(ranIn(ran).length, program).toBeGreaterThan(before);
    }
  });

  it('though it would be by git', () => {
    const { cwd, ran } = tree();
    try {
      gitIn(cwd, 'status');
    } catch {
      // The planted programs may make git fail, after they ran.
    }
    expect(ranIn(ran)).not.toEqual([]);
  });
});

describe('a configuration that is code', () => {
  const CODE = 'require("fs").writeFileSync("ran.txt", ""); module.exports = {};\n';

  it.each([
    ['a flag', ['--no-code-config'], {}],
    ['the environment', [], { MIGRATE_NO_CODE_CONFIG: '1' }],
    ['a flag, though it is named', ['--no-code-config', '-c', 'migrate.config.js'], {}],
  ])('is refused by %s', (_, flags, env) => {
    const cwd = temporaryTree({ 'a.ts': LEGACY, 'migrate.config.js': CODE, '.git/HEAD': '' });
    const { status, stderr } = spawnSync(process.execPath, [bin, 'scan', '--today', TODAY, ...flags], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    expect([status, existsSync(join(cwd, 'ran.txt'))]).toEqual([2, false]);
    expect(stderr).toMatch(/^migrate: migrate\.config\.js: this configuration is code/);
  });

  it('is run without them', () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY, 'migrate.config.js': CODE, '.git/HEAD': '' });
    expect(migrate(cwd, 'scan').status).toBe(1);
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(true);
  });
});

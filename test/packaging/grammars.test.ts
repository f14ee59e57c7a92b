import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY } from '../fixtures/transcripts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OLD = 'https://cloud.mongodb.com/api/atlas/v1.0';

const why = (name: string): string =>
  `not read: the grammar of ${name} is missing or damaged; install this package again`;

/** The package as installed, with copies of its own grammars. */
const installed = (): string => {
  const home = temporaryTree({});
  for (const name of ['bin', 'dist/bundle', 'dist/parser.cjs', 'grammars', 'rules', 'package.json'])
    cpSync(join(root, name), join(home, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  return home;
};

it('names each file whose grammar is missing, cut off or another one, and reads the others', () => {
  const home = installed();
  const grammar = (name: string): string => join(home, 'grammars', `${name}.wasm.br`);
  rmSync(grammar('ruby'));
  writeFileSync(grammar('go'), readFileSync(grammar('go')).subarray(0, 20_000));
  copyFileSync(grammar('python'), grammar('php'));
  const tree = temporaryTree({
    'a.rb': `require 'httparty'\nHTTParty.get('${OLD}/groups')\n`,
    'b.go': `package main\n\nimport "net/http"\n\nfunc main() { http.Get("${OLD}/groups") }\n`,
    'c.php': `<?php\necho file_get_contents('${OLD}/groups');\n`,
    'd.py': `import requests\n\nrequests.get("${OLD}/groups")\n`,
  });
  const flags = ['scan', '--no-config', '--format', 'json', '--today', TODAY, '.'];
  const { status, stdout } = spawnSync(process.execPath, [join(home, 'bin/migrate.js'), ...flags], {
    cwd: tree,
    encoding: 'utf8',
  });
  const { summary, findings, failed } = JSON.parse(stdout);
  expect(failed).toEqual([
    { file: 'a.rb', message: why('ruby') },
    { file: 'b.go', message: why('go') },
    { file: 'c.php', message: why('php') },
  ]);
  expect(summary).toMatchObject({ discovered: 4, scanned: 1, skipped: 0, failed: 3 });
  expect(findings.map(({ file, rule }: { file: string; rule: string }) => `${file} ${rule}`)).toEqual([
    'd.py missing-version-header',
    'd.py legacy-base-url',
  ]);
  expect(status).toBe(1);
});

it('names each file of these languages where their runtime was changed', () => {
  const home = installed();
  copyFileSync(join(home, 'grammars/go.wasm.br'), join(home, 'grammars/web-tree-sitter.cjs.br'));
  const tree = temporaryTree({ 'd.py': `import requests\n\nrequests.get("${OLD}/groups")\n` });
  const flags = ['scan', '--no-config', '--format', 'json', '--today', TODAY, '.'];
  const { stdout } = spawnSync(process.execPath, [join(home, 'bin/migrate.js'), ...flags], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout).failed).toEqual([{ file: 'd.py', message: why('python') }]);
});

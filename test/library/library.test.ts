import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const LEGACY =
  "const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\nexport const list = (id) => fetch(`${BASE}/groups/${id}/alerts`);\n";

/** A project that has the package as it was built. */
const project = (files: Readonly<Record<string, string>>): string => {
  const cwd = temporaryTree({ 'package.json': '{ "type": "module" }', 'src/a.js': LEGACY, ...files });
  mkdirSync(join(cwd, 'node_modules/@atlas-api-migrate'), { recursive: true });
  symlinkSync(root, join(cwd, 'node_modules/@atlas-api-migrate/cli'), 'dir');
  return cwd;
};

const node = (cwd: string, file: string) => spawnSync(process.execPath, [file], { cwd, encoding: 'utf8' });

const [library = ''] = readFileSync(join(root, 'docs/api.md'), 'utf8').split('## Reference server');
const examples = [...library.matchAll(/^## (.+)$[^]*?^```js\n([^]*?)^```$/gm)].map(
  ([, title, code]) => [title!, code!] as const,
);

/** What each example prints, as far as that is the same on every day. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  Scan: /^2\n$/,
  Fix: /'src\/a\.js'[^]*\+const BASE = 'https:\/\/cloud\.mongodb\.com\/api\/atlas\/v2'[^]* 0\n$/,
  'Lint a text': /legacy-base-url[^]*missing-version-header|missing-version-header[^]*legacy-base-url/,
  'Convert a payload': /"backupEnabled": *true/,
  'Rules and configuration': /legacy-base-url: error/,
  ESLint: /^$/,
};

describe('examples of the library', () => {
  it.each(examples)('%s runs', (title, code) => {
    const { status, stdout, stderr } = node(project({ 'example.mjs': code }), 'example.mjs');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(PRINTED[title]!);
  });
});

/** A linter in ten lines: runs every rule on a text and applies fixes, as ESLint does. */
const LINTER = `
import atlas from '@atlas-api-migrate/cli/eslint';
import { readFileSync } from 'node:fs';
const lint = (file, text) => {
  const found = [];
  for (const [id, rule] of Object.entries(atlas.rules)) {
    const report = (problem) => found.push({ id, ...problem });
    const context = { cwd: process.cwd(), filename: process.cwd() + '/' + file, sourceCode: { text, hasBOM: false }, report };
    rule.create(context).Program();
  }
  return found;
};
const fixer = { replaceTextRange: ([start, end], text) => ({ start, end, text }) };
const told = {};
for (const file of ['src/a.js', 'src/base.js', 'src/user.js', 'src/part.js']) {
  const text = readFileSync(file, 'utf8');
  const found = lint(file, text);
  told[file] = found.map(({ id, loc, fix, suggest }) => [id, loc.start.line, loc.start.column, fix ? 'fix' : suggest ? 'suggest' : 'none']);
  const [first] = found.filter(({ fix }) => fix);
  if (first === undefined) continue;
  let fixed = text;
  for (const { start, end, text } of first.fix(fixer).toSorted((a, b) => b.start - a.start)) fixed = fixed.slice(0, start) + text + fixed.slice(end);
  told[file].push(['left', lint(file, fixed).length]);
}
console.log(JSON.stringify(told));
`;

describe('the ESLint plug-in', () => {
  it('fixes what one file holds, suggests what is unsafe, and only reports what needs several files', () => {
    const cwd = project({
      'lint.mjs': LINTER,
      'src/base.js': "export const URL_BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
      'src/user.js':
        "import { URL_BASE } from './base.js';\nexport const orgs = () => fetch(`${URL_BASE}/orgs`);\n",
      'src/part.js':
        "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/a', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ numShards: 2 }) });\n",
    });
    const { status, stdout, stderr } = node(cwd, 'lint.mjs');
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      'src/a.js': [
        ['legacy-base-url', 1, 39, 'fix'],
        ['missing-version-header', 2, 28, 'fix'],
        ['left', 0],
      ],
      'src/base.js': [['legacy-base-url', 1, 50, 'none']],
      'src/user.js': [['missing-version-header', 2, 26, 'none']],
      'src/part.js': [
        ['legacy-base-url', 1, 32, 'suggest'],
        ['missing-version-header', 1, 0, 'suggest'],
        ['removed-cluster-property', 1, 161, 'none'],
      ],
    });
  });
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));
const LEGACY = "export const a = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";

const scan = (files: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
  const cwd = temporaryTree({ 'a.js': LEGACY, '.git/HEAD': '', ...files });
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'scan', '-q', ...flags], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

const QUIET = "{ rules: { 'legacy-base-url': 'off' } }";

describe('a configuration that is code', () => {
  it.each([
    ['migrate.config.mjs', `export default ${QUIET};\n`],
    ['migrate.config.js', `module.exports = ${QUIET};\n`],
    [
      'migrate.config.ts',
      `interface Config { rules: Record<string, string> }\nconst c: Config = ${QUIET};\nexport default c;\n`,
    ],
    [
      'migrate.config.ts',
      `enum Level { Off = 'off' }\nexport default { rules: { 'legacy-base-url': Level.Off } } satisfies object;\n`,
    ],
    [
      'migrate.config.ts',
      `import type { Config } from '@atlas-api-migrate/cli';\nexport default ${QUIET} as Config;\n`,
    ],
    [
      'migrate.config.ts',
      "import { join } from 'node:path';\nimport { off } from './levels.mjs';\nimport pack from 'levels';\nif (join('a', 'b') !== 'a/b' || pack.off !== off) throw new Error('x');\nexport default { rules: { 'legacy-base-url': off } };\n",
    ],
  ])('%s is run: %j', (name, text) => {
    const files = {
      'levels.mjs': "export const off: string = 'off';\n".replace(': string', ''),
      'node_modules/levels/index.js': "module.exports = { off: 'off' };\n",
    };
    expect(scan({ [name]: text, ...files })).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it.each([
    [
      'migrate.config.mjs',
      "throw new Error('boom');",
      /^migrate: migrate\.config\.mjs: .*: its code failed \(Error\) in line 1; run it with node to see why\.\n$/,
    ],
    ['migrate.config.mjs', 'export const a = 1;', /it has no default export: write "export default/],
    ['migrate.config.mjs', 'export default { rulez: {} };', /unknown key "rulez"\. Did you mean "rules"\?/],
    [
      'migrate.config.ts',
      "throw new Error('boom');",
      /^migrate: migrate\.config\.ts: .*: its code failed \(Error\).*\.\n$/,
    ],
    [
      'migrate.config.ts',
      'export default { rulez: {} } as object;',
      /unknown key "rulez"\. Did you mean "rules"\?/,
    ],
    ['migrate.config.ts', "import x from './nope.mjs';\nexport default x;", /nope/],
    ['migrate.config.ts', 'export const a: string = "1";', /default export/],
  ])('%s is refused in one line: %j', (name, text, message) => {
    const { status, stdout, stderr } = scan({ [name]: text });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a configuration that is data', () => {
  it.each([
    ['migrate.config.json', '{\n  "target": "2023-02-01",,\n}', /line 2, column 26: property name expected/],
    ['migrate.config.json', '', /line 1, column 1: value expected/],
    ['migrate.config.jsonc', '{ "rules": { "a": off } }', /line 1, column 19: invalid symbol/],
    ['migrate.config.yaml', 'rules:\n  legacy-base-url: off\n bad: x\n', /line 3, column 1: /],
    ['migrate.config.yaml', 'target: 2023-02-01\ntarget: 2023-02-01\n', /line 2, column 1: .*unique/],
    ['migrate.config.json', '{ "target": "2023-13-01" }', /target: there is no day 2023-13-01/],
    [
      'migrate.config.json',
      '{ "overrides": [{ "files": "*", "target": "2023-02-30" }] }',
      /overrides\[0\]\.target: there is no day/,
    ],
    [
      'migrate.config.json',
      '{ "overrides": [{ "file": "*" }] }',
      /overrides\[0\]: unknown key "file"\. Did you mean "files"\?/,
    ],
    [
      'migrate.config.json',
      '{ "extends": "./migrate.config.json" }',
      /is circular: migrate\.config\.json → migrate\.config\.json/,
    ],
    [
      'sub/migrate.config.json',
      '{ "ignores": [] }',
      /sub\/migrate\.config\.json: unknown key "ignores"\. Did you mean "ignore"\?/,
    ],
    [
      'package.json',
      '{ "migrate": { "rulez": {} } }',
      /package\.json \(key "migrate"\): unknown key "rulez"/,
    ],
  ])('%s is refused in one line, with the place: %j', (name, text, message) => {
    const { status, stdout, stderr } = scan({ [name]: text });
    // What lies outside of the folder is reported before the run fails.
    expect([status, stdout.includes('a.js')]).toEqual([2, name.includes('/')]);
    expect(stderr).toMatch(message);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .filter((line) => message.test(line)),
    ).toHaveLength(1);
  });

  it('may go in a circle of two, or be a folder', () => {
    const circle = scan({
      'migrate.config.json': '{ "extends": ["./b.json"] }',
      'b.json': '{ "extends": "./migrate.config.json" }',
    });
    expect(circle.stderr).toMatch(/migrate\.config\.json → b\.json → migrate\.config\.json/);
    expect(scan({}, '-c', '.').stderr).toMatch(
      /^migrate: \.: cannot be read as a configuration: it is not a regular file\.\n$/,
    );
  });
});

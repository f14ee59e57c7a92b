import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync, existsSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** What each file may hold; the first is what it starts with, `undefined` that it is not there. */
const TEXTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'package.json': ['{}', '{ "migrate": { "rules": { "missing-version-header": "off" } } }', undefined],
  'tsconfig.json': [
    '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }',
    '{ "compilerOptions": { "paths": { "~/*": ["./other/*"] } } }',
    undefined,
  ],
  'lib/urls.ts': [
    `export const BASE = '${ROOT}';\n`,
    "export const BASE = 'https://example.com';\n",
    undefined,
  ],
  'other/urls.ts': [undefined, `export const BASE = '${ROOT}/orgs/x';\n`],
  'src/client.ts': [
    "import { BASE } from '~/urls';\nexport const get = (path: string) => fetch(BASE + path);\n",
    "export const get = (path: string) => fetch('/local' + path);\n",
    undefined,
  ],
  'src/use.ts': [
    "import { get } from './client';\nexport const all = async () => (await (await get('/groups/a/clusters/b')).json()).numShards;\n",
    "// migrate-ignore-file\nimport { get } from './client';\nget('/groups/a/hosts');\n",
    undefined,
  ],
  'src/env.ts': [
    "export const all = () => fetch(process.env.ATLAS + '/api/atlas/v1.0/groups');\n",
    undefined,
  ],
  '.env': ['ATLAS=https://cloud.mongodb.com\n', 'ATLAS=https://example.com\n', `ATLAS=${ROOT}\n`, undefined],
  '.gitignore': ['.env\n', '', 'src/use.ts\n', undefined],
  'migrate.config.json': [
    '{ "target": "2023-02-01" }',
    '{ "rules": { "legacy-base-url": "warning" }, "ignore": ["lib"] }',
    '{ "payloads": { "data/*.json": "clusters.create" }, "rulePacks": ["pack.json"] }',
    undefined,
  ],
  'pack.json': ['{ "api": { "hosts": ["example.com"] } }', '{ "api": { "products": ["other"] } }'],
  'src/migrate.config.json': [undefined, '{ "rules": { "legacy-base-url": "off" } }'],
  'data/body.json': ['{ "name": "a", "numShards": 1, "providerSettings": {} }', '{}', undefined],
  'migrate-baseline.txt': [
    undefined,
    'missing-version-header 00000000000000000000000000000000 src/use.ts\n',
    'x',
  ],
};

interface Edit {
  readonly path: string;
  readonly to: number;
}

const put = (cwd: string, path: string, text: string | undefined): void => {
  const file = join(cwd, path);
  if (text === undefined) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const FLAGS: readonly (readonly string[])[] = [
  ['-f', 'json'],
  ['-f', 'compact', '--target', '2024-08-05'],
  ['-f', 'json', '--shard', '1/2'],
  ['-f', 'pretty', '--rule', 'legacy-base-url'],
  ['-f', 'json', '--baseline', 'migrate-baseline.txt'],
  ['-f', 'json', '--no-gitignore', 'src'],
];

const scan = async (cwd: string, flags: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['scan', '--today', '2026-11-21', ...flags], terminal);
  return { code, out: out(), printed: printed() };
};

const edits: fc.Arbitrary<Edit> = fc
  .constantFrom(...Object.keys(TEXTS))
  .chain((path) => fc.record({ path: fc.constant(path), to: fc.nat(TEXTS[path]!.length - 1) }));

const step = fc.record({
  edits: fc.array(edits, { maxLength: 2 }),
  flags: fc.constantFrom(...FLAGS),
  move: fc.nat(9),
});

describe('a result that is kept', () => {
  it('is what a new run would say, whatever was edited, removed or moved between the runs', async () => {
    let kept = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      let cwd = temporaryTree({});
      for (const [path, [text]] of Object.entries(TEXTS)) put(cwd, path, text);
      for (const { edits: list, flags, move } of steps) {
        for (const { path, to } of list) put(cwd, path, TEXTS[path]![to]);
        if (move === 0 && existsSync(join(cwd, 'src/use.ts')))
          renameSync(join(cwd, 'src/use.ts'), join(cwd, 'src/moved.ts'));
        if (move === 1) {
          const elsewhere = temporaryTree({});
          cpSync(cwd, elsewhere, { recursive: true });
          cwd = elsewhere;
        }
        const before = existsSync(join(cwd, '.migrate-cache'))
          ? readFileSync(join(cwd, '.migrate-cache/.gitignore')).length
          : 0;
        const fresh = await scan(cwd, flags);
        expect(await scan(cwd, ['--cache', ...flags])).toEqual(fresh);
        expect(await scan(cwd, ['--cache', ...flags])).toEqual(fresh);
        if (before > 0) kept++;
      }
    });
    await fc.assert(property, { numRuns: 12 });
    expect(kept).toBeGreaterThan(10);
  }, 120_000);
});

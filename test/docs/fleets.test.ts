import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryTree } from '../fixtures/temporary.ts';

const text = readFileSync(new URL('../../docs/fleets.md', import.meta.url), 'utf8');
const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

const blocks = (language: string): readonly string[] =>
  [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, kind]) => kind === language)
    .map(([, , body]) => body!);

describe('docs/fleets.md', () => {
  it('has a recipe for many clones that works as it stands', () => {
    const legacy = "export const a = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
    const cwd = temporaryTree({
      'repos/one/a.ts': legacy,
      "repos/it's two/a.ts": legacy,
      'repos/clean/a.ts': 'export const a = 1;\n',
      'repos/off/a.ts': legacy,
      'repos/off/migrate.config.json': '{ "rules": { "legacy-base-url": "off" } }',
    });
    mkdirSync(join(cwd, 'path'));
    symlinkSync(bin, join(cwd, 'path/atlas-api-migrate'));
    const [recipe = ''] = blocks('sh');
    expect(recipe).toContain('xargs');
    const env = { ...process.env, PATH: `${join(cwd, 'path')}:${process.env['PATH']}` };
    const done = spawnSync('sh', ['-e', '-c', recipe], { cwd, env, encoding: 'utf8' });
    expect(done.stderr).not.toContain('migrate:');
    expect(done.status).toBe(0);
    const found = readFileSync(join(cwd, 'all.md'), 'utf8');
    for (const file of ["repos/it's two/a.ts", 'repos/one/a.ts']) expect(found).toContain(file);
    expect(found).not.toContain('repos/off/a.ts');
    expect(readFileSync(join(cwd, 'all.html'), 'utf8')).toContain('repos/one/a.ts');
  }, 60_000);

  it('has recipes in YAML that name flags as they are', () => {
    for (const body of blocks('yaml')) expect(parse(body)).toBeTypeOf('object');
    const help = spawnSync(process.execPath, [bin, 'scan', '--help'], { encoding: 'utf8' }).stdout;
    for (const [flag] of text.matchAll(/--(?:shard|exit-zero|quiet|today)\b/g)) expect(help).toContain(flag);
  });
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from './run/run.ts';
import { type Fixed, Workbench } from './tool.ts';

// Programs as they are usually written: fixtures/plain. Caution must not cost them their safe fix.

const root = fileURLToPath(new URL('../../fixtures/plain', import.meta.url));

const textOf = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

const filesOf = (name: string): Files => {
  const names = statSync(join(root, name)).isDirectory() ? readdirSync(join(root, name)) : undefined;
  return names ? new Map(names.map((file) => [file, textOf(name, file)])) : new Map([[name, textOf(name)]]);
};

const programs = readdirSync(root).map((name) => ({ name, files: filesOf(name) }));
const bench = new Workbench();
const fixed: Fixed[] = [];

beforeAll(async () => {
  for (const { files } of programs) fixed.push((await bench.fix(files, ['safe'])).get('safe')!.fixed);
}, 60_000);
afterAll(() => bench.close());

describe.each(programs.map(({ name }, at) => ({ name, at })))('plain program $name', ({ at }) => {
  it('is migrated safely and whole', () => {
    const { files, said } = fixed[at]!;
    const texts = [...files.values()].join('\n');
    expect(said.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(texts).not.toContain('/api/atlas/v1.0');
    expect(texts).toContain('application/vnd.atlas.2023-02-01+json');
  });
});

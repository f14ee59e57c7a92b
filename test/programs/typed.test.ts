import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from './run/run.ts';
import { typeErrors } from './run/types.ts';
import { type Fixed, Workbench } from './tool.ts';

// Programs whose written types leave room for the edits, or do not: fixtures/typed/<name>. What is fixed compiles.

const root = fileURLToPath(new URL('../../fixtures/typed', import.meta.url));

/** Where a type speaks against each place that a safe edit could be made at. */
const UNSAFE: ReadonlySet<string> = new Set([
  'base-of-literals',
  'payload-interface',
  'payload-parameter',
  'type-of-other-package',
]);

const filesOf = (name: string): Files =>
  new Map(
    readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(join(root, name), file), readFileSync(file, 'utf8')] as const),
  );

const programs = readdirSync(root).map((name) => ({ name, files: filesOf(name) }));
const bench = new Workbench();
const fixed: Fixed[] = [];

beforeAll(async () => {
  for (const { files } of programs) fixed.push((await bench.fix(files, ['safe'])).get('safe')!.fixed);
}, 60_000);
afterAll(() => bench.close());

describe.each(programs.map((program, at) => ({ ...program, at })))(
  'typed program $name',
  ({ name, files, at }) => {
    it('compiles as it is and as it is fixed', () => {
      expect(typeErrors(files)).toEqual([]);
      expect(typeErrors(fixed[at]!.files)).toEqual([]);
    });

    it(UNSAFE.has(name) ? 'is left alone, and reported' : 'is fixed safely, and nothing is left', () => {
      const { changed, said } = fixed[at]!;
      expect(changed).toBe(!UNSAFE.has(name));
      expect(said.filter(({ severity }) => severity === 'error').length > 0).toBe(UNSAFE.has(name));
    });
  },
);

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { expectedLeft, expectedOutput, expectedRows, runAll, type Fixture } from './fixtures/sandbox.ts';
import { syntaxErrors } from './fixtures/parse.ts';
import { changed, printable } from './fixtures/tree.ts';

// fixtures/projects holds only the clients as they are, so that scanning it shows what a user sees;
// what must come of each stands in fixtures/expected.

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const projects = path('../fixtures/projects');
const tsc = path('../node_modules/typescript/bin/tsc');

const fixtures: readonly Fixture[] = readdirSync(projects).map((name) => ({
  name,
  input: join(projects, name),
  expected: path(`../fixtures/expected/${name}`),
}));

const { outcomes, promised, dispose } = runAll(fixtures);
afterAll(dispose);

it('fixes as many findings as a scan calls fixable', () => {
  expect(promised.filter(({ fixable, fixed }) => fixable !== fixed)).toEqual([]);
});

const typeErrors = (folder: string): string =>
  spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout;

describe('fixtures/expected', () => {
  it('speaks of the projects that exist', () => {
    expect(readdirSync(path('../fixtures/expected'))).toEqual(fixtures.map(({ name }) => name));
  });
});

describe.each(fixtures)('project $name', (fixture) => {
  const outcome = outcomes.get(fixture.name)!;
  const rows = expectedRows(fixture);

  it('has exactly the expected findings', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(outcome.rows).toEqual(rows);
    expect(outcome.failed).toEqual([]);
  });

  it.each(['safe', 'unsafe'] as const)('is rewritten exactly as expected (%s)', (mode) => {
    const written = changed(outcome.input, outcome[mode].files);
    expect(printable(written)).toEqual(printable(expectedOutput(fixture, mode)));
    expect([...outcome[mode].files.keys()]).toEqual([...outcome.input.keys()]);
  });

  it('is not changed by a second run', () => {
    expect(printable(changed(outcome.safe.files, outcome.safe.again))).toEqual({});
    expect(printable(changed(outcome.unsafe.files, outcome.unsafe.again))).toEqual({});
  });

  it('reports afterwards only what stays for a person', () => {
    expect(outcome.safe.left).toEqual(expectedLeft(rows, ['safe'], fixture));
    expect(outcome.unsafe.left).toEqual(expectedLeft(rows, ['safe', 'unsafe'], fixture));
  });

  it('parses before and after', () => {
    for (const files of [outcome.input, outcome.safe.files, outcome.unsafe.files]) {
      for (const [file, bytes] of files) expect(syntaxErrors(file, bytes), file).toBe(0);
    }
  });
});

const typed = fixtures.filter(({ input }) => existsSync(join(input, 'tsconfig.json')));

describe.each(typed)('project $name, typed', (fixture) => {
  const { safe, unsafe } = outcomes.get(fixture.name)!;

  it.each([
    ['as it is', fixture.input],
    ['after fix', safe.folder],
    ['after fix --unsafe', unsafe.folder],
  ])('type-checks %s', (_, folder) => {
    expect(typeErrors(folder)).toBe('');
  });
});

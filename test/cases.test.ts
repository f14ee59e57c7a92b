import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { expectedLeft, expectedOutput, expectedRows, runAll, type Fixture } from './fixtures/sandbox.ts';
import { ruleAfter } from './rules/unsafe-reasons.ts';
import { syntaxErrors } from './fixtures/parse.ts';
import { changed, printable, readTree, writeTree } from './fixtures/tree.ts';

// One behavior a folder: fixtures/cases/<form>/<name>/{input,findings.txt,output,output-unsafe}.
// Findings are written by hand. UPDATE_OUTPUT=1 rewrites output/ and output-unsafe/ for review with git diff.

const root = fileURLToPath(new URL('../fixtures/cases', import.meta.url));

const folders = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const fixtures: readonly Fixture[] = folders(root).flatMap((form) =>
  folders(join(root, form)).map((name) => {
    const expected = join(root, form, name);
    return { name: `${form}/${name}`, input: join(expected, 'input'), expected };
  }),
);

const { outcomes, promised, dispose } = runAll(fixtures);
afterAll(dispose);

it('fixes as many findings as a scan calls fixable', () => {
  expect(promised.filter(({ fixable, fixed }) => fixable !== fixed)).toEqual([]);
});

if (process.env['UPDATE_OUTPUT']) {
  for (const { name, expected } of fixtures) {
    const { input, safe, unsafe } = outcomes.get(name)!;
    const [output, outputUnsafe] = [changed(input, safe.files), changed(input, unsafe.files)];
    const same = changed(output, outputUnsafe).size === 0 && output.size === outputUnsafe.size;
    writeTree(join(expected, 'output'), output);
    writeTree(join(expected, 'output-unsafe'), same ? new Map() : outputUnsafe);
  }
}

describe.each(fixtures)('case $name', (fixture) => {
  const outcome = outcomes.get(fixture.name)!;
  const rows = expectedRows(fixture);

  it('has exactly the expected findings', () => {
    expect(outcome.rows).toEqual(rows);
  });

  it.each(['safe', 'unsafe'] as const)('is rewritten as expected (%s)', (mode) => {
    const written = changed(outcome.input, outcome[mode].files);
    expect(printable(written)).toEqual(printable(expectedOutput(fixture, mode)));
    expect([...outcome[mode].files.keys()]).toEqual([...outcome.input.keys()]);
  });

  it('stays as it is in a second run, and still parses', () => {
    for (const { files, again } of [outcome.safe, outcome.unsafe]) {
      expect(printable(changed(files, again))).toEqual({});
      for (const [path, bytes] of files) {
        expect(syntaxErrors(path, bytes), path).toBeLessThanOrEqual(
          syntaxErrors(path, outcome.input.get(path)!),
        );
      }
    }
  });

  it('keeps the findings that no applied fix answers', () => {
    expect(outcome.safe.left).toEqual(expectedLeft(rows, ['safe'], fixture));
    expect(outcome.unsafe.left).toEqual(expectedLeft(rows, ['safe', 'unsafe'], fixture));
  });

  it('still reports what made a fix unsafe and stays', () => {
    const rules = outcome.reasons.flatMap((reason) => ruleAfter(reason) ?? []);
    // A project that writes the media type may send it where nobody sees that.
    const isDated = [...outcome.unsafe.files.values()].some((bytes) => bytes.includes('application/vnd.'));
    const lost = rules.filter((rule) => rule !== 'missing-version-header' || !isDated);
    // What stands behind the break of a file is not reported.
    const isOpen = outcome.unsafe.left.length === 0 && outcome.failed.length === 0;
    expect(isOpen ? lost : []).toEqual([]);
  });

  it('has no stale expectation', () => {
    const outputs = [...readTree(join(fixture.expected, 'output')).entries()];
    for (const [path, bytes] of outputs) {
      expect(outcome.input.has(path), `${path} is in output/ and not in input/`).toBe(true);
      expect(outcome.input.get(path)!.equals(bytes), `${path} is in output/ and does not change`).toBe(false);
    }
  });
});

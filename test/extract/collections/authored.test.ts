import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../src/extract/forms/formats.ts';
import { formOf } from '../../../src/extract/forms/detect.ts';
import type { Form } from '../../../src/model/index.ts';
import { mayBeApiUrl, words } from '../recordings/recorded/vocabulary.ts';

// Every collection among the cases, with what happens to files tried on each.

const cases = fileURLToPath(new URL('../../../fixtures/cases', import.meta.url));

interface Sample {
  readonly name: string;
  readonly form: Form;
  readonly text: string;
}

const samples = readdirSync(cases, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile() && /\/input(?:\/|$)/.test(entry.parentPath))
  .flatMap((entry): readonly Sample[] => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const form = formOf(entry.name, () => text.slice(0, 65_536));
    return form !== undefined && formatOf(form).kind === 'collection'
      ? [{ name: relative(cases, path), form, text }]
      : [];
  });

const read = async ({ form, name }: Sample, text: string) =>
  (await formatOf(form).load()).extract({
    files: [{ path: name, form, text, origin: 'collection' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl,
    words,
  });

it.each(['bruno', 'insomnia', 'postman-yaml', 'wiremock'])('there is a collection of the form %s', (form) => {
  expect(samples.map((sample) => sample.form)).toContain(form);
});

describe.each(samples)('$name', (sample) => {
  it('has every text that it speaks of where it says', async () => {
    const { facts, embedded = [] } = await read(sample, sample.text);
    for (const { slot } of embedded.filter(({ slot: { spelling } }) => spelling === 'plain'))
      expect(sample.text.slice(slot.span.start, slot.span.end)).toBe(slot.value);
    for (const fact of facts)
      if (fact.kind === 'request') expect(fact.span.end).toBeLessThanOrEqual(sample.text.length);
  });

  it('keeps no credential in its facts', async () => {
    const { facts } = await read(sample, sample.text);
    expect(JSON.stringify(facts)).not.toContain('example-only');
  });

  it('ends whatever is changed or cut', async () => {
    const change = fc.record({ at: fc.nat(sample.text.length - 1), unit: fc.string({ maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 6 }),
        fc.nat(sample.text.length),
        async (changes, cut) => {
          let text = sample.text;
          for (const { at, unit } of changes) text = text.slice(0, at) + unit + text.slice(at + 1);
          const { failed } = await read(sample, cut % 2 === 0 ? text : text.slice(0, cut));
          for (const { message } of failed) expect(message).not.toContain('example-only');
        },
      ),
      { numRuns: 60 },
    );
  });
});

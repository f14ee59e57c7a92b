import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExtractResult } from '../../../../src/extract/extractor.ts';
import { FORMATS, formatOf } from '../../../../src/extract/forms/formats.ts';
import { createHost } from '../../../../src/io/host.ts';
import { recordingForm } from '../../../../src/extract/forms/detect.ts';
import type { Fact, Form, Slot } from '../../../../src/model/index.ts';
import { temporaryTree } from '../../../fixtures/temporary.ts';
import { mayBeApiUrl, words } from './vocabulary.ts';

// Every trap of docs/inputs.md, tried on every recording among the cases.

const cases = fileURLToPath(new URL('../../../../fixtures/cases', import.meta.url));

interface Sample {
  readonly name: string;
  readonly form: Form;
  readonly bytes: Buffer;
}

const sampleOf = (path: string): readonly Sample[] => {
  const bytes = readFileSync(path);
  const form = recordingForm(path, bytes.toString('utf8', 0, 65_536));
  return form === undefined ? [] : [{ name: relative(cases, path), form, bytes }];
};

const samples = readdirSync(cases, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.parentPath.endsWith('input'))
  .flatMap((entry) => sampleOf(join(entry.parentPath, entry.name)));

/** Dumps are bytes, not text. */
const texts = samples.filter(({ form }) => form !== 'mitmproxy');

const piecesOf = (bytes: Buffer, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

const read = async (
  { form, name }: Sample,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ExtractResult> => {
  const extractor = await formatOf(form).load();
  return extractor.extract({
    files: [{ path: name, form, text: '', origin: 'recording' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => pieces },
    mayBeApiUrl,
    words,
  });
};

const shifted = (facts: readonly Fact[], by: number): unknown =>
  JSON.parse(
    JSON.stringify(facts, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'start' in value && 'end' in value
        ? { start: Number(value.start) + by, end: Number(value.end) + by }
        : value,
    ),
  );

const exchangesOf = (facts: readonly Fact[]): readonly unknown[] =>
  facts.flatMap((fact) => (fact.kind === 'request' ? [fact.exchange] : []));

const slotsIn = (facts: readonly Fact[]): readonly Slot[] =>
  facts.flatMap((fact) =>
    fact.kind === 'url' ? fact.text.parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : [])) : [],
  );

const forms = FORMATS.filter(({ kind }) => kind === 'recording').map(({ id }) => id);

/** What is tried below, as docs/inputs.md lists it. */
const TRAPS = ['pieces', 'positions', 'secrets', 'truncated', 'hostile', 'byte order mark', 'UTF-16'];

it('docs/inputs.md lists every form of recordings and every trap', () => {
  const docs = readFileSync(fileURLToPath(new URL('../../../../docs/inputs.md', import.meta.url)), 'utf8');
  const rows = docs
    .slice(docs.indexOf('| recording '))
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  const table = rows.slice(
    0,
    rows.findIndex((cells) => cells.length < 3),
  );
  expect(table[0]!.slice(2, -1)).toEqual(TRAPS);
  const tried = forms.map((form) => [
    form,
    ...TRAPS.map((trap) => (form === 'mitmproxy' && TRAPS.indexOf(trap) > 4 ? 'no text' : 'yes')),
  ]);
  expect(table.slice(2).map((cells) => cells.slice(1, -1))).toEqual(tried.toSorted());
});

it.each(forms)('there is a recording of the form %s', (form) => {
  expect(samples.map((sample) => sample.form)).toContain(form);
});

describe.each(samples)('$name', (sample) => {
  const { bytes } = sample;
  const text = bytes.toString('utf8');

  it('pieces: says the same however its bytes come', async () => {
    const whole = await read(sample, [bytes]);
    for (const size of [1, 7, 64, 1000]) {
      const { facts, failed } = await read(sample, piecesOf(bytes, size));
      expect(shifted(facts, 0)).toEqual(shifted(whole.facts, 0));
      expect(failed).toEqual(whole.failed);
    }
  });

  it('positions: has its URLs where it says', async () => {
    const { facts } = await read(sample, [bytes]);
    const verbatim = slotsIn(facts).filter(({ span, value }) => span.end - span.start === value.length);
    if (sample.form === 'mitmproxy') return;
    for (const { span, value } of verbatim) expect(text.slice(span.start, span.end)).toBe(value);
  });

  it('secrets: keeps none in its facts', async () => {
    const { facts, failed } = await read(sample, [bytes]);
    expect(JSON.stringify([facts, failed])).not.toMatch(/example-only|ZXhhbXBsZS1vbmx5|nonce=/);
  });

  it('truncated: says what stands before the break, and where it is', async () => {
    const whole = exchangesOf((await read(sample, [bytes])).facts);
    for (let part = 1; part < 8; part++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 8));
      const { facts, failed } = await read(sample, [cut]);
      // The first half of a Digest login counts when its repeat is cut off.
      expect(exchangesOf(facts).filter((exchange) => !whole.includes(exchange)).length).toBeLessThan(2);
      for (const { message } of failed) expect(message).toMatch(/^line \d+, column \d+: /);
    }
  });

  it('hostile: ends whatever bytes are changed', async () => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.nat(bytes.length), async (changes, cut) => {
        const changed = Buffer.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        const { failed } = await read(sample, piecesOf(changed.subarray(cut % 3 === 0 ? cut : 0), 500));
        for (const { message } of failed) expect(message).toMatch(/^line \d+, column \d+: /);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(texts)('$name', (sample) => {
  it('byte order mark: says the same one unit further on', async () => {
    const plain = await read(sample, [sample.bytes]);
    const marked = await read(sample, [Buffer.from('\uFEFF'), sample.bytes]);
    expect(shifted(marked.facts, 0)).toEqual(shifted(plain.facts, 1));
  });

  it('UTF-16: says the same', async () => {
    const wide = Buffer.from(`\uFEFF${sample.bytes.toString('utf8')}`, 'utf16le');
    const cwd = temporaryTree({ wide });
    const host = createHost({ cwd, roots: [cwd], sources: [], overlay: new Map() });
    const plain = await read(sample, [sample.bytes]);
    const { facts } = await read(sample, host.chunks('wide'));
    expect(shifted(facts, 0)).toEqual(shifted(plain.facts, 1));
  });
});

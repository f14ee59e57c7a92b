import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { yamlExtractor } from '../../../../src/extract/documents/yaml/index.ts';
import { loadYamlReader } from '../../../../src/extract/documents/yaml/reader.ts';
import { flatten } from '../../../../src/model/index.ts';
import type { ObjectTree, Tree } from '../../../../src/model/index.ts';
import { allTrees, valueOf } from '../json/trees.ts';

const read = await loadYamlReader();

const treesOf = (text: string): readonly Tree[] => {
  const parsed = read('a.yaml', text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.trees;
};

const extract = (text: string, operation?: string) =>
  yamlExtractor.extract({
    files: [{ path: 'a.yaml', form: 'yaml', text, origin: 'authored' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
    operationOf: () => operation,
  });

const legacy = 'https://cloud.mongodb.com/api/atlas/v1.0';

describe('trees', () => {
  test('hold what was written, in any style, with spans that spell it', () => {
    const key = fc.stringMatching(/^[a-z]{1,8}$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('map'),
        tie('list'),
      ),
      map: fc.dictionary(key, tie('value'), { noNullPrototype: true }),
      list: fc.array(tie('value'), { maxLength: 4 }),
    }));
    const style = fc.record({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE'),
      indent: fc.constantFrom(2, 4),
    });
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { noNullPrototype: true, minKeys: 1 }),
        style,
        fc.boolean(),
        (written, options, crlf) => {
          const plain = stringify(written, options as object);
          const text = crlf ? '\uFEFF' + plain.replaceAll('\n', '\r\n') : plain;
          const [tree] = treesOf(text);
          if (!crlf) expect(valueOf(tree!)).toStrictEqual(written);
          for (const inner of allTrees(tree!)) {
            if (inner.kind === 'object') {
              for (const { key: slot, place } of inner.members) {
                expect(text.slice(slot.span.start, slot.span.end)).toBe(slot.value);
                expect(text.slice(place.span.start, place.span.end)).not.toMatch(/[\r\n]$|^\s/);
              }
            } else if (inner.kind === 'scalar' && inner.slot?.spelling === 'yaml-plain') {
              const spelled = text.slice(inner.slot.span.start, inner.slot.span.end);
              expect(spelled.replaceAll(/\s+/g, ' ')).toBe(inner.slot.value.replaceAll(/\s+/g, ' '));
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('see no aliases, tags and merges, and have no edits where text is shared', () => {
    const text = 'base: &b\n  x: 1\nuse: *b\nmerged:\n  <<: *b\n  y: 2\nref: !Ref name\n';
    const tree = treesOf(text)[0] as ObjectTree;
    const kinds = tree.members.map(({ key, value }) => [key.value, value.kind]);
    expect(kinds).toStrictEqual([
      ['base', 'object'],
      ['use', 'opaque'],
      ['merged', 'object'],
      ['ref', 'opaque'],
    ]);
    const [base, , merged] = tree.members.map(({ value }) => value as ObjectTree);
    expect([tree.complete, base!.complete, merged!.complete]).toStrictEqual([true, true, false]);
    expect(tree.members[0]!.removal).toBeDefined();
    expect(base!.members[0]!.removal).toBeUndefined();
    expect(merged!.members[0]!.removal).toBeUndefined();
  });
});

describe('facts', () => {
  test('are payloads and addresses', async () => {
    const text = `providerSettings:\n  name: M10\nurl: "${legacy}"\ndescription: ${legacy}\nrun: |\n  curl ${legacy}\n`;
    const { facts } = await extract(text);
    expect(
      facts.map((fact) => (fact.kind === 'url' ? `${fact.use} ${flatten(fact.text)}` : fact.kind)),
    ).toStrictEqual(['payload', `value ${legacy}`, `mention ${legacy}`]);
    const url = facts[1]!;
    expect(text.slice(url.span.start, url.span.end)).toBe(legacy);
  });

  test('come from every document of a file', async () => {
    expect((await extract('a: 1\n---\nb: 2\n')).facts).toHaveLength(2);
  });

  test('are no payloads in a manifest, unless the configuration says so', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  numShards: 1\n';
    expect((await extract(text)).facts).toStrictEqual([]);
    expect((await extract(text, 'clusters.create')).facts).toMatchObject([
      { kind: 'payload', operation: 'clusters.create' },
    ]);
  });
});

describe('problems', () => {
  test('have a place and quote nothing', async () => {
    const { facts, failed } = await extract('ok: 1\nkey: [s3cret\nnext: s3cret\n');
    expect(facts).toStrictEqual([]);
    expect(failed).toStrictEqual([
      { file: 'a.yaml', message: 'not valid YAML at line 3, column 1: bad indent' },
    ]);
  });

  test.each([
    ['['.repeat(100_000)],
    ['{a: '.repeat(100_000)],
    ['- '.repeat(100_000)],
    ['? '.repeat(100_000)],
  ])('are found in texts nested without end', async (text) => {
    const { failed } = await extract(text);
    expect(failed).toStrictEqual([
      { file: 'a.yaml', message: 'not read as YAML: its values are nested too deep' },
    ]);
  });

  test('are none just below that depth', () => {
    expect(treesOf('['.repeat(250) + ']'.repeat(250))).toHaveLength(1);
    const blocks = Array.from({ length: 240 }, (_, depth) => ' '.repeat(2 * depth) + 'a:\n').join('');
    expect(treesOf(blocks)).toHaveLength(1);
  });
});

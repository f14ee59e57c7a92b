import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeProblem, loadJsonReader } from '../../../../src/extract/documents/json/reader.ts';
import { nestedText, packedText, plainText } from '../../../../src/extract/documents/json/spelled-text.ts';
import type { InsertionPoint, ObjectTree, ScalarTree } from '../../../../src/model/index.ts';
import { allTrees, valueOf } from './trees.ts';

const read = await loadJsonReader();
const readPlain = (text: string) => read('a.json', plainText(text), 'json-string');

const treeOf = (text: string) => {
  const { tree, problem } = readPlain(text);
  expect(problem).toBeUndefined();
  return tree!;
};

const problemOf = (text: string): string => describeProblem(text, readPlain(text).problem!);

const objectOf = (text: string): ObjectTree => treeOf(text) as ObjectTree;

const insert = (text: string, gap: InsertionPoint, key: string): string =>
  text.slice(0, gap.at) + `${gap.before}"${key}"${gap.separator}"new"${gap.after}` + text.slice(gap.at);

const indents = [undefined, 1, 2, 4, '\t'];
const written = fc
  .record({
    value: fc.jsonValue(),
    indent: fc.constantFrom(...indents),
    crlf: fc.boolean(),
    bom: fc.boolean(),
  })
  .map(({ value, indent, crlf, bom }) => {
    const text = JSON.stringify(value, null, indent);
    return (bom ? '\uFEFF' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text);
  });

describe('trees', () => {
  test('hold the values of JSON.parse, and every span covers the text of its value', () => {
    fc.assert(
      fc.property(written, (text) => {
        const tree = treeOf(text);
        expect(valueOf(tree)).toStrictEqual(JSON.parse(text.replace('\uFEFF', '')));
        for (const inner of allTrees(tree)) {
          const slice = text.slice(inner.span.start, inner.span.end);
          expect(valueOf(inner)).toStrictEqual(JSON.parse(slice));
          if (inner.kind !== 'scalar' || inner.slot === undefined) continue;
          expect(JSON.parse(`"${text.slice(inner.slot.span.start, inner.slot.span.end)}"`)).toBe(inner.value);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of a JSON text inside a JSON string have spans inside the escaped text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...indents), fc.boolean(), (value, indent, ascii) => {
        const body = JSON.stringify(value, null, indent);
        const plain = JSON.stringify({ before: 'é\n', text: body });
        const text = ascii
          ? plain.replaceAll(/[^ -~]/g, (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))
          : plain;
        const slot = (objectOf(text).members[1]!.value as ScalarTree).slot!;
        const nested = nestedText(plainText(text), slot.span.start, slot.span.end);
        expect(nested.text).toBe(body);
        const { tree, problem } = read('a.json', nested, 'fixed');
        expect(problem).toBeUndefined();
        expect(valueOf(tree!)).toStrictEqual(JSON.parse(body));
        for (const inner of allTrees(tree!)) {
          const slice: unknown = JSON.parse(`"${text.slice(inner.span.start, inner.span.end)}"`);
          expect(JSON.parse(slice as string)).toStrictEqual(valueOf(inner));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of packed texts have one span for all', () => {
    const { tree } = read('a.har', packedText('{"a":{"b":1}}', { start: 7, end: 40 }), 'fixed');
    expect(allTrees(tree!).map((inner) => inner.span)).toStrictEqual(
      [0, 1, 2].map(() => ({ start: 7, end: 40 })),
    );
  });

  test('keep duplicates and __proto__ as members', () => {
    const tree = objectOf('{"a": 1, "__proto__": {"x": 1}, "a": 2}');
    expect(tree.members.map((member) => member.key.value)).toStrictEqual(['a', '__proto__', 'a']);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('read comments and trailing commas', () => {
    expect(valueOf(treeOf('// one\n{ /* two */ "a": [1, 2,], // three\n}'))).toStrictEqual({ a: [1, 2] });
  });

  test('know how members can be removed, unless the text is fixed', () => {
    const text = '{"a": 1, "b": [2]}';
    expect(objectOf(text).members[1]!.removal).toStrictEqual({
      kind: 'member',
      container: { start: 0, end: 18 },
      siblings: [
        { start: 1, end: 7 },
        { start: 9, end: 17 },
      ],
      index: 1,
    });
    const fixed = read('a.har', plainText(text), 'fixed').tree as ObjectTree;
    expect(fixed.gap).toBeUndefined();
    expect(fixed.members.map((member) => [member.removal, member.key.spelling])).toStrictEqual([
      [undefined, 'fixed'],
      [undefined, 'fixed'],
    ]);
  });
});

describe('problems', () => {
  test.each([
    ['{"a": 1', 'line 1, column 8: the text ends before its last bracket is closed'],
    ['{\r\n  "a" 1\r\n}', 'line 2, column 7: a colon is expected after the field name'],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: a comma or a closing brace is expected here'],
    ['[1 2]', 'line 1, column 4: a comma or a closing bracket is expected here'],
    ['{a: 1}', 'line 1, column 2: a field name in double quotes is expected here'],
    ['{"a": }', 'line 1, column 7: a value is expected here'],
    ['{"a": "secret', 'line 1, column 7: a string is not closed'],
    ['{"a": "\\uZZZZ"}', 'line 1, column 7: a \\u escape needs four hexadecimal digits'],
    ['{} {}', 'line 1, column 4: text follows after the end of the document'],
    ['', 'line 1, column 1: the text ends where a value is expected'],
    ['/* open', 'line 1, column 1: a comment is not closed'],
  ])('%j', (text, message) => expect(problemOf(text)).toBe('not valid JSON at ' + message));

  test('are found in texts nested without end', () => {
    const message = 'not valid JSON at line 1, column 501: values are nested more than 500 deep';
    expect(problemOf('['.repeat(100_000))).toBe(message);
    expect(problemOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(message);
    expect(problemOf('{"a":'.repeat(100_000))).toContain('nested more than 500 deep');
  });

  test('never quote the text and leave what stands before them', () => {
    fc.assert(
      fc.property(fc.object(), fc.nat(), (value, at) => {
        const text = JSON.stringify({ request: 1, value });
        const cut = text.slice(0, (at % (text.length - 1)) + 1);
        const { tree, problem } = readPlain(cut);
        expect(problem).toBeDefined();
        if (cut.length < 14) return;
        expect((tree as ObjectTree).members[0]!.key.value).toBe('request');
        expect((tree as ObjectTree).complete).toBe(false);
      }),
    );
  });
});

describe('gaps', () => {
  test.each([
    ['{"a":1}', '{"a":1,"k":"new"}'],
    ['{"a": 1}', '{"a": 1, "k": "new"}'],
    ['{ "a": 1 }', '{ "a": 1, "k": "new" }'],
    ['{}', '{"k": "new"}'],
    ['{ }', '{ "k": "new" }'],
    ['{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "k": "new"\n}\n'],
    ['{\r\n\t"a" : 1\r\n}', '{\r\n\t"a" : 1,\r\n\t"k" : "new"\r\n}'],
    ['{\n  "a": 1,\n}', '{\n  "a": 1,\n  "k": "new",\n}'],
    ['{\n  "a": 1 // one\n}', '{\n  "k": "new",\n  "a": 1 // one\n}'],
    ['{\n  "a": 1, "b": 2\n}', '{\n  "a": 1, "b": 2, "k": "new"\n}'],
    ['{\n}\n', '{\n  "k": "new"\n}\n'],
    ['{\n  // none\n}\n', '{\n  "k": "new"\n  // none\n}\n'],
  ])('%j becomes %j', (text, expected) => expect(insert(text, objectOf(text).gap!, 'k')).toBe(expected));

  test('of an empty object take indent and line end from the document', () => {
    const text = '{\r\n    "a": {}\r\n}';
    const inner = objectOf(text).members[0]!.value as ObjectTree;
    expect(insert(text, inner.gap!, 'k')).toBe('{\r\n    "a": {\r\n        "k": "new"\r\n    }\r\n}');
  });

  test('add exactly one member wherever they stand', () => {
    fc.assert(
      fc.property(written, (text) => {
        for (const inner of allTrees(treeOf(text))) {
          if (inner.kind !== 'object') continue;
          const slice = text.slice(inner.span.start, inner.span.end);
          const changed = insert(text, inner.gap!, 'a new key');
          const grown = changed.slice(inner.span.start, inner.span.end + changed.length - text.length);
          const before = JSON.parse(slice) as object;
          expect(JSON.parse(grown)).toStrictEqual({ ...before, ['a new key']: 'new' });
        }
      }),
    );
  });
});

test.each([
  ['on one line', ''],
  ['with a break behind them', '\n]'],
])('reads 300,000 empty objects %s, and looks at the whole text once', (_, end) => {
  const { problem } = readPlain(`[1${',{}'.repeat(300_000)}${end.padStart(1, ']')}`);
  expect(problem).toBeUndefined();
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, Scalar } from 'yaml';
import { scalarOf } from '../../../../src/extract/members.ts';
import { yamlText } from '../../../../src/extract/recordings/recorded/yaml-text.ts';
import { loadYamlReader } from '../../../../src/extract/documents/yaml/reader.ts';

const STYLES = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;

const written = (value: string, style: (typeof STYLES)[number], lineWidth: number): string => {
  const scalar = new Scalar(value);
  scalar.type = style;
  return new Document({ body: scalar, next: 1 }).toString({ lineWidth });
};

const values = fc
  .array(fc.constantFrom('one', 'x', '{"k":', '"é😀"', "it's", '\\', ' ', '  ', '\n', '\n  ', '\t', ', '), {
    minLength: 1,
    maxLength: 25,
  })
  .map((parts) => parts.join(''));

test('words of a value stand where it says, in any style', async () => {
  const read = await loadYamlReader();
  fc.assert(
    fc.property(values, fc.constantFrom(...STYLES), fc.constantFrom(0, 40), (value, style, width) => {
      const text = written(value, style, width);
      const parsed = read('a.yaml', text, (at) => at + 7);
      const scalar = 'trees' in parsed ? scalarOf(parsed.trees[0], 'body') : undefined;
      if (scalar === undefined || scalar.value !== value) return;
      const spelled = yamlText(text, 7, scalar);
      expect(spelled.text).toBe(value);
      for (const { 0: word, index } of value.matchAll(/[a-zé{:]+/g)) {
        const { start, end } = spelled.spanAt(index, index + word.length);
        // A long word may be broken by an escaped line end.
        expect(text.slice(start - 7, end - 7).replace(/\\\n */, '')).toBe(word);
      }
    }),
    { numRuns: 2000 },
  );
});

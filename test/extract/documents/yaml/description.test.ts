import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutOperations } from '../../../../src/extract/documents/yaml/description.ts';
import { yamlExtractor } from '../../../../src/extract/documents/yaml/index.ts';

const SERVER = 'https://cloud.mongodb.com/api/atlas/v1.0';

const OPERATIONS = '  /groups:\n    get:\n      description: Lists # the groups.\n';

/** Blocks of an API description, in any order. */
const blocks = fc.shuffledSubarray(
  [
    `servers:\n  - url: ${SERVER}\n`,
    `paths:\n${OPERATIONS}`,
    `components:\n  schemas:\n    A: { type: object }\n\n`,
    'info: { title: Groups }\n',
    `# See ${SERVER}\n`,
    'tags: []\n',
  ],
  { minLength: 3 },
);

const extract = (text: string) =>
  yamlExtractor.extract({
    files: [{ path: 'a.yaml', form: 'yaml', text, origin: 'authored' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });

test('a part of a description says where each of its characters is in the whole', () => {
  fc.assert(
    fc.property(blocks, fc.boolean(), (written, isOpen) => {
      const text = `openapi: 3.0.0\n${written.join('')}`.slice(0, isOpen ? -1 : undefined);
      const part = withoutOperations(text)!;
      expect(part.text).not.toContain('/groups');
      expect([...part.text].map((_, at) => text[part.at(at)]).join('')).toBe(part.text);
    }),
  );
});

test('URLs of servers stand where they are written, behind operations too', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (written) => {
      const text = `openapi: 3.0.0\n${written.join('')}`;
      const { facts } = await extract(text);
      const urls = facts.filter(({ kind }) => kind === 'url');
      expect(urls.length).toBe(written.some((block) => block.startsWith('servers')) ? 1 : 0);
      for (const { span } of urls) expect(text.slice(span.start, span.end)).toBe(SERVER);
    }),
  );
});

test('a description is read where its operations are longer than what is parsed', async () => {
  const many = OPERATIONS.replace('Lists', 'Lists '.repeat(400_000));
  const { facts, failed } = await extract(`openapi: 3.0.0\npaths:\n${many}servers:\n  - url: ${SERVER}\n`);
  expect(failed).toEqual([]);
  expect(facts.filter(({ kind }) => kind === 'url')).toHaveLength(1);
});

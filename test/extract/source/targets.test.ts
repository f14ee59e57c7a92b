import { expect, test } from 'vitest';
import { targetsOf } from '../../../src/extract/source/project/targets.ts';
import { deployedVariables } from '../../../src/extract/source/project/deployed-variables.ts';
import type { ExtractInput } from '../../../src/extract/extractor.ts';

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0';

const isTarget = (text: string): boolean => {
  const file = { path: 'a.ts', form: 'typescript', text, origin: 'authored' } as const;
  const host = { read: () => undefined, files: () => [], search: () => [], chunks: () => [] };
  const input: ExtractInput = {
    files: [file],
    host,
    mayBeApiUrl: (flat) => flat.includes('/api/atlas/v1.0'),
  };
  return targetsOf(input, [file], deployedVariables(input)).length > 0;
};

// Every file that uses a target is read: a URL in the comments of a type library must not cost that, and a URL in
// code must never be taken for one in a comment.
test.each([
  ['line comment', `// see ${URL}\nexport {};`, false],
  ['documentation', `/**\n * \`links\` begin with ${URL}.\n */\nexport {};`, false],
  ['comment of Python', `# ${URL}\nimport os`, false],
  ['code', `export const base = '${URL}';`, true],
  ['private field', `class A {\n  #base = '${URL}';\n}`, true],
  ['generator method', `class A {\n  *pages(base = '${URL}') {}\n}`, true],
  ['code behind a comment', `/* base */ export const base = '${URL}';`, true],
  ['comment behind code', `export const base = '${URL}'; // ${URL}`, true],
])('%s', (_, text, expected) => {
  expect(isTarget(text)).toBe(expected);
});

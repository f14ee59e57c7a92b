import { expect, test } from 'vitest';
import { envExtractor } from '../../../../src/extract/documents/env/index.ts';
import { flatten } from '../../../../src/model/index.ts';

const extract = async (text: string) => {
  const { facts } = await envExtractor.extract({
    files: [{ path: '.env', form: 'env', text, origin: 'authored' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });
  return facts.map((fact) => {
    if (fact.kind !== 'url') return fact.kind;
    expect(text.slice(fact.span.start, fact.span.end)).toBe(flatten(fact.text));
    return `${fact.use} ${flatten(fact.text)}`;
  });
};

const legacy = 'https://cloud.mongodb.com/api/atlas/v1.0';

test.each([
  [`A=${legacy}`],
  [`export A=${legacy}\r\nB=1`],
  [`\uFEFFX=\n  A = "${legacy}" # why`],
  [`A='${legacy}'`],
  [`A=${legacy} # why`],
  [`A: ${legacy}`],
])('an address is read in %j', async (text) =>
  expect(await extract(text)).toStrictEqual([`value ${legacy}`]),
);

test.each([[`# A=${legacy}`], [`A="see ${legacy} there"`], ['A=https://example.com'], ['A='], [legacy]])(
  'nothing is read in %j',
  async (text) => expect(await extract(text)).toStrictEqual([]),
);

import { describe, expect, it } from 'vitest';
import { scanOf } from '../fixtures/pipeline.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** Texts that make a pattern or a walk start over at every character or comment, of about `size` characters. */
const BAIT: readonly (readonly [name: string, file: string, text: (size: number) => string])[] = [
  ['a body without a sign', 'a.sh', (size) => `curl ${BASE}/groups -d '${'a.'.repeat(size / 2)}'\n`],
  ['a form without a sign', 'a.http', (size) => `POST ${BASE}/groups\n\n${'a.'.repeat(size / 2)}\n`],
  ['a header that names no type', 'b.http', (size) => `GET ${BASE}/groups\nAccept: ${'a'.repeat(size)}\n`],
  ['an address of question marks', 'a.sh', (size) => `curl '${BASE}/groups/${'?'.repeat(size)}'\n`],
  [
    'an address of question marks in a recording',
    'a.har',
    (size) =>
      JSON.stringify({
        log: {
          version: '1.2',
          creator: { name: 'x', version: '1' },
          entries: [{ request: { method: 'GET', url: `${BASE}/groups/${'?'.repeat(size)}`, headers: [] } }],
        },
      }),
  ],
  [
    'a comment that says it again',
    'a.ts',
    (size) => `fetch('${BASE}'); ${'// migrate-ignore '.repeat(size / 18)}\n`,
  ],
  [
    'a thousand comments',
    'a.ts',
    (size) => `${'// migrate-ignore-line x\n'.repeat(size / 25)}fetch('${BASE}');\n`,
  ],
  [
    'comments that never end',
    'a.json',
    (size) => `{"url": "${BASE}"} // migrate-ignore-line\n${'/*'.repeat(size / 2)}`,
  ],
  ['YAML with a mistake at every step', 'a.yaml', (size) => `url: ${BASE}\nx: ${'{}'.repeat(size / 2)}\n`],
  ['YAML with a bad alias at every step', 'a.yaml', (size) => `url: ${BASE}\nx: ${'* '.repeat(size / 2)}\n`],
  [
    'strings of Groovy that never end',
    'Jenkinsfile',
    (size) => `sh 'curl ${BASE}'\n${'"\\'.repeat(size / 2)}`,
  ],
  ['a line of spaces', 'a.env', (size) => `URL=${BASE}\n${' '.repeat(size)}# migrate-ignore-line\n`],
];

const timeOf = async (file: string, text: string): Promise<number> => {
  const start = process.cpuUsage();
  await scanOf({ [file]: text });
  return process.cpuUsage(start).user / 1000;
};

/** What takes less than this needs no second look. */
const SHORT_MS = 500;

describe('files that bait', () => {
  it.each(BAIT)(
    '%s',
    async (_, file, text) => {
      await timeOf(file, text(1 << 10));
      const long = await timeOf(file, text(1 << 16));
      if (long > SHORT_MS) expect(long / (await timeOf(file, text(1 << 13)))).toBeLessThan(20);
    },
    60_000,
  );
});

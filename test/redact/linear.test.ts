import { describe, expect, it } from 'vitest';
import { crashText } from '../../src/redact/crash.ts';
import { redactCommand } from '../../src/redact/command.ts';
import { redactGiven } from '../../src/redact/read-report.ts';
import { redactPath, redactPointer } from '../../src/redact/names.ts';
import { redactCode } from '../../src/redact/code-line.ts';
import { CodeLexer } from '../../src/redact/literals.ts';
import { redactAssignment, redactSentence } from '../../src/redact/source-line.ts';
import { redactText } from '../../src/redact/redact.ts';

const NONE: ReadonlySet<string> = new Set();

const REDACTORS: Readonly<Record<string, (text: string) => unknown>> = {
  redactText,
  redactPath,
  redactPointer,
  redactCode: (text) =>
    redactCode({ text, trusted: NONE }, new CodeLexer(text, true).upTo(text.length), {
      start: 0,
      end: text.length,
    }),
  redactSentence,
  redactAssignment: (text) => redactAssignment(text, NONE),
  redactCommand: (text) => redactCommand(text, NONE),
  redactGiven: (text) => redactGiven({ text }),
  crashText: (text) => crashText(new Error(text)),
};

/** Pieces that make a pattern start over at every character, when they are repeated. */
const BAIT = [
  'a',
  'a.',
  'a-',
  'a@',
  'a.a@',
  '@a.',
  'a/',
  '/',
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  ' ',
  '\t',
  '=',
  ':',
  '://',
  'a://',
  '://a:',
  '://a:b',
  'https://a:b/c ',
  '{',
  '${',
  '${a',
  '${a}',
  '$a/',
  'token',
  'token=',
  'token: ',
  'token="',
  'secret.',
  'a_secret-',
  'Bearer ',
  'Bearer a',
  'Bearera',
  'eyJ',
  'eyJa.',
  '-----BEGIN A',
  '-----BEGIN A-----',
  'AKIA',
  '0123456789',
  '0a',
  'aB',
  '12345678-1234-',
  '/*',
  '*/',
  '//',
  '#',
  '# ',
  'curl -H ',
  '>&&',
  '{"a":',
  '<a>b',
  '(/',
  '/[',
  '[',
  'a: 1000',
  '.a[1]',
  '- ',
  'export ',
  'require',
  'from ',
  'a,',
  '-a',
  '; charset=',
  'application/',
  'a=b&',
  '?a=b',
  '\n',
  '\r',
];

/** Milliseconds of this process: other programs on the machine do not count. */
const timeOf = (redact: (text: string) => unknown, text: string): number => {
  const start = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const best = (redact: (text: string) => unknown, text: string): number =>
  Math.min(...[1, 2, 3].map(() => timeOf(redact, text)));

/** What takes no longer than this needs no second look. */
const SHORT_MS = 20;
/** Eight times the text takes eight times as long, or 64 times where each character looks at all others. */
const MOST = 32;

/** The lowest of up to three measurements: what is steep is steep each time, and what a machine does beside it is not. */
const confirmed = (measure: () => number, most: number): number => {
  let lowest = Infinity;
  for (let tries = 0; tries < 3 && lowest > most; tries++) lowest = Math.min(lowest, measure());
  return lowest;
};

/** How much longer eight times the text takes; 1 where it takes no time worth a look. */
const growthOf = (redact: (text: string) => unknown, piece: string, size: number): number => {
  const bait = (length: number): string => `x ${piece.repeat(Math.ceil(length / piece.length))}!`;
  if (timeOf(redact, bait(size)) < SHORT_MS) return 1;
  return best(redact, bait(size)) / best(redact, bait(size / 8));
};

describe('redaction takes linear time', () => {
  it.each(Object.entries(REDACTORS))(
    '%s',
    (_, redact) => {
      const steep = BAIT.flatMap((piece) => {
        // What is steep shows at 8 KiB, and would hold up the test at 32 KiB.
        for (const size of [1 << 13, 1 << 15]) {
          const growth = confirmed(() => growthOf(redact, piece, size), MOST);
          if (growth > MOST)
            return [`${JSON.stringify(piece)} grows ${growth.toFixed(0)} times up to ${size}`];
        }
        return [];
      });
      expect(steep).toEqual([]);
    },
    120_000,
  );
});

describe('an e-mail address that never comes', () => {
  it('costs two megabytes twice what it costs one', () => {
    const long = 'a.'.repeat(1 << 19);
    const growth = (): number => best(redactText, long + long) / best(redactText, long);
    expect(confirmed(growth, 3)).toBeLessThan(3);
  });
});

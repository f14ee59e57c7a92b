import { describe, expect, it } from 'vitest';
import { silencedText, unreadText } from '../../src/report/accounts.ts';
import type { Report } from '../../src/report/report.ts';

const at = (file: string, line: number, reason = 'Rust is not analysed', analysed = false) => ({
  file,
  line,
  reason,
  analysed,
});
const reportOf = (unread: readonly ReturnType<typeof at>[]): Report => ({ unread }) as unknown as Report;
const told = (unread: readonly ReturnType<typeof at>[], verbose = false): string =>
  String(unreadText(reportOf(unread), { verbose }));

describe('what is said of texts that are not accounted for', () => {
  it.each<readonly [why: string, unread: readonly ReturnType<typeof at>[], verbose: boolean, line: string]>([
    ['nothing', [], false, ''],
    [
      'one file, once for all its texts',
      [at('a.rs', 3), at('a.rs', 9)],
      false,
      '1 other file mentions /api/atlas/v1.0 and was not analysed (Rust): a.rs:3.\n',
    ],
    [
      'each text, when asked',
      [at('a.rs', 3), at('a.rs', 9)],
      true,
      '1 other file mentions /api/atlas/v1.0 and was not analysed (Rust): a.rs:3, a.rs:9.\n',
    ],
    [
      'no more than three places',
      [1, 2, 3, 4, 5].map((n) => at(`${n}.rs`, n)),
      false,
      '5 other files mention /api/atlas/v1.0 and were not analysed (Rust): 1.rs:1, 2.rs:2, 3.rs:3 and 2 more.\n',
    ],
    [
      'files that were analysed apart from others',
      [at('a.rs', 1), at('b.ts', 2, 'the use is not seen', true)],
      false,
      '1 other file mentions /api/atlas/v1.0 and was not analysed (Rust): a.rs:1. 1 text that can be a URL of the legacy API is not accounted for, because its use is unknown: b.ts:2.\n',
    ],
  ])('%s', (_, unread, verbose, line) => {
    expect(told(unread, verbose)).toBe(line);
  });

  it.each<readonly [silenced: Readonly<Record<string, number>>, line: string]>([
    [{}, ''],
    [{ comment: 1 }, '1 more mention of the legacy API left alone (comment 1); --verbose lists it.'],
    [
      { comment: 2, log: 1 },
      '3 more mentions of the legacy API left alone (comment 2, log 1); --verbose lists them.',
    ],
  ])('%o', (silenced, line) => {
    expect(silencedText({ silenced } as unknown as Report)).toBe(line);
  });
});

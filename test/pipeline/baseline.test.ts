import { describe, expect, it } from 'vitest';
import { baselineText, compare, parseBaseline } from '../../src/pipeline/baseline.ts';
import type { Against } from '../../src/pipeline/baseline.ts';
import { UsageError } from '../../src/model/index.ts';
import type { Finding } from '../../src/model/index.ts';
import { identitiesOf } from '../../src/report/identity.ts';
import { finding } from '../report/findings.ts';

const same = (file: string): string => file;

const known = (...findings: readonly Finding[]) =>
  parseBaseline(baselineText(identitiesOf(findings, same)), 'b');

const against = (entries: ReturnType<typeof known>, over: Partial<Against> = {}): Against => ({
  entries,
  inRepository: same,
  inScope: () => true,
  exists: () => true,
  ...over,
});

describe('a baseline file', () => {
  it('holds one sorted line a finding, and no place in a text', () => {
    const findings = [finding({ file: 'b.ts' }), finding({ file: 'a.ts' }), finding({ file: 'a.ts' })];
    const lines = baselineText(identitiesOf(findings, same)).trimEnd().split('\n').slice(2);
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['a.ts', 'a.ts', 'b.ts']);
    expect(lines.filter((line) => !/^legacy-base-url [0-9a-f]{32} [ab]\.ts$/.test(line))).toEqual([]);
  });

  it.each(['a b.ts', '"quoted".ts', 'line\nend.ts', ' lead.ts', 'trail.ts ', '#.ts', 'ü\u2028.ts'])(
    'keeps the name %j',
    (file) => {
      expect(known(finding({ file }))[0]?.file).toBe(file);
    },
  );

  it('is read with line ends of Windows, and refused with a conflict in it', () => {
    const text = baselineText(identitiesOf([finding()], same));
    expect(parseBaseline(text.replaceAll('\n', '\r\n'), 'b')).toEqual(parseBaseline(text, 'b'));
    expect(() => parseBaseline(`<<<<<<< HEAD\n${text}`, 'b.txt')).toThrow(UsageError);
    expect(() => parseBaseline(`${text}nonsense\n`, 'b.txt')).toThrow(/b\.txt: line 4/);
  });
});

describe('compare', () => {
  it('knows what moved within its file', () => {
    const moved = finding({ span: { start: 5, end: 9 }, message: 'other', severity: 'info' });
    expect(compare([moved], against(known(finding())))).toEqual({ fresh: [], known: 1, stale: [] });
  });

  it('sees a swap: one gone, another come', () => {
    const other = finding({ anchor: 'other' });
    const { fresh, known: count, stale } = compare([other], against(known(finding())));
    expect([fresh, count, stale.length]).toEqual([[other], 0, 1]);
  });

  it('sees one more of the same', () => {
    expect(compare([finding(), finding()], against(known(finding()))).fresh).toHaveLength(1);
  });

  it('follows a file that was renamed, once', () => {
    const entries = known(finding({ file: 'old.ts' }));
    const found = [finding({ file: 'new.ts' }), finding({ file: 'copy.ts' })];
    const gone = compare(found, against(entries, { exists: () => false }));
    expect([gone.fresh.map(({ file }) => file), gone.stale]).toEqual([['copy.ts'], []]);
    expect(compare(found, against(entries)).fresh).toHaveLength(2);
  });

  it('calls nothing stale that was not looked at', () => {
    expect(compare([], against(known(finding()), { inScope: () => false })).stale).toEqual([]);
  });
});

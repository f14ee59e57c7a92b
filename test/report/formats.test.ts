import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/model/index.ts';
import { shownNames } from '../../src/pipeline/render-report.ts';
import { redactText } from '../../src/redact/redact.ts';
import { FORMAT_NAMES, formatNamed, loadFormat } from '../../src/report/formats.ts';
import { frameOf, framedText } from '../../src/report/code-frame.ts';
import { summaryText } from '../../src/report/summary.ts';
import { finding, measuredIn, report, TEXT } from './findings.ts';

const built = report([
  finding(),
  finding({ severity: 'warning', fix: undefined, file: 'odd\u001B[31m,name.ts' }),
]);

const shown = {
  report: built,
  frame: (index: number) => frameOf(framedText(TEXT), built.findings[index]!),
  rules: new Map([
    [
      redactText('legacy-base-url'),
      {
        title: redactText('A base'),
        why: redactText('It goes.'),
        advice: redactText('Use the versioned base.'),
        advised: false,
        source: redactText('§1'),
        severity: 'error',
      } as const,
    ],
  ]),
  inRepository: shownNames((file) => file),
  measured: measuredIn(TEXT),
  color: false,
};

/** A line of code with a key in it. */
const long = (count: number): string => `const key = 'hunter2-${'x'.repeat(count)}'; get('/api/atlas/v1.0');`;

describe('formats', () => {
  it('pretty shows findings of one kind as a block, with places, code and one fix, and what to do by hand', async () => {
    const text = (await loadFormat('pretty'))(shown);
    expect(text.split('\n').slice(0, 4)).toEqual([
      'A base  [1 error; safe fix]',
      '  fix (safe): Use /api/atlas/v2',
      '  error  legacy-base-url: The base is that of the unversioned API.',
      "    a.ts:1:51  const base = 'https://cloud.mongodb.com/api/atlas/v1.0';",
    ]);
    expect(text).toContain('what to do: Use the versioned base.');
  });

  it('pretty keeps to the width of a terminal, and points with its colours', async () => {
    const pretty = await loadFormat('pretty');
    const lines = pretty({ ...shown, width: 40 }).split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines).toContain('    a.ts:1:51');
    expect(pretty({ ...shown, color: true })).toContain('\u001B[31mv1.0\u001B[39m');
  });

  it('pretty shows each finding by itself with --verbose', async () => {
    const text = (await loadFormat('pretty'))({ ...shown, verbose: true });
    expect(text.split('\n').slice(0, 6)).toEqual([
      'a.ts:1:51  error  legacy-base-url [fixable: Use /api/atlas/v2]',
      '  The base is that of the unversioned API.',
      "  > 1| const base = 'https://cloud.mongodb.com/api/atlas/v1.0';",
      `     |${' '.repeat(51)}^^^^`,
      "    2| const key = '•••';",
      '',
    ]);
    expect(text).toContain('what to do: Use the versioned base.');
  });

  it('compact and github write one line a finding, whatever the file is called', async () => {
    for (const name of ['compact', 'github'] as const) {
      expect((await loadFormat(name))(shown).trimEnd().split('\n')).toHaveLength(2);
    }
    expect((await loadFormat('compact'))(shown)).not.toContain('\u001B');
    expect((await loadFormat('github'))(shown)).toContain('%2Cname.ts');
  });

  it('sarif points with the same offsets', async () => {
    const log = JSON.parse((await loadFormat('sarif'))(shown)) as { runs: { results: unknown[] }[] };
    expect(log.runs[0]?.results[0]).toMatchObject({
      ruleId: 'legacy-base-url',
      locations: [
        { physicalLocation: { region: { startLine: 1, startColumn: 51, charOffset: 50, charLength: 4 } } },
      ],
    });
  });

  it('shows no credential in any format', async () => {
    for (const name of FORMAT_NAMES) expect((await loadFormat(name))(shown)).not.toContain('hunter2');
  });

  it('cuts a long line around its mark once it is redacted, and shows no part of a very long one', () => {
    const cutOut = `${'f(a); '.repeat(60)}${TEXT.split('\n')[0]}${' f(a);'.repeat(60)}`;
    const at = cutOut.indexOf('v1.0');
    const start = { line: 1, column: at + 1, offset: at };
    const end = { line: 1, column: at + 5, offset: at + 4 };
    const [line] = frameOf(framedText(cutOut), { ...built.findings[0]!, start, end });
    expect(line!.text).toHaveLength(240);
    expect(line!.text.slice(line!.mark!.from, line!.mark!.to)).toBe('v1.0');
    expect(frameOf(framedText(long(300)), built.findings[0]!)[0]!.text).not.toMatch(/hunter2|xx/);
    const [whole] = frameOf(framedText(long(5000)), built.findings[0]!);
    expect(whole).toMatchObject({ text: `(a line of ${long(5000).length} characters)`, mark: undefined });
  });

  it('refuses an unknown format with the nearest one', () => {
    expect(() => formatNamed('jsn')).toThrow(UsageError);
    expect(() => formatNamed('jsn')).toThrow(/Did you mean "json"/);
    expect(() => formatNamed('constructor')).toThrow(UsageError);
  });
});

describe('summaryText', () => {
  it('accounts for every file', () => {
    expect(summaryText(built, { verbose: false })).toBe(
      [
        '3 files: 1 scanned, 1 skipped, 1 failed.',
        '  skipped (binary): logo.ts',
        '  failed (line 1: password="•••" is not closed): broken.ts',
        '2 findings (1 error, 1 warning), 1 fixable, 0 more with --unsafe.',
        '',
      ].join('\n'),
    );
  });

  it('says after fixes that findings are left', () => {
    expect(summaryText(built, { verbose: false, isLeft: true })).toContain('2 findings left (1 error,');
  });

  it('says what to do when there is nothing to scan', () => {
    const empty = report([], { discovered: 0, skipped: [], failed: [] });
    expect(summaryText(empty, { verbose: false })).toMatch(/^No files to scan/);
  });
});

import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/model/index.ts';
import { shownNames } from '../../src/pipeline/render-report.ts';
import { redactText } from '../../src/redact/redact.ts';
import { FORMAT_NAMES, formatNamed, loadFormat } from '../../src/report/formats.ts';
import { frameOf, framedText } from '../../src/report/frame.ts';
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
        source: redactText('§1'),
        severity: 'error',
      } as const,
    ],
  ]),
  inRepository: shownNames((file) => file),
  measured: measuredIn(TEXT),
  color: false,
};

describe('formats', () => {
  it('pretty shows place, rule, fix, message and the marked line, and what to do where no fix exists', async () => {
    const text = (await loadFormat('pretty'))(shown);
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

  it('shows no part of a very long line', () => {
    const text = `const base = '${'x'.repeat(300)}/api/atlas/v1.0';`;
    const [line] = frameOf(framedText(text), built.findings[0]!);
    expect(line).toEqual({ line: 1, text: `(a line of ${text.length} characters)`, mark: undefined });
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

  it('says what to do when there is nothing to scan', () => {
    const empty = report([], { discovered: 0, skipped: [], failed: [] });
    expect(summaryText(empty, { verbose: false })).toMatch(/^No files to scan/);
  });
});

import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/report/redact.ts';
import type { FrameLine, Report, ReportedFinding } from '../../src/report/report.ts';
import type { ReportedCall } from '../../src/report/verdicts.ts';

describe('what a report says of scanned files', () => {
  it('does not compile unless it passed redaction', () => {
    const scanned: string = 'https://me:hunter2@h.test/';
    const passed: ReportedFinding['message'] = redactText(scanned);
    // @ts-expect-error a message that was not redacted
    const message: ReportedFinding['message'] = scanned;
    // @ts-expect-error data that was not redacted
    const data: ReportedFinding['data'] = { value: scanned };
    // @ts-expect-error a replacement that was not redacted
    const edit: NonNullable<ReportedFinding['fix']>['edits'][number] = { start: 0, end: 1, text: scanned };
    // @ts-expect-error a reason that quotes its input
    const failed: Report['failed'][number] = { file: 'a.json', message: scanned };
    // @ts-expect-error a line of source as it is
    const line: FrameLine = { line: 1, text: scanned, mark: undefined };
    // @ts-expect-error why a call was refused
    const reason: ReportedCall['reason'] = scanned;
    expect([message, data, edit, failed, line, reason]).toHaveLength(6);
    expect(passed).toBe('https://•••@h.test/');
  });
});

import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/pipeline/run.ts';
import type { OutputFile } from '../../src/io/output.ts';
import { silentTerminal } from '../../src/io/terminal.ts';
import type { ShownDiagnostic, ShownHover } from '../../src/cli/lsp/outlet.ts';
import type { Clean, Redacted } from '../../src/model/index.ts';
import { exempt, joined, rendered, say, word } from '../../src/redact/gate.ts';
import { redactPath } from '../../src/redact/names.ts';
import { redactText } from '../../src/redact/redact.ts';
import { json } from '../../src/report/json.ts';
import type { FrameLine, Presentation, Report, ReportedFinding, RuleText } from '../../src/report/report.ts';
import type { ReportedCall } from '../../src/report/verdicts.ts';
import type { ReportedUse } from '../../src/report/versions.ts';

const scanned: string = 'https://me:hunter2@h.test/';
const { out, err } = silentTerminal('.');

const shout = ({ text }: { readonly text: string }): string => text;
const deep = ({ a }: { readonly a: readonly ReadonlyMap<Redacted, { b: string }>[] }): string => String(a);
const lazy = ({ read }: { readonly read: () => string }): string => read();
const clean = ({ text }: { readonly text: Redacted | 'none'; readonly count: number }): string => text;
const asJson = (presentation: Presentation): Redacted => rendered(json, presentation);

/** `tsc` refuses an expectation that is not met: each line below is a way around redaction that does not compile. */
describe('what the program prints and writes', () => {
  it('is no text of a scanned file', () => {
    // @ts-expect-error standard output
    out(scanned);
    // @ts-expect-error standard error
    err(`failed: ${scanned}`);
    // @ts-expect-error even a text of our own, unless `word` or `say` took it
    err('a literal');
    // @ts-expect-error a question
    void silentTerminal('.').ask?.(scanned);
    // @ts-expect-error a file
    const written: OutputFile = { path: 'report.json', text: scanned };
    // @ts-expect-error what a cache keeps
    const notes: Outcome['notes'] = scanned;
    // @ts-expect-error a diagnostic of an editor
    const message: ShownDiagnostic['message'] = scanned;
    // @ts-expect-error what an editor shows at a place
    const value: ShownHover['contents']['value'] = scanned;
    expect([written, notes, message, value]).toHaveLength(4);
  });

  it('is made of nothing else', () => {
    // @ts-expect-error a hole of a sentence
    const said = say`failed: ${scanned}`;
    // @ts-expect-error a word that the code does not spell out
    word(scanned);
    // @ts-expect-error a spelling that is only partly known
    word(scanned as `https://${string}`);
    // @ts-expect-error a part
    joined([say`a`, scanned]);
    // @ts-expect-error an exemption that nobody granted
    exempt('it is late', scanned);
    expect(said).toBe(`failed: ${scanned}`);
    expect(say`${redactText(scanned)} ${word('seen')} ${2} times`).toBe('https://•••@h.test/ seen 2 times');
  });

  it('is rendered from clean data only', () => {
    // @ts-expect-error a member
    rendered(shout, { text: scanned });
    // @ts-expect-error however deep
    rendered(deep, { a: [new Map([[redactText('x'), { b: scanned }]])] });
    // @ts-expect-error what a function gives
    rendered(lazy, { read: () => scanned });
    expect(rendered(clean, { text: redactPath('a.ts'), count: 1 })).toBe('a.ts');
    type Refused = Clean<{ readonly text: string }>['text'];
    // @ts-expect-error no text at all
    const refused: Refused = scanned;
    expect(refused).toBe(scanned);
  });
});

describe('what a report says of scanned files', () => {
  it('does not compile unless it passed redaction', () => {
    type Of<Key extends keyof ReportedFinding> = ReportedFinding[Key];
    const passed: Of<'message'> = redactText(scanned);
    // @ts-expect-error a message
    const message: Of<'message'> = scanned;
    // @ts-expect-error the name of a file
    const file: Of<'file'> = scanned;
    // @ts-expect-error keys of a payload
    const pointer: Of<'pointer'> = scanned;
    // @ts-expect-error an operation
    const operation: Of<'operation'> = scanned;
    // @ts-expect-error data
    const data: Of<'data'> = { value: scanned };
    // @ts-expect-error a fingerprint that is not made of a digest
    const fingerprint: Of<'fingerprint'> = scanned;
    // @ts-expect-error a replacement
    const edit: NonNullable<Of<'fix'>>['edits'][number] = { start: 0, end: 1, text: scanned };
    // @ts-expect-error a reason that quotes its input
    const failed: Report['failed'][number] = { file: redactPath('a.json'), message: scanned };
    // @ts-expect-error why a file was skipped
    const skipped: Report['skipped'][number] = { file: redactPath('a.json'), reason: scanned };
    // @ts-expect-error a line of source
    const line: FrameLine = { line: 1, text: scanned, mark: undefined };
    // @ts-expect-error a text of a rule pack
    const advice: RuleText['advice'] = scanned;
    // @ts-expect-error why a call was refused
    const reason: ReportedCall['reason'] = scanned;
    // @ts-expect-error an operation that a version is asked of
    const use: ReportedUse['operation'] = scanned;
    expect([message, file, pointer, operation, data, fingerprint, edit, failed, skipped]).toHaveLength(9);
    expect([line, advice, reason, use]).toHaveLength(4);
    expect(passed).toBe('https://•••@h.test/');
  });

  it('is all that formats see', () => {
    // A presentation is clean: `asJson` does not compile once a part of it may hold another text.
    expect(asJson).toBeTypeOf('function');
  });
});

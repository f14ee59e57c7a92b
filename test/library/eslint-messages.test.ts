import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { lintMessage } from '../../src/library/eslint/message.ts';
import type { Report, ReportedFinding } from '../../src/report/report.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';

const PROJECTS = fileURLToPath(new URL('../../fixtures/projects/', import.meta.url));

const findingsOf = async (project: string): Promise<readonly ReportedFinding[]> => {
  const { terminal, out } = recordingTerminal(PROJECTS + project);
  await run(['scan', '--no-config', '--today', TODAY, '--format', 'json', '.'], terminal);
  return (JSON.parse(out()) as Report).findings;
};

const reason = { text: 'code that appends options of its own breaks.', file: 'src/a.ts', line: 3 };
const fix = { safety: 'unsafe', reason } as unknown as NonNullable<ReportedFinding['fix']>;
const found = { message: 'mongoURI was removed.', fix } as ReportedFinding;

it('says in sentences why a fix is unsafe, and where', () => {
  expect(lintMessage(found, true)).toBe(
    'mongoURI was removed. The fix is unsafe: code that appends options of its own breaks. See src/a.ts:3.',
  );
});

it('repeats no reason that the message has', () => {
  const message = `mongoURI was removed: ${reason.text}`;
  expect(lintMessage({ ...found, message } as ReportedFinding, true)).toBe(
    `${message} The fix is unsafe for this reason. See src/a.ts:3.`,
  );
});

it('says which files a fix needs', () => {
  const blocked = { ...reason, text: 'The fix also changes src/b.ts' } as unknown as NonNullable<
    ReportedFinding['blocked']
  >;
  expect(lintMessage({ ...found, fix: null, blocked }, false)).toBe(
    'mongoURI was removed. The fix also changes src/b.ts. See src/a.ts:3.',
  );
});

it.each(readdirSync(PROJECTS))('prints sentences for each finding of the client %s', async (project) => {
  for (const finding of await findingsOf(project)) {
    const message = lintMessage(finding, false);
    expect(message).toMatch(/[.!?]"?$/);
    expect(message).not.toMatch(/[.!?;:],|\.\.(?!\.)|[.!?]\)?[:;,]\s|\(unsafe fix/);
  }
});

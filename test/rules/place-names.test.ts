import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { placeNames } from '../../src/rules/place-names.ts';
import type { Report } from '../../src/report/report.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

// Code inside a file has a path of its own, `ci.yml#90.sh`, which no text may show.

it('names code inside a file by the file and its line', () => {
  const inner = { file: 'ci.yml#3.sh', span: { start: 1, end: 2 } };
  const names = placeNames(
    (file) => (file === 'ci.yml' ? 'on:\n  a\n  b\n' : undefined),
    (place) => (place === inner ? { file: 'ci.yml', span: { start: 9, end: 10 } } : place),
  );
  expect([names.file(inner), names.line(inner), names.files([inner, inner])]).toEqual([
    'ci.yml',
    'ci.yml:3',
    'ci.yml',
  ]);
  expect(names.line({ file: 'unread.bin', span: { start: 0, end: 1 } })).toBe('unread.bin');
});

const WORKFLOW = `on: push
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: |
          BASE=https://cloud.mongodb.com/api/atlas/v1.0
          ./report --base "$BASE/groups"
`;

it('names the line of the workflow that passes a URL to unknown code', async () => {
  const { terminal, out } = recordingTerminal(temporaryTree({ '.github/workflows/nightly.yml': WORKFLOW }));
  await run(['scan', '-f', 'json'], terminal);
  const [finding] = (JSON.parse(out()) as Report).findings;
  expect(finding?.message).toContain('(.github/workflows/nightly.yml:8)');
  expect(out()).not.toContain('.yml#');
});

import type { Finding } from '../../src/model/index.ts';
import { buildReport } from '../../src/report/build.ts';
import type { RunResult } from '../../src/report/build.ts';
import { lineStarts, positionOf } from '../../src/report/lines.ts';
import { measuring } from '../../src/report/measure.ts';
import type { Presentation, Report } from '../../src/report/report.ts';

export const TEXT =
  "const base = 'https://cloud.mongodb.com/api/atlas/v1.0';\nconst key = 'hunter2-hunter2';\n";

/** A finding on `v1.0` in TEXT, with what a test says otherwise. */
export const finding = (over: Partial<Finding> = {}): Finding => ({
  rule: 'legacy-base-url',
  severity: 'error',
  certainty: 'certain',
  message: 'The base is that of the unversioned API.',
  file: 'a.ts',
  span: { start: 50, end: 54 },
  pointer: undefined,
  exchange: undefined,
  operation: undefined,
  data: { base: '/api/atlas/v1.0' },
  fix: {
    title: 'Use /api/atlas/v2',
    safety: 'safe',
    edits: [{ span: { start: 50, end: 54 }, text: 'v2' }],
    group: undefined,
  },
  anchor: '/api/atlas/v1.0',
  ...over,
});

/** Every finding lies in a file of this text; nowhere, where there is none. */
export const measuredIn = (text: string | undefined): Presentation['measured'] =>
  measuring(() => (text === undefined ? undefined : { file: 'a.ts', text }));

export const report = (findings: readonly Finding[], over: Partial<RunResult> = {}): Report =>
  buildReport({
    tool: { name: 'migrate', version: '0.0.0' },
    target: '2023-02-01',
    today: '2026-11-21',
    discovered: 3,
    inRepository: (file) => file,
    findings,
    skipped: [{ file: 'logo.ts', reason: 'binary' }],
    unread: [],
    silenced: [],
    failed: [{ file: 'broken.ts', message: 'line 1: password="hunter2" is not closed' }],
    locate: (_file, offsets) =>
      new Map(offsets.map((offset) => [offset, positionOf(lineStarts(TEXT), offset)])),
    ...over,
  });

import type { Render } from './report.ts';

/** The whole report as one JSON document (contract §4). */
export const json: Render = ({ report }) => JSON.stringify(report, undefined, 2) + '\n';

/** One finding a line. */
export const jsonl: Render = ({ report }) =>
  report.findings.map((finding) => JSON.stringify(finding) + '\n').join('');

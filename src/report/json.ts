import { jsonText } from './json-text.ts';
import type { Render } from './report.ts';

/** The whole report as one JSON document (contract §4). */
export const json: Render = ({ report }) => jsonText(report, 2) + '\n';

/** One finding per line. */
export const jsonl: Render = ({ report }) =>
  report.findings.map((finding) => jsonText(finding) + '\n').join('');

import type { Severity } from '../model/index.ts';
import { jsonText } from './json-text.ts';
import type { Render } from './report.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** GitLab's Code Quality report; paths are relative to the repository. */
export const gitlab: Render = ({ report, inRepository }) => {
  const issues = report.findings.map(({ rule, message, severity, file, start, end, fingerprint }) => ({
    type: 'issue',
    description: message,
    check_name: rule,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: inRepository(file), lines: { begin: start.line, end: end.line } },
  }));
  return jsonText(issues, 2) + '\n';
};

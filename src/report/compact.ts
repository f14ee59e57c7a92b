import type { Render } from './report.ts';
import { disarmed, printable } from './style.ts';

/** One line per finding: `file:line:column: severity rule message`. */
export const compact: Render = ({ report }) =>
  report.findings
    .map(({ file, start, severity, rule, message }) => {
      const line = `${file}:${start.line}:${start.column}: ${severity} ${rule} ${message}`;
      return disarmed(printable(line)) + '\n';
    })
    .join('');

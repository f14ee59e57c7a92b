import { groupBy } from '../model/index.ts';
import type { Render, ReportedFinding } from './report.ts';
import { attributes } from './xml.ts';

const errorElement = ({ start, severity, message, rule }: ReportedFinding): string => {
  const values = { line: start.line, column: start.column, severity, message, source: `migrate.${rule}` };
  return `    <error${attributes(values)}/>\n`;
};

/** Checkstyle XML: what a build server without a format of its own reads. Files that failed are errors at line 1. */
export const checkstyle: Render = ({ report }) => {
  const found = [...groupBy(report.findings, ({ file }) => file)].map(
    ([file, findings]) =>
      `  <file${attributes({ name: file })}>\n${findings.map(errorElement).join('')}  </file>\n`,
  );
  const failed = report.failed.map(({ file, message }) => {
    const values = { line: 1, column: 1, severity: 'error', message, source: 'migrate.failed' };
    return `  <file${attributes({ name: file })}>\n    <error${attributes(values)}/>\n  </file>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n${[...found, ...failed].join('')}</checkstyle>\n`;
};

import type { Severity } from '../model/index.ts';
import { jsonText } from './json-text.ts';
import type { Measured, Position, Presentation, Render, ReportedFinding } from './report.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };

interface Place {
  readonly line: number;
  readonly column?: number;
}

/** Reviewdog counts columns in bytes of UTF-8. */
const placeOf = ({ line, offset }: Position, measured: Measured | undefined): Place =>
  measured?.inBytes(offset) ?? { line };

/** Several suggestions are alternatives to each other, so that only a fix of one edit can be one. */
const suggestions = ({ fix }: ReportedFinding, measured: Measured | undefined) => {
  if (fix === null || fix.edits.length !== 1 || measured === undefined) return {};
  return {
    suggestions: fix.edits.map((edit) => ({
      range: { start: measured.inBytes(edit.start), end: measured.inBytes(edit.end) },
      text: edit.text,
    })),
  };
};

const diagnosticsIn = ({ report, inRepository, measured }: Presentation) =>
  report.findings.map((finding) => {
    const { file, rule, severity, message, start, end } = finding;
    const inFile = measured(finding);
    return {
      message,
      location: {
        path: inRepository(file),
        range: { start: placeOf(start, inFile), end: placeOf(end, inFile) },
      },
      severity: SEVERITIES[severity],
      code: { value: rule },
      ...suggestions(finding, inFile),
    };
  });

/** Reviewdog's diagnostic format (RDFormat), fixes as suggestions. */
export const rdjson: Render = (presentation) =>
  jsonText({ source: { name: presentation.report.tool.name }, diagnostics: diagnosticsIn(presentation) }, 2) +
  '\n';

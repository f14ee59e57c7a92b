import type { Severity } from '../model/index.ts';
import { jsonText } from './json-text.ts';
import { lineStarts, positionOf } from './lines.ts';
import type { Position, Presentation, Render, ReportedFinding } from './report.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };

interface Place {
  readonly line: number;
  readonly column?: number;
}

/** Places in one file; reviewdog counts columns in bytes of UTF-8. */
type Locate = (position: Pick<Position, 'offset'> & Partial<Position>) => Place;

const locatorOf = (text: string | undefined): Locate => {
  if (text === undefined) return ({ line = 1 }) => ({ line });
  const starts = lineStarts(text);
  return ({ offset }) => {
    const { line } = positionOf(starts, offset);
    return { line, column: Buffer.byteLength(text.slice(starts[line - 1], offset)) + 1 };
  };
};

/** Several suggestions are alternatives to each other, so that only a fix of one edit can be one. */
const suggestions = ({ fix }: ReportedFinding, text: string | undefined, locate: Locate) => {
  if (fix === null || fix.edits.length !== 1 || text === undefined) return {};
  return {
    suggestions: fix.edits.map((edit) => ({
      range: { start: locate({ offset: edit.start }), end: locate({ offset: edit.end }) },
      text: edit.text,
    })),
  };
};

const diagnosticsIn = ({ report, inRepository, source }: Presentation) => {
  const locators = new Map<string, Locate>();
  return report.findings.map((finding) => {
    const { file, rule, severity, message, start, end } = finding;
    const text = source(file);
    const locate = locators.get(file) ?? locatorOf(text);
    locators.set(file, locate);
    return {
      message,
      location: { path: inRepository(file), range: { start: locate(start), end: locate(end) } },
      severity: SEVERITIES[severity],
      code: { value: rule },
      ...suggestions(finding, text, locate),
    };
  });
};

/** Reviewdog's diagnostic format (RDFormat), fixes as suggestions. */
export const rdjson: Render = (presentation) =>
  jsonText({ source: { name: presentation.report.tool.name }, diagnostics: diagnosticsIn(presentation) }, 2) +
  '\n';

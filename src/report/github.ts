import type { Severity } from '../model/index.ts';
import type { Presentation, Render, ReportedFinding } from './report.ts';
import { disarmed, printable } from './style.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Maximum number of annotations of one severity that GitHub shows per step. */
const MAX_COUNT = 10;

const escapeText = (text: string): string =>
  printable(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')).replaceAll(
    '##[',
    '## [',
  );

const escapeProperty = (text: string): string =>
  escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const annotation = (finding: ReportedFinding, { inRepository }: Presentation): string => {
  const { severity, file, start, end, rule, message } = finding;
  const place = `file=${escapeProperty(inRepository(file))},line=${start.line},endLine=${end.line}`;
  // Columns are understood only where a finding stays in one line.
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : '';
  return `::${COMMANDS[severity]} ${place}${columns},title=${escapeProperty(rule)}::${escapeText(message)}\n`;
};

const rest = (left: readonly ReportedFinding[]): string => {
  if (left.length === 0) return '';
  const lines = left.map(({ file, start, rule }) => `  ${printable(file)}:${start.line} ${rule}\n`);
  return `${left.length} more without annotations, of which GitHub shows ${MAX_COUNT} of each kind for a step:\n${lines.join('')}`;
};

/**
 * Workflow commands, which GitHub shows at the lines they name: ten of each severity, the others as plain
 * lines that start with spaces and a path, and contain no text that could be parsed as a command.
 */
export const github: Render = (presentation) => {
  const { findings } = presentation.report;
  const seen: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const annotated = new Set(findings.filter(({ severity }) => seen[severity]++ < MAX_COUNT));
  const lines = [...annotated].map((finding) => annotation(finding, presentation));
  const left = findings.filter((finding) => !annotated.has(finding));
  return lines.join('') + disarmed(rest(left));
};

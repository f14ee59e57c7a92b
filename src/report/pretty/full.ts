import { evidenceText } from '../evidence-text.ts';
import { adviceFor, noteLines } from '../notes.ts';
import type { FrameLine, Presentation, ReportedFinding } from '../report.ts';
import { painter, printable } from '../style.ts';
import type { Painter } from '../style.ts';

const fixNote = (finding: ReportedFinding): string => {
  if (finding.fix === null) return '';
  return finding.fix.safety === 'safe'
    ? ` [fixable: ${finding.fix.title}]`
    : ` [fixable with --unsafe: ${finding.fix.title}]`;
};

/** `a.js:3:1  exchange 2  /numShards` */
export const findingPlace = ({ file, start, exchange, pointer }: ReportedFinding): string => {
  const parts = [`${printable(file)}:${start.line}:${start.column}`];
  if (exchange !== null) parts.push(`exchange ${exchange}`);
  if (pointer !== null && pointer !== '') parts.push(printable(pointer));
  return parts.join('  ');
};

const width = (part: string): number => printable(part).length;

const pointerLine = (
  { mark, text }: FrameLine,
  gutter: string,
  finding: ReportedFinding,
  paint: Painter,
): string[] => {
  if (mark === undefined) return [];
  const carets = '^'.repeat(Math.max(1, width(text.slice(mark.from, mark.to))));
  return [`${gutter} ${' '.repeat(width(text.slice(0, mark.from)))}${paint.mark(finding.severity, carets)}`];
};

const frameText = (
  frame: readonly FrameLine[],
  finding: ReportedFinding,
  paint: Painter,
): readonly string[] => {
  const digits = String(frame.at(-1)?.line ?? 0).length;
  const gutter = paint.dim(`${' '.repeat(digits + 4)}|`);
  return frame.flatMap((line) => {
    const here = line.line === finding.start.line ? '>' : ' ';
    const head = `  ${here} ${paint.dim(`${String(line.line).padStart(digits)}|`)}`;
    return [`${head} ${printable(line.text)}`.trimEnd(), ...pointerLine(line, gutter, finding, paint)];
  });
};

const evidenceLine = (finding: ReportedFinding, paint: Painter): readonly string[] => {
  const text = evidenceText(finding);
  return text === undefined ? [] : [`  ${paint.dim(printable(text))}`];
};

const block = (
  finding: ReportedFinding,
  frame: readonly FrameLine[],
  advice: string | undefined,
  paint: Painter,
): string => {
  const certainty = finding.certainty === 'likely' ? ' (likely)' : '';
  return [
    `${paint.bold(findingPlace(finding))}  ${paint.severity(finding.severity)}  ${finding.rule}${certainty}${paint.dim(fixNote(finding))}`,
    `  ${printable(finding.message)}`,
    ...noteLines(finding).map((line) => `  ${paint.dim(printable(line))}`),
    ...evidenceLine(finding, paint),
    ...frameText(frame, finding, paint),
    ...(advice ? [`  ${paint.dim('what to do:')} ${printable(advice)}`] : []),
    '',
    '',
  ].join('\n');
};

/** Lines of all findings, one by one: location, message, source lines and, where no fix exists, what to do by hand. */
export const prettyFull = ({ report, frame, rules, color }: Presentation): string => {
  const paint = painter(color);
  const blocks = report.findings.map((finding, index) =>
    block(finding, frame(index), adviceFor(finding, rules), paint),
  );
  return blocks.join('');
};

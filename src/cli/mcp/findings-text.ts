import type { Report, ReportedFinding } from '../../report/report.ts';

/** A report, and how many of its findings to list. */
export interface Listed {
  readonly report: Report;
  readonly limit: number;
}

const shortFinding = (finding: ReportedFinding) => {
  const { rule, severity, certainty, message, file, start, operation, fix, blocked } = finding;
  return {
    rule,
    severity,
    certainty,
    file,
    line: start.line,
    column: start.column,
    message,
    ...(operation === null ? {} : { operation }),
    fix:
      fix === null
        ? null
        : {
            safety: fix.safety,
            title: fix.title,
            ...(fix.reason === null ? {} : { reason: fix.reason }),
            ...(fix.assumes.length === 0 ? {} : { assumes: fix.assumes }),
          },
    ...(blocked === undefined ? {} : { blocked }),
  };
};

/** The findings as JSON for an agent: what it needs to decide, without the edits. */
export const findingsText = ({ report, limit }: Listed): string => {
  const { target, today, summary, findings, failed, unread = [] } = report;
  const listed = findings.slice(0, limit).map(shortFinding);
  const more = findings.length - listed.length;
  return JSON.stringify({
    target,
    today,
    summary,
    findings: listed,
    ...(more > 0 ? { notListed: more } : {}),
    failed,
    unread,
  });
};

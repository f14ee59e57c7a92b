import type { TextDocument } from 'vscode-languageserver-textdocument';
import { toolVersion } from '../../io/package.ts';
import type { Redacted, Severity } from '../../model/index.ts';
import { ruleTexts } from '../../pipeline/render-report.ts';
import { rendered } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import { rulePage } from '../../report/links.ts';
import { markdownText } from '../../report/markdown-text.ts';
import { circumstanceLines, noteLines } from '../../report/notes.ts';
import type { Presentation, ReportedFinding } from '../../report/report.ts';
import type { Analysis } from '../../pipeline/analyse.ts';
import type { ShownDiagnostic, ShownHover } from './outlet.ts';

/** `DiagnosticSeverity` of the protocol. */
const SEVERITIES: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warning: 2, info: 3 };

const rangeOf = ({ start, end }: ReportedFinding, document: TextDocument) => ({
  start: document.positionAt(start.offset),
  end: document.positionAt(end.offset),
});

/** Findings of one file as the protocol has them. */
export const diagnosticsOf = (
  { report }: Analysis,
  file: string,
  document: TextDocument,
): ShownDiagnostic[] =>
  report.findings
    .filter((finding) => finding.file === file)
    .map((finding) => ({
      range: rangeOf(finding, document),
      severity: SEVERITIES[finding.severity],
      code: finding.rule,
      codeDescription: { href: rulePage(toolVersion(), finding.rule) },
      source: 'migrate',
      message: finding.message,
      data: { fingerprint: finding.fingerprint },
    }));

const explained = (finding: ReportedFinding, { rules, today }: Hovered): string => {
  const { rule: id, severity, message } = finding;
  const rule = rules.get(id);
  const parts = [
    `**${id}** (${severity})`,
    markdownText(message),
    ...noteLines(finding).map(markdownText),
    ...circumstanceLines(finding, today).map(markdownText),
    markdownText(rule?.why ?? ''),
    rule?.advice ? `What to do: ${markdownText(rule.advice)}` : '',
    rule?.source ? `Source: ${markdownText(rule.source)}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
};

interface Hovered {
  readonly here: readonly ReportedFinding[];
  readonly rules: Presentation['rules'];
  readonly today: Redacted;
}

const hoverText = (hovered: Hovered): string =>
  hovered.here.map((finding) => explained(finding, hovered)).join('\n\n---\n\n');

/** Hover text: what the rules and recordings say of the findings at an offset; `null` where there is none. */
export const hoverAt = (
  { report, run }: Analysis,
  file: string,
  document: TextDocument,
  offset: number,
): ShownHover | null => {
  const here = report.findings.filter(
    ({ file: other, start, end }) => other === file && start.offset <= offset && offset <= end.offset,
  );
  const [first] = here;
  if (first === undefined) return null;
  const value = rendered(hoverText, {
    here,
    rules: ruleTexts(run.ruleset.rules),
    today: redactText(run.settings.today),
  });
  return { contents: { kind: 'markdown', value }, range: rangeOf(first, document) };
};

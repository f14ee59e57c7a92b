import type { Severity } from '../model/index.ts';
import type { Render, Report, ReportedFinding } from './report.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

const region = ({ start, end }: ReportedFinding) => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
  charOffset: start.offset,
  charLength: end.offset - start.offset,
});

const artifact = (file: string) => ({
  uri: file.split('/').map(encodeURIComponent).join('/'),
  uriBaseId: 'SRCROOT',
});

const fixes = ({ fix, file }: ReportedFinding) => {
  if (fix === null) return {};
  const replacements = fix.edits.map((edit) => ({
    deletedRegion: { charOffset: edit.start, charLength: edit.end - edit.start },
    insertedContent: { text: edit.text },
  }));
  const description = { text: fix.title };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation: artifact(file), replacements }] }] };
};

const result = (finding: ReportedFinding) => ({
  ruleId: finding.rule,
  level: LEVELS[finding.severity],
  message: { text: finding.message },
  locations: [{ physicalLocation: { artifactLocation: artifact(finding.file), region: region(finding) } }],
  partialFingerprints: { 'migrate/v1': finding.fingerprint },
  properties: {
    certainty: finding.certainty,
    operation: finding.operation,
    pointer: finding.pointer,
    exchange: finding.exchange,
  },
  ...fixes(finding),
});

const notifications = ({ skipped, failed }: Report) => [
  ...failed.map(({ file, message }) => ({ level: 'error', message: { text: `${file}: ${message}` } })),
  ...skipped.map(({ file, reason }) => ({
    level: 'note',
    message: { text: `${file}: skipped (${reason})` },
  })),
];

/** SARIF 2.1.0, which code scanning services read. Columns count UTF-16 units. */
export const sarif: Render = ({ report, advice }) => {
  const rules = [...new Set(report.findings.map((finding) => finding.rule))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            rules: rules.map((id) => ({ id, help: { text: advice.get(id) ?? '' } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The working directory of the run.' } } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(report) }],
        results: report.findings.map(result),
      },
    ],
  };
  return JSON.stringify(log, undefined, 2) + '\n';
};

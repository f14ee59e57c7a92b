import { gzipSync } from 'node:zlib';
import type { Redacted, Severity } from '../model/index.ts';
import { jsonText } from './json-text.ts';
import { toolPage } from './links.ts';
import { relatedPlaces } from './related.ts';
import { markdownText } from './markdown-text.ts';
import { say } from '../redact/gate.ts';
import type { Measured, Presentation, Render, Report, ReportedFinding, RuleText } from './report.ts';

/** Limits of code scanning: results of a run, and bytes of the compressed upload. */
const MAX_RESULTS = 25_000;
const MAX_BYTES = 10_000_000;

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
/** Names that code scanning gives severities. */
const PROBLEMS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'recommendation',
};
const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

const region = ({ start, end }: ReportedFinding) => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
  charOffset: start.offset,
  charLength: end.offset - start.offset,
});

/** `encodeURIComponent` throws on half a surrogate pair, which a file name may hold. */
const uri = (path: string): string =>
  Buffer.from(path)
    .toString()
    .split('/')
    .map((step) => encodeURIComponent(step).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    .join('/');

const artifact = (path: string) => ({ uri: uri(path), uriBaseId: 'SRCROOT' });

const fixes = ({ fix }: ReportedFinding, path: string) => {
  if (fix === null || fix.edits.length === 0) return {};
  const replacements = fix.edits.map((edit) => ({
    deletedRegion: { charOffset: edit.start, charLength: edit.end - edit.start },
    insertedContent: { text: edit.text },
  }));
  const why = fix.reason === null ? '' : `: ${fix.reason.text} (${fix.reason.file}:${fix.reason.line})`;
  const description = { text: `${fix.title} (${fix.safety}${why})` };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation: artifact(path), replacements }] }] };
};

type Related = ReturnType<typeof relatedPlaces>;

const relatedLocations = (places: ReturnType<Related>, inRepository: Presentation['inRepository']) => {
  if (places.length === 0) return {};
  const locations = places.map(({ file, start, text }, id) => ({
    id,
    message: { text },
    physicalLocation: {
      artifactLocation: artifact(inRepository(file)),
      region: { startLine: start.line, startColumn: start.column },
    },
  }));
  return { relatedLocations: locations };
};

const lineHashOf = (measured: Measured | undefined) => {
  const hash = measured?.lineHash();
  return hash === undefined ? {} : { primaryLocationLineHash: hash };
};

const result = (finding: ReportedFinding, { inRepository, measured }: Presentation, related: Related) => ({
  ruleId: finding.rule,
  level: LEVELS[finding.severity],
  message: { text: finding.message },
  locations: [
    { physicalLocation: { artifactLocation: artifact(inRepository(finding.file)), region: region(finding) } },
  ],
  ...relatedLocations(related(finding), inRepository),
  partialFingerprints: {
    ...lineHashOf(measured(finding)),
    'migrate/v1': finding.fingerprint,
  },
  properties: {
    certainty: finding.certainty,
    operation: finding.operation,
    pointer: finding.pointer,
    exchange: finding.exchange,
    ...(finding.seen === undefined ? {} : { seen: finding.seen.count, lastSeen: finding.seen.last }),
  },
  ...fixes(finding, inRepository(finding.file)),
});

/** Omitted where there is no name, as for a root that cannot be read. */
const at = (path: string) =>
  path === '' ? {} : { locations: [{ physicalLocation: { artifactLocation: artifact(path) } }] };

const leftOut = (left: number, { findings }: Report): Redacted =>
  say`${left} of ${findings.length} findings are left out, errors last: code scanning takes ${MAX_RESULTS} results and 10 MB. The other formats have them all.`;

/** Maximum number of files listed: each is a notification. */
const MAX_UNREAD = 100;

const notifications = ({ report, inRepository }: Presentation, left: number) => [
  ...(left === 0 ? [] : [{ level: 'warning', message: { text: leftOut(left, report) } }]),
  ...report.failed.map(({ file, message }) => ({
    level: 'error',
    message: { text: `${file}: ${message}` },
    ...at(inRepository(file)),
  })),
  ...report.skipped.map(({ file, reason }) => ({
    level: 'note',
    message: { text: `${file}: skipped (${reason})` },
    ...at(inRepository(file)),
  })),
  ...(report.unread ?? []).slice(0, MAX_UNREAD).map(({ file, line, reason }) => ({
    level: 'warning',
    message: { text: `${file}:${line}: mentions the legacy API, not accounted for (${reason})` },
    ...at(inRepository(file)),
  })),
];

/** The help text is included, because no page is accessible to every reader. */
const help = (id: string, { title, why, advice }: RuleText) => {
  const paragraphs = [why || title, ...(advice === '' ? [] : [`What to do: ${advice}`])];
  const more = `npx atlas-api-migrate explain ${id}`;
  return {
    text: [...paragraphs, `Examples: ${more}`].join('\n\n'),
    markdown: [...paragraphs.map(markdownText), `Examples: \`${more}\``].join('\n\n'),
  };
};

const ruleEntry = (id: Redacted, { rules }: Presentation) => {
  const rule = rules.get(id);
  if (rule === undefined) return { id };
  return {
    id,
    name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.why || rule.title },
    help: help(id, rule),
    defaultConfiguration: { level: LEVELS[rule.severity] },
    properties: { tags: ['api', 'migration'], 'problem.severity': PROBLEMS[rule.severity] },
  };
};

/** The worst findings, as many as fit, in the order of the report. */
const worst = (findings: readonly ReportedFinding[], most: number): readonly ReportedFinding[] => {
  if (findings.length <= most) return findings;
  const bySeverity = ORDER.flatMap((severity) => findings.filter((each) => each.severity === severity));
  const kept = new Set(bySeverity.slice(0, most));
  return findings.filter((finding) => kept.has(finding));
};

const logOf = (presentation: Presentation, most: number, related: Related): string => {
  const { report } = presentation;
  const findings = worst(report.findings, most);
  const rules = [...new Set(findings.map((finding) => finding.rule))].toSorted();
  const { name, version } = report.tool;
  const left = report.findings.length - findings.length;
  const run = {
    tool: {
      driver: {
        name,
        version,
        informationUri: toolPage(name),
        rules: rules.map((id) => ruleEntry(id, presentation)),
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
    invocations: [
      { executionSuccessful: true, toolExecutionNotifications: notifications(presentation, left) },
    ],
    results: findings.map((finding) => result(finding, presentation, related)),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return jsonText(log, 2) + '\n';
};

const fits = (text: string): boolean => text.length < MAX_BYTES || gzipSync(text).length < MAX_BYTES;

/**
 * SARIF 2.1.0 for code scanning services: columns in UTF-16 units, files relative to the repository. Findings
 * beyond the limits of code scanning are omitted, least severe first, with a notification.
 */
export const sarif: Render = (presentation) => {
  const related = relatedPlaces(presentation.report);
  let most = Math.min(MAX_RESULTS, presentation.report.findings.length);
  let text = logOf(presentation, most, related);
  while (most > 0 && !fits(text)) {
    most = Math.floor(most * 0.8);
    text = logOf(presentation, most, related);
  }
  const left = presentation.report.findings.length - most;
  if (left > 0) presentation.notice?.(say`sarif: ${leftOut(left, presentation.report)}`);
  return text;
};

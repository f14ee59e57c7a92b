import { groupBy } from '../model/index.ts';
import type { Render, Report, ReportedFinding } from './report.ts';
import { attributes, escapeXml } from './xml.ts';

interface Suite {
  readonly name: string;
  readonly failures: number;
  readonly errors: number;
  readonly cases: readonly string[];
}

const testCase = (finding: ReportedFinding): string => {
  const { file, start, rule, severity, message } = finding;
  const head = `    <testcase${attributes({ name: `${rule} ${start.line}:${start.column}`, classname: file })}>`;
  const text = escapeXml(`${file}:${start.line}:${start.column}: ${message}`);
  const inside =
    severity === 'info'
      ? `<system-out>${text}</system-out>`
      : `<failure${attributes({ message, type: severity })}>${text}</failure>`;
  return `${head}${inside}</testcase>\n`;
};

const fileSuite = (name: string, findings: readonly ReportedFinding[]): Suite => ({
  name,
  failures: findings.filter(({ severity }) => severity !== 'info').length,
  errors: 0,
  cases: findings.map(testCase),
});

const failedSuites = ({ failed }: Report): readonly Suite[] =>
  failed.map(({ file, message }) => {
    const error = `<error${attributes({ message, type: 'failed' })}/>`;
    const one = `    <testcase${attributes({ name: 'read', classname: file })}>${error}</testcase>\n`;
    return { name: file, failures: 0, errors: 1, cases: [one] };
  });

/** A run without findings is one test that passed: some servers refuse a report without tests. */
const CLEAN: Suite = {
  name: 'migrate',
  failures: 0,
  errors: 0,
  cases: ['    <testcase name="no findings" classname="migrate"/>\n'],
};

const suiteElement = ({ name, failures, errors, cases }: Suite): string => {
  const counts = { name, tests: cases.length, failures, errors, skipped: 0, time: 0 };
  return `  <testsuite${attributes(counts)}>\n${cases.join('')}  </testsuite>\n`;
};

/** JUnit XML: a suite for each file with findings, a failed test for each error and warning. */
export const junit: Render = ({ report }) => {
  const found = [...groupBy(report.findings, ({ file }) => file)].map(([file, findings]) =>
    fileSuite(file, findings),
  );
  const suites = [...found, ...failedSuites(report)];
  const shown = suites.length === 0 ? [CLEAN] : suites;
  const sum = (count: (suite: Suite) => number): number =>
    shown.reduce((total, suite) => total + count(suite), 0);
  const totals = {
    name: 'migrate',
    tests: sum(({ cases }) => cases.length),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
    time: 0,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes(totals)}>\n${shown.map(suiteElement).join('')}</testsuites>\n`;
};

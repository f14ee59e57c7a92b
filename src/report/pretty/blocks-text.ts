import type { Severity } from '../../model/index.ts';
import { blocksOf, callOfBlock } from './blocks.ts';
import type { CallBlock, Framed, BlockStatement } from './blocks.ts';
import { fitted, snippetOf } from '../code-snippet.ts';
import type { Snippet } from '../code-snippet.ts';
import { evidenceText } from '../evidence-text.ts';
import { adviceFor, groupedNotes } from '../notes.ts';
import { findingPlace } from './full.ts';
import { prettyTables } from './tables.ts';
import type { Presentation, ReportedFinding } from '../report.ts';
import { painter, printable } from '../style.ts';
import type { Painter } from '../style.ts';
import { counted, remedyOf } from '../tally.ts';
import type { Remedy } from '../tally.ts';
import { HANG, wrapped } from '../wrap.ts';

/** Locations of one statement, and lines under one label; `--verbose` shows all. */
const MAX_PLACES = 8;
const MAX_FOLDED = 12;
const MAX_RECORDED = 3;
const MAX_LINES = 4;
const MAX_NAMES = 3;
/** Maximum width of a line of code where the width of the terminal is unknown. */
const WIDE = 120;
const NARROWEST = 20;

interface Page extends Presentation {
  readonly paint: Painter;
}

const REMEDIES: readonly (readonly [remedy: Remedy, label: string])[] = [
  ['safe', 'safe fix'],
  ['unsafe', 'unsafe fix'],
  ['blocked', 'fix needs another file'],
  ['hand', 'by hand'],
  ['recorded', 'recordings are not edited'],
];

const states = (findings: readonly ReportedFinding[]): string => {
  const count = (test: (finding: ReportedFinding) => boolean): number => findings.filter(test).length;
  const severities = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const found = count((each) => each.severity === severity);
    return found === 0 ? [] : [counted(found, severity)];
  });
  const remedies = new Set(findings.map(remedyOf));
  const kinds = REMEDIES.filter(([remedy]) => remedies.has(remedy)).map(([, label]) => label);
  return `${severities.join(', ')}; ${kinds.join(', ')}`;
};

/** The first of some names, and how many more there are. */
const someOf = (names: readonly string[], noun: string): string => {
  const more = names.length > MAX_NAMES ? ` and ${counted(names.length - MAX_NAMES, noun)}` : '';
  return names.slice(0, MAX_NAMES).join(', ') + more;
};

/** What is found where no call is known: `mongoURI, srvAddress in src/report.ts`; nothing where it has no name. */
const namesIn = (statements: CallBlock['statements']): string | undefined => {
  const findings = statements.flatMap(({ places }) => places.map(({ finding }) => finding));
  const names = new Set(findings.flatMap(({ data }) => data['property'] ?? []).map(String));
  const files = new Set(findings.map(({ file }) => file));
  const where = files.size === 1 ? [...files][0]! : counted(files.size, 'file');
  return names.size === 0 ? undefined : `${someOf([...names], 'more name')} in ${where}`;
};

const headline = ({ recorded, calls, statements }: CallBlock, { rules }: Page): string => {
  const { rule } = statements[0]!.finding;
  const named =
    calls.length > 0 ? someOf(calls, 'more call') : (namesIn(statements) ?? rules.get(rule)?.title ?? rule);
  return printable(recorded ? `Recorded: ${named}` : named);
};

const painted = ({ text, mark }: Snippet, severity: Severity, paint: Painter): string =>
  mark === undefined
    ? text
    : text.slice(0, mark.from) + paint.mark(severity, text.slice(mark.from, mark.to)) + text.slice(mark.to);

/** A block as it is written. */
interface Scene {
  readonly block: CallBlock;
  readonly page: Page;
  /** Evidence of recordings that is the same for every finding of the block. */
  readonly evidence: string | undefined;
  /** Lines of code that it already shows. */
  readonly shown: Set<string>;
}

/** Evidence of recordings for one finding, where it does not hold for the whole block. */
const ownEvidence = (finding: ReportedFinding, { evidence }: Scene): readonly string[] => {
  const text = evidence === undefined ? evidenceText(finding) : undefined;
  return text === undefined ? [] : [`(${printable(text)})`];
};

/** Lines of a recorded exchange, where the user requested them; each exchange once. */
const excerptLines = ({ finding, frame }: Framed, shown: Set<string>): readonly string[] => {
  const key = `${finding.file} ${finding.exchange}`;
  if (shown.has(key)) return [];
  shown.add(key);
  return frame.map(({ text }) => `      ${printable(text)}`.trimEnd());
};

/** Property of a location, which a sentence about several properties does not name. */
const propertyOf = ({ pointer, data }: ReportedFinding, { folded }: BlockStatement): readonly string[] =>
  folded && (pointer === null || pointer === '') ? [printable(String(data['property']))] : [];

const placeLines = (
  framed: Framed,
  at: number,
  statement: BlockStatement,
  scene: Scene,
): readonly string[] => {
  const { finding, frame } = framed;
  const { page, shown, block } = scene;
  const before = statement.places[at - 1]?.finding;
  const isNamed = before?.operation === finding.operation && before.file === finding.file;
  const call = block.calls.length > 1 && !isNamed ? callOfBlock(finding.operation, page.calls) : undefined;
  const head = [
    findingPlace(finding),
    ...propertyOf(finding, statement),
    ...(finding.certainty === 'likely' ? ['(likely)'] : []),
    ...(call === undefined ? [] : [printable(call)]),
    ...ownEvidence(finding, scene),
  ].join('  ');
  if (block.recorded && frame.length > 0) return [`    ${head}`, ...excerptLines(framed, shown)];
  const key = `${finding.file}:${finding.start.line}`;
  const snippet = shown.has(key) ? undefined : snippetOf(frame, finding.start.line);
  shown.add(key);
  const place = wrapped(head, '    ', page.width, HANG);
  if (snippet === undefined) return [place];
  const width = page.width ?? WIDE;
  const fits = 4 + head.length + 2 + snippet.text.length <= width;
  const code = painted(fitted(snippet, Math.max(NARROWEST, width - 6)), finding.severity, page.paint);
  return fits ? [`${place}  ${code}`] : [place, `      ${code}`];
};

/** True for what no fix of its block changes, so that it is distinguished from the rest. */
const isLeftOver = ({ fix, blocked, exchange }: ReportedFinding, { block }: Scene): boolean =>
  fix === null &&
  blocked === undefined &&
  exchange === null &&
  block.statements.some(({ finding }) => finding.fix !== null);

const statementLines = (statement: BlockStatement, scene: Scene): readonly string[] => {
  const { finding, sentence, places } = statement;
  const { severity, rule } = finding;
  const { paint, width } = scene.page;
  const kind = isLeftOver(finding, scene) ? ' (by hand)' : '';
  const text = wrapped(`${severity}  ${rule}${kind}: ${sentence}`, '  ', width, HANG);
  const usual = statement.folded ? MAX_FOLDED : MAX_PLACES;
  const most = scene.block.recorded ? MAX_RECORDED : usual;
  const more = places.length - most;
  return [
    text.replace(severity, paint.severity(severity)),
    ...places.slice(0, most).flatMap((each, at) => placeLines(each, at, statement, scene)),
    ...(more > 0 ? [paint.dim(`    and ${more} more; --verbose lists them`)] : []),
  ];
};

const labelled = (label: string, texts: readonly string[], { paint, width }: Page): readonly string[] => {
  const all = [...new Set(texts)];
  const more = all.length - MAX_LINES;
  const lines = [...all.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more; --verbose lists them`] : [])];
  return lines.map((text, at) => {
    const line =
      at === 0
        ? wrapped(`${label} ${printable(text)}`, '  ', width, HANG)
        : wrapped(printable(text), '    ', width);
    return line.replace(label, (found) => paint.bold(found));
  });
};

/** Titles of fixes as one sentence. */
const together = (titles: readonly string[]): readonly string[] =>
  titles.length === 0 ? [] : [[...new Set(titles)].join('; ')];

/** The first lines of a block: its fixes, and what prevents them. */
const opening = (findings: readonly ReportedFinding[], page: Page): readonly string[] => {
  const titles = (safety: 'safe' | 'unsafe'): readonly string[] =>
    together(findings.flatMap(({ fix }) => (fix?.safety === safety ? [fix.title] : [])));
  const blocked = findings.flatMap((finding) => finding.blocked ?? []);
  const reasons = findings.flatMap(({ fix }) => fix?.reason ?? []);
  return [
    ...labelled('fix (safe):', titles('safe'), page),
    ...labelled('fix (unsafe):', titles('unsafe'), page),
    ...labelled('why unsafe:', groupedNotes(reasons), page),
    ...labelled('not fixable in this run:', groupedNotes(blocked), page),
  ];
};

/** What is left to do by hand. */
const ending = (findings: readonly ReportedFinding[], page: Page): readonly string[] => {
  const assumed = findings.flatMap(({ fix }) => fix?.assumes ?? []);
  const advice = findings.flatMap((finding) => adviceFor(finding, page.rules) ?? []);
  return [
    ...labelled('check by hand:', groupedNotes(assumed), page),
    ...labelled('what to do:', advice, page),
  ];
};

const blockText = (block: CallBlock, page: Page): string => {
  const { paint, width } = page;
  const findings = block.statements.flatMap(({ places }) => places.map(({ finding }) => finding));
  const told = new Set(findings.map(evidenceText));
  const evidence = told.size === 1 ? [...told][0] : undefined;
  const scene = { block, page, evidence, shown: new Set<string>() };
  const state = [states(findings), ...(evidence === undefined ? [] : [printable(evidence)])].join('; ');
  const head = wrapped(`${headline(block, page)}  [${state}]`, '', width);
  return [
    paint.bold(head),
    ...opening(findings, page),
    ...block.statements.flatMap((statement) => statementLines(statement, scene)),
    ...ending(findings, page),
    '',
    '',
  ].join('\n');
};

/** Lines of all calls with their findings, then of what is left by rule and by folder. */
export const prettyBlocks = (presentation: Presentation): string => {
  const page = { ...presentation, paint: painter(presentation.color) };
  const blocks = blocksOf(presentation).map((block) => blockText(block, page));
  return blocks.join('') + prettyTables(page);
};

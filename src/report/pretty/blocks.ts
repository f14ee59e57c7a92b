import { groupBy } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import type { FrameLine, Presentation, ReportedFinding } from '../report.ts';
import { printable } from '../style.ts';
import { remedyOf } from '../tally.ts';

/** A finding with the lines of its code. */
export interface Framed {
  readonly finding: ReportedFinding;
  readonly frame: readonly FrameLine[];
}

/** Findings that say the same thing of several locations, or of several properties. */
export interface BlockStatement {
  readonly finding: ReportedFinding;
  readonly sentence: string;
  /** True where it is about several properties. */
  readonly folded: boolean;
  readonly places: readonly Framed[];
}

/** Findings of one migration: calls that share a fix, an operation in a file, or recorded calls of an operation. */
export interface CallBlock {
  readonly recorded: boolean;
  /** The operations that are called, `GET /groups/{groupId}/clusters`; empty where none is known. */
  readonly calls: readonly string[];
  readonly statements: readonly BlockStatement[];
}

/** Key of a block: findings with the same one belong together. */
const keysOf = ({ rule, file, operation, exchange, fix, blocked }: ReportedFinding): readonly string[] => {
  if (exchange !== null) return [`recorded ${operation ?? rule}`];
  const keys = [
    ...(fix?.group === undefined ? [] : [`group ${fix.group}`]),
    ...(blocked === undefined ? [] : [`needs ${blocked.file}`]),
    ...(operation === null ? [] : [`call ${file} ${operation}`]),
  ];
  return keys.length > 0 ? keys : [`rule ${rule} ${file}`];
};

/** Findings that share a key, directly or over others, in the order of the first of each. */
const components = (findings: readonly Framed[]): readonly (readonly Framed[])[] => {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    while (parents.get(root) !== undefined) root = parents.get(root)!;
    if (root !== key) parents.set(key, root);
    return root;
  };
  for (const { finding } of findings) {
    const [first = '', ...others] = keysOf(finding).map(rootOf);
    for (const other of others)
      if (rootOf(other) !== rootOf(first)) parents.set(rootOf(other), rootOf(first));
  }
  return [...groupBy(findings, (each) => rootOf(keysOf(each.finding)[0]!)).values()];
};

/** The first sentence of a message: what is wrong. Where a fix says what to do, the rest would say it again. */
const firstSentence = (message: string): string => /^[^]*?\.(?=\s)/.exec(message)?.[0] ?? message;

const sentenceOf = (finding: ReportedFinding): string =>
  printable(remedyOf(finding) === 'hand' ? finding.message : firstSentence(finding.message));

/** Properties that one sentence names. */
const MAX_NAMES = 6;

/** Rest of a sentence behind the property that it is about: `was removed from clusters.`; none where it is not shared. */
const restOf = (finding: ReportedFinding): string | undefined => {
  const subject = `${String(finding.data['property'])} was `;
  const sentence = sentenceOf(finding);
  const isShared = remedyOf(finding) !== 'hand' && finding.exchange === null;
  return isShared && sentence.startsWith(subject) ? sentence.slice(subject.length) : undefined;
};

/** One sentence for findings that differ in their property only. */
const sentenceFor = (places: readonly Framed[]): Pick<BlockStatement, 'sentence' | 'folded'> => {
  const [{ finding }] = places as readonly [Framed];
  const names = [...new Set(places.map((each) => String(each.finding.data['property'])))];
  const rest = restOf(finding);
  if (rest === undefined || names.length < 2) return { sentence: sentenceOf(finding), folded: false };
  const more = names.length - MAX_NAMES;
  const listed = more > 1 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names;
  const subjects = `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
  return { sentence: `${printable(subjects)} were ${rest}`, folded: true };
};

const statementsOf = (findings: readonly Framed[]): readonly BlockStatement[] => {
  const statements = groupBy(findings, ({ finding }) => {
    const { rule, severity, fix } = finding;
    return `${rule}\n${severity}\n${restOf(finding) ?? sentenceOf(finding)}\n${fix?.safety ?? ''}`;
  });
  return Array.from(statements.values(), (places) => ({
    finding: places[0]!.finding,
    ...sentenceFor(places),
    places,
  }));
};

/** A call as people know it: method and path. */
export const callOfBlock = (operation: Redacted | null, calls: Presentation['calls']): string | undefined =>
  operation === null ? undefined : (calls?.get(operation) ?? operation);

/** The findings as blocks: those in code in the order of the report, then those of recordings. */
export const blocksOf = ({ report, frame, calls }: Presentation): readonly CallBlock[] => {
  const framed = report.findings.map((finding, at) => ({ finding, frame: frame(at) }));
  const blocks = components(framed).map((findings): CallBlock => {
    const named = findings.map(({ finding }) => callOfBlock(finding.operation, calls));
    return {
      recorded: findings[0]!.finding.exchange !== null,
      calls: [...new Set(named.filter((call) => call !== undefined))],
      statements: statementsOf(findings),
    };
  });
  return [...blocks.filter(({ recorded }) => !recorded), ...blocks.filter(({ recorded }) => recorded)];
};

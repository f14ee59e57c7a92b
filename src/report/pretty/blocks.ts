import type { Redacted } from '../../model/index.ts';
import type { FrameLine, Presentation, ReportedFinding } from '../report.ts';

/** A finding with the lines of its code. */
export interface Framed {
  readonly finding: ReportedFinding;
  readonly frame: readonly FrameLine[];
}

/** Findings that say the same thing of several places. */
export interface BlockStatement {
  readonly finding: ReportedFinding;
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
  const blocks = new Map<string, Framed[]>();
  for (const each of findings) {
    const root = rootOf(keysOf(each.finding)[0]!);
    const known = blocks.get(root);
    if (known === undefined) blocks.set(root, [each]);
    else known.push(each);
  }
  return [...blocks.values()];
};

const statementsOf = (findings: readonly Framed[]): readonly BlockStatement[] => {
  const statements = new Map<string, Framed[]>();
  for (const each of findings) {
    const { rule, message, fix } = each.finding;
    const key = `${rule}\n${message}\n${fix?.safety ?? ''}`;
    const known = statements.get(key);
    if (known === undefined) statements.set(key, [each]);
    else known.push(each);
  }
  return Array.from(statements.values(), (places) => ({ finding: places[0]!.finding, places }));
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

import type { ExtractInput, ExtractResult, Extractor } from '../extract/extractor.ts';
import { heldBack } from '../model/index.ts';
import type { Fact, FailedFile, Finding, SourceFile } from '../model/index.ts';
import type { RulesResult } from '../rules/run-rules.ts';

/** Reason why a file failed, without any of its content. */
const messageOf = (error: unknown): string =>
  error instanceof RangeError
    ? 'not analysed: it is nested too deeply, or too large'
    : `not analysed: internal error (${(error as Error).name})`;

const failures = (files: readonly SourceFile[], error: unknown): readonly FailedFile[] =>
  files.map(({ path }) => ({ file: path, message: messageOf(error) }));

/** Extracted facts, and the files that were left out because their extractor failed. */
interface Isolated {
  readonly result: ExtractResult;
  readonly lost: readonly FailedFile[];
}

/** Tries each file alone, then all that do not fail together. */
const extractRest = async (extractor: Extractor, input: ExtractInput, error: unknown): Promise<Isolated> => {
  const lost: FailedFile[] = [];
  const good: SourceFile[] = [];
  for (const file of input.files)
    try {
      await extractor.extract({ ...input, files: [file], take: undefined });
      good.push(file);
    } catch (own) {
      lost.push(...failures([file], own));
    }
  try {
    if (lost.length === 0) throw error;
    return { result: await extractor.extract({ ...input, files: good }), lost };
  } catch {
    return { result: { facts: [], failed: [] }, lost: [...lost, ...failures(good, error)] };
  }
};

/**
 * Extracts facts; if that fails, again without the files that cause the error. Extractors also catch errors
 * of single files themselves.
 */
export const extractIsolated = async (extractor: Extractor, input: ExtractInput): Promise<Isolated> => {
  try {
    return { result: await extractor.extract(input), lost: [] };
  } catch (error) {
    return extractRest(extractor, input, error);
  }
};

/** A judgment, and the files of which no fact was judged, because their facts make a check fail. */
export interface IsolatedJudgement extends RulesResult {
  readonly lost: readonly FailedFile[];
}

type Judge = (facts: readonly Fact[]) => RulesResult;

const filesOf = (facts: readonly Fact[]): readonly string[] => [...new Set(facts.map(({ file }) => file))];

/** Judges facts. Where a check fails, the facts of each file are tried alone, and those that fail are left out. */
export const judgeIsolated = (facts: readonly Fact[], judge: Judge): IsolatedJudgement => {
  try {
    return { ...judge(facts), lost: [] };
  } catch {
    const lost = filesOf(facts).flatMap((file): readonly FailedFile[] => {
      try {
        judge(facts.filter((fact) => fact.file === file));
        return [];
      } catch (error) {
        return [{ file, message: messageOf(error) }];
      }
    });
    const bad = new Set(lost.map(({ file }) => file));
    const judged = judge(facts.filter(({ file }) => !bad.has(file)));
    return { ...judged, findings: unsafeBesideFailed(judged.findings, lost), lost };
  }
};

/** Makes fixes unsafe beside failed files, which may use what a fix changes. */
export const unsafeBesideFailed = (
  findings: readonly Finding[],
  lost: readonly FailedFile[],
): readonly Finding[] => {
  const [first] = lost;
  if (first === undefined) return findings;
  const text = `${first.file} is not analysed, and may use what changes.`;
  return findings.map((finding) =>
    finding.fix === undefined
      ? finding
      : { ...finding, fix: heldBack(finding.fix, { text, file: finding.file, span: finding.span }) },
  );
};

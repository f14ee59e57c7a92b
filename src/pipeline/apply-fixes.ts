import { type SyntaxCheck, syntaxCheck } from '../fix/syntax-check.ts';
import { runFixLoop, triedFindings } from '../fix/fix-loop.ts';
import type { Overlay, Scanned, FixLoopResult } from '../fix/fix-loop.ts';
import type { Finding } from '../model/index.ts';
import { settingsFor } from '../rules/checks/check.ts';
import { signaturesOf } from '../rules/signatures.ts';
import { embeddedDocuments } from './embedded-text.ts';
import { withEdits } from './collect.ts';
import { extract } from './extract.ts';
import { judge } from './judge.ts';
import { writableIn } from './writable-files.ts';
import type { FileSet, Findings, Run } from './run.ts';

export { writableIn };

/** Result of the fixes: new texts and remaining findings. Nothing is written yet. */
export interface Fixed {
  readonly settled: FixLoopResult;
  /** Findings in the texts as the fixes leave them. */
  readonly left: Findings;
}

/** The gate that changed texts of these files must pass, each in the form in which it was read. */
export const gateFor = ({ inventory: { candidates } }: FileSet): SyntaxCheck => {
  const forms = new Map(candidates.map(({ path, form }) => [path, form]));
  return syntaxCheck(async (path, text) => {
    const { countSyntaxErrors } = await import('../extract/source/registry/index.ts');
    return countSyntaxErrors(path, text, forms.get(path));
  });
};

/** Scans files as edits would leave them. */
export type Scan = (run: Run, files: FileSet, edits: Overlay) => Promise<Findings>;

/** Extracts and judges files as edits would leave them. */
export const scanWith: Scan = async (run, files, edits) =>
  judge(run, await extract(run, withEdits(run, files, edits)));

/** Findings of a scan with what a trial of their safe fixes shows. */
export const tryFixes = async (run: Run, found: Findings): Promise<Findings> => {
  const { files } = found;
  const cache = files.cache && run.memory && { ...files.cache, kept: run.memory.tried };
  const terms = { api: run.ruleset.api, targetOf: (file: string) => settingsFor(run.settings, file).target };
  const findings = await triedFindings({
    scanned: { findings: found.findings, requests: signaturesOf(found.facts, terms) },
    scan: async (overlay) => {
      const after = withEdits(run, { ...files, cache }, overlay);
      const { facts, embedded } = await extract(run, after);
      const { factsInHostFiles } = embeddedDocuments(embedded, (file) => after.text(file));
      return { findings: [], requests: signaturesOf(factsInHostFiles(facts), terms) };
    },
    text: files.text,
    parses: gateFor(files),
    // A shard only reports: a fix without shards applies what it leaves to others.
    writable: writableIn(run.options.shard === undefined ? files : { ...files, isChosen: () => true }),
    safety: 'safe',
  });
  return { ...found, findings };
};

/** Applies fixes in memory until none is left that can be applied; only those of the findings that `about` picks. */
export const applyFixes = async (
  run: Run,
  files: FileSet,
  about: (findings: readonly Finding[]) => readonly Finding[] = (findings) => findings,
  scan: Scan = scanWith,
): Promise<Fixed> => {
  const { options, ruleset, settings } = run;
  const terms = { api: ruleset.api, targetOf: (file: string) => settingsFor(settings, file).target };
  let left = await scan(run, files, new Map());
  const scanned = (): Scanned => ({
    findings: about(left.findings),
    requests: signaturesOf(left.facts, terms),
  });
  const settled = await runFixLoop({
    scanned: scanned(),
    scan: async (overlay) => {
      left = await scan(run, files, overlay);
      return scanned();
    },
    text: files.text,
    parses: gateFor(files),
    writable: writableIn(files),
    safety: options.unsafe ? 'unsafe' : 'safe',
  });
  const overlay = new Map(settled.files.map(({ file, after }) => [file, after]));
  return { settled, left: { ...left, files: withEdits(run, files, overlay), findings: settled.findings } };
};

import { formOf } from '../extract/forms/detect.ts';
import { originOf } from '../extract/forms/origin.ts';
import type { Finding } from '../model/index.ts';
import type { FileSet } from './run.ts';

/** Scanned, handwritten files of the run: no recordings, no generated files, no others. */
export const writableIn = ({ inventory, text, isChosen, isBelow }: FileSet): ((file: string) => boolean) => {
  const origins = new Map(inventory.candidates.map((file) => [file.path, file.origin]));
  const sources = new Set(inventory.sources);
  return (file) => {
    if (!isChosen(file)) return false;
    const known = origins.get(file);
    if (known !== undefined) return known === 'authored' || known === 'collection';
    const content = sources.has(file) || isBelow(file) ? text(file) : undefined;
    if (content === undefined) return false;
    return originOf(file, formOf(file, () => content) ?? 'typescript', content) === 'authored';
  };
};

/** Why a file is not edited. */
const causeOf = (file: string, { isChosen, isBelow, inventory }: FileSet): string => {
  if (!isChosen(file)) return 'which is not one of the files of this run';
  const known = inventory.candidates.some(({ path }) => path === file) || inventory.sources.includes(file);
  return known || isBelow(file)
    ? 'which is recorded or generated, and not edited'
    : 'which is outside the paths of this run';
};

/** Finding in a file that is not edited, for each group of fixes that needs such a file. */
const obstacles = (
  findings: readonly Finding[],
  isWritable: (file: string) => boolean,
): ReadonlyMap<string, Finding> => {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const { fix, file } = finding;
    if (fix?.group === undefined || found.has(fix.group) || isWritable(file)) continue;
    found.set(fix.group, finding);
  }
  return found;
};

/**
 * Findings with the fixes that `fix` can apply with these paths; a fix that needs a file outside them names
 * it. So `scan src` announces what `fix src` does.
 */
export const withinReach = (findings: readonly Finding[], files: FileSet): readonly Finding[] => {
  if (!findings.some(({ fix }) => fix?.group !== undefined)) return findings;
  const isWritable = writableIn(files);
  const found = obstacles(findings, isWritable);
  if (found.size === 0) return findings;
  return findings.map((finding) => {
    const other = found.get(finding.fix?.group ?? '');
    if (other === undefined || finding.fix === undefined) return finding;
    if (!files.isChosen(finding.file)) return { ...finding, fix: undefined };
    const { file, span } = isWritable(finding.file) ? other : finding;
    const text = `The fix also changes ${file}, ${causeOf(file, files)}.`;
    return { ...finding, fix: undefined, blocked: { file, span, text, safety: finding.fix.safety } };
  });
};

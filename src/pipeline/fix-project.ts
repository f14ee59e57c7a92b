import { parseGate } from '../fix/parse-gate.ts';
import { settle } from '../fix/settle.ts';
import type { Overlay, Scanned, Settled } from '../fix/settle.ts';
import type { Job } from './open-run.ts';
import { originOf } from '../extract/forms/origin.ts';
import type { Finding } from '../model/index.ts';
import type { Texts } from './render-report.ts';
import type { Project } from './project.ts';
import type { ScanOutcome } from './scan.ts';
import { settingsFor } from '../rules/checks/check.ts';
import { signaturesOf } from '../rules/signatures.ts';

/** What fixes come to: new texts, what is left, and how that was found out. Nothing is written yet. */
export interface Fixed {
  readonly settled: Settled;
  /** The last scan, of the texts as the fixes leave them. */
  readonly left: ScanOutcome;
  /** Texts as the fixes leave them. */
  readonly texts: Texts;
}

/** Only scanned files that people wrote: no recording, nothing generated, nothing that was not asked for or chosen. */
export const writableIn = ({ inventory, text, isChosen }: Project): ((file: string) => boolean) => {
  const origins = new Map(inventory.candidates.map((file) => [file.path, file.origin]));
  const sources = new Set(inventory.sources);
  return (file) => {
    if (!isChosen(file)) return false;
    const known = origins.get(file);
    if (known !== undefined) return known === 'authored' || known === 'collection';
    const content = sources.has(file) ? text(file) : undefined;
    return content !== undefined && originOf(file, 'typescript', content) === 'authored';
  };
};

/** Syntax errors of source code. */
export const countErrors = async (path: string, text: string): Promise<number> =>
  (await import('../extract/source/syntax/parse.ts')).countSyntaxErrors(path, text);

/** Applies fixes in memory until none is left that can be applied; only those of the findings that `about` picks. */
export const fixProject = async (
  { project, options, ruleset, settings }: Job,
  about: (findings: readonly Finding[]) => readonly Finding[] = (findings) => findings,
): Promise<Fixed> => {
  let left = await project.scan(new Map());
  const scanned = (): Scanned => {
    const terms = {
      api: ruleset.api,
      targetOf: (file: string) => settingsFor(settings, file).target,
    };
    return { findings: about(left.findings), requests: signaturesOf(left.facts, terms) };
  };
  const settled = await settle({
    scanned: scanned(),
    scan: async (overlay: Overlay) => {
      left = await project.scan(overlay);
      return scanned();
    },
    text: project.text,
    parses: parseGate(countErrors),
    writable: writableIn(project),
    safety: options.unsafe ? 'unsafe' : 'safe',
  });
  const overlay = new Map(settled.files.map(({ file, after }) => [file, after]));
  const texts = { ...project, text: (file: string) => overlay.get(file) ?? project.text(file) };
  return { settled, left: { ...left, findings: settled.findings }, texts };
};

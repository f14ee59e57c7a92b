import { relative, resolve, sep } from 'node:path';
import { silentTerminal } from '../../io/terminal.ts';
import { readDiskText } from '../../io/text-file.ts';
import { analyse, type Analysis } from '../../pipeline/analyse.ts';
import { openRun, withTexts } from '../../pipeline/open-run.ts';
import type { ReportedFinding } from '../../report/report.ts';
import { optionsOf } from '../request.ts';
import { lintMessage } from './message.ts';
import type { LintEdit, LintProblem } from './problem.ts';

const sameEdit = (a: LintEdit, b: LintEdit): boolean =>
  a.start === b.start && a.end === b.end && a.text === b.text;

/** The edits of a finding's fix and of those that belong together with it; `undefined` where they are in several files. */
const editsOf = (finding: ReportedFinding, all: readonly ReportedFinding[]): LintProblem['fix'] => {
  const { fix, file } = finding;
  if (fix === null || fix.edits.length === 0) return undefined;
  const together =
    fix.group === undefined ? [finding] : all.filter((other) => other.fix?.group === fix.group);
  if (together.some((other) => other.file !== file)) return undefined;
  const edits: LintEdit[] = [];
  for (const edit of together.flatMap((other) => other.fix!.edits))
    if (!edits.some((known) => sameEdit(known, edit))) edits.push(edit);
  const isSafe = together.every((other) => other.fix!.safety === 'safe');
  return { title: fix.title, safety: isSafe ? 'safe' : 'unsafe', edits };
};

const problemOf = (finding: ReportedFinding, all: readonly ReportedFinding[]): LintProblem => {
  const { rule, start, end } = finding;
  const fix = editsOf(finding, all);
  return { rule, message: lintMessage(finding, fix !== undefined), start, end, fix };
};

/** One folder that ESLint lints: analysed as a whole, once, and again only where a text is not that of the file. */
export class LintedProject {
  readonly #cwd: string;
  readonly #texts = new Map<string, string>();
  /** Findings of all files, with the linted texts in place of those on disk. */
  #known: Promise<Analysis> | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The findings in a text that stands for a file. */
  async problems(path: string, text: string): Promise<readonly LintProblem[]> {
    const file = relative(this.#cwd, resolve(this.#cwd, path)).split(sep).join('/');
    if (file.startsWith('..')) return [];
    const { findings } = (await this.#analysed(file, text)).report;
    return findings.filter((finding) => finding.file === file).map((finding) => problemOf(finding, findings));
  }

  async #analysed(file: string, text: string): Promise<Analysis> {
    const before = this.#texts.get(file) ?? readDiskText(this.#cwd, file);
    if (this.#known !== undefined && before === text) return this.#known;
    if (before !== text) this.#texts.set(file, text);
    const { run } = (await this.#known) ?? {};
    const texts = new Map(this.#texts);
    this.#known =
      run === undefined
        ? openRun(optionsOf({}, 'scan'), silentTerminal(this.#cwd), texts).then(analyse)
        : analyse(withTexts(run, texts));
    return this.#known;
  }
}

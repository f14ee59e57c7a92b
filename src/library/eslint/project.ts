import { isAbsolute, relative, resolve, sep } from 'node:path';
import { silentTerminal } from '../../io/terminal.ts';
import { readDiskText } from '../../io/text-file.ts';
import { analyse, type Analysis } from '../../pipeline/analyse.ts';
import { openRun, withTexts } from '../../pipeline/open-run.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { printable } from '../../report/style.ts';
import type { ReportedFinding } from '../../report/report.ts';
import { optionsOf } from '../request.ts';
import { lostReason } from './lost.ts';
import { lintMessage } from './message.ts';
import type { LintEdit, LintProblem, LintResult } from './problem.ts';

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

  /** The findings in a text that replaces a file on disk. */
  async lint(path: string, text: string): Promise<LintResult> {
    const file = relative(this.#cwd, resolve(this.#cwd, path)).split(sep).join('/');
    if (file === '..' || file.startsWith('../') || isAbsolute(file)) return { problems: [] };
    const { report } = await this.#analysed(file, text);
    const shown = redactPath(file);
    const reason = lostReason(report, shown);
    if (reason !== undefined) return { problems: [], notAnalysed: printable(redactText(reason)) };
    const { findings } = report;
    return {
      problems: findings.filter((one) => one.file === shown).map((one) => problemOf(one, findings)),
    };
  }

  /** An analysis of this very text: offsets of any other are wrong, also where the file changed under the analysis. */
  async #analysed(file: string, text: string): Promise<Analysis> {
    const before = await this.#known;
    if (before !== undefined && this.#isOf(before, file, text)) return before;
    if (before !== undefined || readDiskText(this.#cwd, file) !== text) this.#texts.set(file, text);
    const first = await this.#analyse(before);
    if (this.#isOf(first, file, text)) return first;
    this.#texts.set(file, text);
    return this.#analyse(first);
  }

  #isOf({ run, files }: Analysis, file: string, text: string): boolean {
    const given = this.#texts.get(file);
    if (given !== undefined) return given === text;
    const candidate = files.inventory.candidates.find(({ path }) => path === file);
    if (candidate !== undefined) return candidate.text === text;
    const isListed = run.walked.files.some(({ path }) => path === file);
    return !isListed || !run.prefilter.source(Buffer.from(text));
  }

  #analyse(before: Analysis | undefined): Promise<Analysis> {
    const texts = new Map(this.#texts);
    this.#known =
      before === undefined
        ? openRun(optionsOf({}, 'scan'), silentTerminal(this.#cwd), texts).then(analyse)
        : analyse(withTexts(before.run, texts));
    return this.#known;
  }
}

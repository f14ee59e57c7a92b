import { BUDGETS } from '../../../model/index.ts';
import type { Program } from './program.ts';

const MAX_STEPS = BUDGETS.evaluationSteps.max;
/** Few queries need more steps than this; once such queries have used up their extra steps, none gets more. */
const USUAL_STEPS = 2000;
/** Maximum number of steps of all queries, for each file; then each may take `FEW_STEPS`. */
const [MAX_TOTAL, FEW_STEPS] = [BUDGETS.evaluationTotal.max, 100];
const [MAX_EXTRA, FIRST_EXTRA] = [BUDGETS.evaluationExtra.max, BUDGETS.evaluationFirst.max];
/** Extra steps that each character of the files adds: a short file ends soon, whatever it does. */
const EXTRA_OF_CHARACTER = 20;

/** Counts the steps of one query, and of all queries of a program. */
export class EvaluationSteps {
  readonly #program: Program;
  #steps = 0;
  #extra = 0;
  #total = 0;
  #measured = { files: -1, extra: 0 };

  constructor(program: Program) {
    this.#program = program;
  }

  /** Begins the next query. */
  begin(): void {
    this.#steps = 0;
  }

  /** Counts one more step; true when the query has exhausted its budget. */
  isSpent(): boolean {
    this.#steps++;
    this.#total++;
    if (this.#steps <= FEW_STEPS) return false;
    const files = this.#program.loaded();
    if (this.#steps <= USUAL_STEPS && this.#total <= MAX_TOTAL * files.length) return false;
    if (this.#steps > MAX_STEPS || this.#extra >= this.#maxExtra(files)) return true;
    this.#extra++;
    return false;
  }

  /** Maximum of extra steps, by the length of the files that are loaded so far. */
  #maxExtra(files: ReturnType<Program['loaded']>): number {
    if (files.length !== this.#measured.files) {
      const characters = files.reduce((sum, { file }) => sum + file.end, 0);
      const extra = Math.min(MAX_EXTRA, FIRST_EXTRA + characters * EXTRA_OF_CHARACTER);
      this.#measured = { files: files.length, extra };
    }
    return this.#measured.extra;
  }
}

import { BUDGETS } from '../../../model/index.ts';
import type { Program } from './program.ts';

const MAX_STEPS = BUDGETS.evaluationSteps.max;
/** Few queries need more steps than this; once such queries have used up their extra steps, none gets more. */
const USUAL_STEPS = 2000;
/** Maximum number of steps of all queries; then each may take `FEW_STEPS`, and after as many again `FEWEST_STEPS`. */
const [MAX_TOTAL, FEW_STEPS, FEWEST_STEPS] = [BUDGETS.evaluationTotal.max, 100, 5];
const [MAX_EXTRA, FIRST_EXTRA] = [BUDGETS.evaluationExtra.max, BUDGETS.evaluationFirst.max];
/** Steps that each character of the files adds: a short file ends soon, whatever it does. */
const [TOTAL_OF_CHARACTER, EXTRA_OF_CHARACTER] = [0.1, 20];

/** Maximum numbers of steps, for the files that are loaded. */
interface Maxima {
  readonly files: number;
  readonly total: number;
  /** Of these, steps of queries that take more than usual. */
  readonly extra: number;
}

/** Counts the steps of one query, and of all queries of a program. */
export class EvaluationSteps {
  readonly #program: Program;
  #steps = 0;
  #extra = 0;
  #total = 0;
  #maxima: Maxima = { files: -1, total: 0, extra: 0 };

  constructor(program: Program) {
    this.#program = program;
  }

  /** Begins the next query. */
  begin(): void {
    this.#steps = 0;
  }

  /** Gives the queries that follow a budget of their own. */
  renew(): void {
    this.#total = 0;
  }

  /** Counts one more step; true when the query has exhausted its budget. */
  isSpent(): boolean {
    this.#steps++;
    this.#total++;
    if (this.#steps <= FEWEST_STEPS) return false;
    const { total, extra } = this.#current();
    if (this.#steps <= FEW_STEPS) return this.#total > 2 * total;
    if (this.#steps <= USUAL_STEPS && this.#total <= total) return false;
    if (this.#steps > MAX_STEPS || this.#extra >= extra) return true;
    this.#extra++;
    return false;
  }

  #current(): Maxima {
    const files = this.#program.loaded();
    if (files.length !== this.#maxima.files) {
      const characters = files.reduce((sum, { file }) => sum + file.end, 0);
      this.#maxima = {
        files: files.length,
        total: MAX_TOTAL + characters * TOTAL_OF_CHARACTER,
        extra: Math.min(MAX_EXTRA, FIRST_EXTRA + characters * EXTRA_OF_CHARACTER),
      };
    }
    return this.#maxima;
  }
}

import type { Options } from '../../config/options.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { TextChange } from '../../io/write.ts';
import { applyFixes } from '../../pipeline/apply-fixes.ts';
import { collect, withEdits } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { findCallSites } from '../../pipeline/find-call-sites.ts';
import { judge } from '../../pipeline/judge.ts';
import { openRun } from '../../pipeline/open-run.ts';
import type { FileSet, Run } from '../../pipeline/run.ts';
import type { JudgedCall } from '../../prove/judge.ts';
import type { FindPlace } from '../../prove/report-of.ts';
import type { FactIndex } from '../../rules/checks/fact-index.ts';

interface Scanned {
  readonly run: Run;
  readonly files: FileSet;
  readonly view: FactIndex | undefined;
}

/** Scan of the working directory, made on first use. State: the scan, with the texts after fixes. */
export class ProvedTree {
  readonly #options: Options;
  readonly #terminal: Terminal;
  #scanned: Scanned | undefined;

  constructor(options: Options, terminal: Terminal) {
    this.#options = options;
    this.#terminal = terminal;
  }

  /** Text changes of the fixes. */
  async fix(): Promise<readonly TextChange[]> {
    const run = await openRun(this.#options, this.#terminal);
    const files = await collect(run);
    const { settled, left } = await applyFixes(run, files);
    const edits = new Map(settled.files.map(({ file, after }) => [file, after]));
    this.#scanned = { run, files: withEdits(run, files, edits), view: left.view };
    return settled.files.map(({ file, before, after }) => ({ path: file, before, after }));
  }

  /** Finds the possible call sites of calls whose program did not report them. */
  async sitesOf(calls: readonly JudgedCall[]): Promise<FindPlace> {
    const unplaced = calls.filter(({ trail }) => trail.length === 0);
    if (unplaced.length === 0) return () => [];
    const { run, files, view } = (this.#scanned ??= await this.#scan());
    const lines = await findCallSites(unplaced, run, files, view);
    const found = new Map(unplaced.map((call, at) => [call, lines[at]]));
    return (call) => found.get(call) ?? [];
  }

  async #scan(): Promise<Scanned> {
    const run = await openRun(this.#options, this.#terminal);
    const files = await collect(run);
    const { view } = await judge(run, await extract(run, files));
    return { run, files, view };
  }
}

import { operationsIn } from '../rules/checks/fact-index.ts';
import type { FactIndex } from '../rules/checks/fact-index.ts';
import { Correlator } from './correlate/index.ts';
import type { Correlation } from './correlate/index.ts';
import { excerptsIn } from './excerpts.ts';
import type { Fact, Finding, OperationInfo, Redacted } from '../model/index.ts';

/** Batch of facts of recordings with their findings; only the summary keeps data of it. */
export interface JudgedBatch {
  readonly facts: readonly Fact[];
  readonly view: FactIndex;
  readonly findings: readonly Finding[];
}

/**
 * Summary of recordings that are judged batch by batch: matched calls, called operations, and excerpts of exchanges with
 * findings. State: counts, and what belongs to findings.
 */
export class RecordingSummary {
  private readonly excerpts: Map<string, readonly Redacted[]> | undefined;
  private readonly called = new Map<string, OperationInfo>();
  private correlator = new Correlator([]);

  /** `excerpts`: whether to keep what `--excerpts` shows of exchanges with findings. */
  constructor(excerpts: boolean) {
    this.excerpts = excerpts ? new Map() : undefined;
  }

  /** Starts, or restarts, with these facts of code. */
  reset(code: FactIndex): void {
    this.correlator = new Correlator(code.calls);
    this.called.clear();
    this.excerpts?.clear();
  }

  /** Adds one more batch. */
  add({ facts, view, findings }: JudgedBatch): void {
    const told = new Set(findings.map(({ file, exchange }) => `${file}#${exchange}`));
    for (const call of view.calls) this.correlator.see(call, told.has(call.request.id));
    for (const [operation, info] of operationsIn(view)) this.called.set(operation, info);
    if (this.excerpts !== undefined) this.keepExcerpts(excerptsIn(facts, view), findings, this.excerpts);
  }

  /** Recorded calls, matched to those of the code. */
  correlation(): Correlation {
    return this.correlator.result();
  }

  /** Operations that recordings call. */
  operations(): ReadonlyMap<string, OperationInfo> {
    return this.called;
  }

  /** Excerpt of the exchange of a finding. */
  excerptOf({ file, exchange }: Pick<Finding, 'file' | 'exchange'>): readonly Redacted[] {
    return this.excerpts?.get(`${file}#${exchange}`) ?? [];
  }

  private keepExcerpts(
    linesOf: ReturnType<typeof excerptsIn>,
    findings: readonly Finding[],
    kept: Map<string, readonly Redacted[]>,
  ): void {
    for (const { file, exchange } of findings)
      if (exchange !== undefined && !kept.has(`${file}#${exchange}`))
        kept.set(`${file}#${exchange}`, linesOf(file, exchange));
  }
}

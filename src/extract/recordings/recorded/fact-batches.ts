import type { Fact, Tree } from '../../../model/index.ts';
import type { TakeFacts } from '../../extractor.ts';
import type { StatedExchange } from './facts.ts';

/**
 * Maximum number of exchanges in a batch; a batch is also full when their bodies have too many values: some 4
 * MB of facts.
 */
const MAX_EXCHANGES = 64;
const MAX_VALUES = 10_000;

const valuesIn = (tree: Tree | undefined): number => {
  if (tree?.kind === 'list') return tree.items.reduce((sum, item) => sum + valuesIn(item), 1);
  if (tree?.kind === 'object') return tree.members.reduce((sum, { value }) => sum + valuesIn(value), 1);
  return 1;
};

const weightOf = (fact: Fact): number =>
  fact.kind === 'request' || fact.kind === 'response' ? valuesIn(fact.body) : 1;

/**
 * Emits the facts of exchanges in batches, so that a recording of any length leaves none in memory. State:
 * the current batch.
 */
export class FactBatches {
  private facts: Fact[] = [];
  private exchanges = 0;
  private values = 0;
  private readonly take: TakeFacts;

  constructor(take: TakeFacts) {
    this.take = take;
  }

  /** Adds exchanges; emits a full batch. */
  async add(exchanges: readonly StatedExchange[]): Promise<void> {
    for (const { facts } of exchanges) {
      this.facts.push(...facts);
      this.exchanges++;
      this.values += facts.reduce((sum, fact) => sum + weightOf(fact), 0);
      if (this.exchanges >= MAX_EXCHANGES || this.values >= MAX_VALUES) await this.end();
    }
  }

  /** Emits the last batch, full or not. */
  async end(): Promise<void> {
    const { facts } = this;
    this.facts = [];
    this.exchanges = 0;
    this.values = 0;
    if (facts.length > 0) await this.take(facts);
  }
}

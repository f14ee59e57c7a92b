import type { Edit, Safety } from '../model/index.ts';

/** A sentence about one location in the payload, for a finding or a refusal. */
export interface Remark {
  /** RFC 6901, in the payload as written where it was written there, else in the new one. */
  readonly pointer: string;
  readonly message: string;
  /**
   * True where `convert` only prints it: a removed member has no successor, and there is nothing to decide.
   */
  readonly told?: true;
}

/** Result of a conversion. `unchanged`: the payload has nothing of an older version. */
export type Reshaped =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'edits';
      /** Edits of the payload's file; all of them or none. */
      readonly edits: readonly Edit[];
      /**
       * `safe` only if the known part of the result is valid in the target version and nothing needs review.
       */
      readonly safety: Safety;
      /** Reasons why it is unsafe, for review. */
      readonly notes: readonly Remark[];
      /** Values that have no equivalent in the new payload, with the reasons; computed on demand. */
      readonly omitted: () => readonly Remark[];
    }
  | { readonly kind: 'refused'; readonly reasons: readonly Remark[] };

/** Collects remarks, each sentence about a location once. */
export class Remarks {
  readonly #remarks = new Map<string, Remark>();

  add(pointer: string, message: string, told = false): void {
    this.#remarks.set(`${pointer}\n${message}`, { pointer, message, ...(told ? { told } : {}) });
  }

  get all(): readonly Remark[] {
    return [...this.#remarks.values()];
  }
}

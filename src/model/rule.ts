import type { Severity } from './finding.ts';

/** A rule as data. `options` is what the rule's check takes; the check owns its schema. */
export interface Rule {
  readonly id: string;
  /** Name of the check in `checks/registry.ts`. */
  readonly check: string;
  readonly severity: Severity;
  /** One line for lists. */
  readonly title: string;
  /** Message with `{name}` placeholders, filled from the finding's data. */
  readonly message: string;
  readonly why: string;
  /** What to do by hand where there is no fix. */
  readonly advice: string;
  /** Section of the specification, or another source. */
  readonly source: string;
  /** What the contract says of its fix: for lists and documentation. */
  readonly fix: string;
  readonly options: unknown;
  readonly examples: { readonly bad: readonly Example[]; readonly good: readonly Example[] };
}

/** A few lines of one form that runs as a test and appears in the documentation. */
export interface Example {
  readonly title: string;
  /** File name, which tells the form. */
  readonly file: string;
  readonly code: string;
  /** Text after `fix --unsafe`, where the example shows a fix. */
  readonly fixed?: string;
}

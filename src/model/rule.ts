import type { Severity } from './finding.ts';

/** Words without which a check cannot fire; a file that holds none of them is never parsed. */
export interface Vocabulary {
  /** Parts of URLs and media types, as substrings: `api/atlas`, `vnd.atlas`. */
  readonly addresses: readonly string[];
  /** Property names that by themselves point to this API: `replicationSpecs`, `instanceSizeName`. */
  readonly distinctive: readonly string[];
  /** Property names that are common elsewhere: they count only where data flow or a payload leads to them. */
  readonly common: readonly string[];
  /** Property names that only the new shape has: a reader that looks at them too handles both shapes. */
  readonly successors: readonly string[];
  /** Property names that tell, in a tree that calls the API, that something reads its responses. */
  readonly telling?: readonly string[];
  /** Segments that only legacy paths have, in texts that may be the end of a URL: `/whitelist`. */
  readonly paths?: readonly string[];
  /** Words of comments that speak to this tool. */
  readonly comments?: readonly string[];
}

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
  /** Manual steps where there is no fix. */
  readonly advice: string;
  /** Section of the specification, or another source. */
  readonly source: string;
  /** Description of its fix from the contract, for lists and documentation. */
  readonly fix: string;
  readonly options: unknown;
  readonly examples: { readonly bad: readonly Example[]; readonly good: readonly Example[] };
}

/** A few lines of one form that runs as a test and appears in the documentation. */
export interface Example {
  readonly title: string;
  /** File name, which identifies the format. */
  readonly file: string;
  readonly code: string;
  /** Text after `fix --unsafe`, where the example shows a fix. */
  readonly fixed?: string;
}

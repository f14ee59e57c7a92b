/** Words without which a check cannot fire; a file that holds none of them is never parsed. */
export interface Vocabulary {
  /** Parts of addresses and media types, as substrings: `api/atlas`, `vnd.atlas`. */
  readonly addresses: readonly string[];
  /** Property names that by themselves point to this API: `replicationSpecs`, `instanceSizeName`. */
  readonly distinctive: readonly string[];
  /** Property names that are common elsewhere: they count only where data flow or a payload leads to them. */
  readonly common: readonly string[];
  /** Property names that only the new shape has: a reader that looks at them too handles both shapes. */
  readonly successors: readonly string[];
  /** Property names that tell, in a tree that calls the API, that something reads its responses. */
  readonly telling?: readonly string[];
  /** Words of comments that speak to this tool. */
  readonly comments?: readonly string[];
}

/**
 * A position where one more member (a header, a property) can be written, as a recipe that needs no syntax:
 * `before + key + separator + value + after` is inserted at `at`. The extractor that made the recipe chose
 * indent, quotes and commas from the neighbors.
 */
export interface InsertionPoint {
  readonly file: string;
  readonly at: number;
  /** End of the text that the recipe replaces; `before` and `after` repeat it. `undefined`: it only inserts. */
  readonly until?: number;
  readonly before: string;
  readonly after: string;
  readonly separator: string;
  /** The width of key and separator in lines that are aligned: a shorter one is filled up with blanks. */
  readonly width?: number;
  /** Text before the value. */
  readonly valueOpens?: string;
  /** Spelling of the key: `bare` is quoted only when it is not an identifier; `plain` is never quoted. */
  readonly key: 'bare' | 'single' | 'double' | 'backtick' | 'plain';
  /** Spelling of the value. */
  readonly value: 'single' | 'double' | 'backtick' | 'plain';
  /** True when values are lists of strings (`{ Accept: ['…'] }`). */
  readonly list: boolean;
}

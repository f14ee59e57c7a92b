/** One node of a tree, as a cursor sees it. */
export interface Cursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly currentFieldName: string | null;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

export interface Tree {
  /** `hasError` is true where any node of the tree is an error, or missing. */
  readonly rootNode: { readonly hasError: boolean };
  walk(): Cursor;
  delete(): void;
}

export interface Parser {
  /** Parses what `input` gives from an offset on; `null` where `progressCallback` returned true. */
  parse(
    input: string | ((index: number) => string),
    oldTree?: null,
    options?: { readonly progressCallback: () => boolean },
  ): Tree | null;
  /** Forgets the text that was not parsed to its end. */
  reset(): void;
}

/** A parser of a language, in a runtime of so many bytes at most. Rejects where its grammar is missing or damaged. */
export const loadGrammar: (name: string, mostMemory: number, folder?: string) => Promise<Parser>;

/** Makes the next grammar start a new runtime: what is parsed with the one before has ended it. */
export const forgetRuntime: () => void;

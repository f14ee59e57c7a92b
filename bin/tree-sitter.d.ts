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
  walk(): Cursor;
  delete(): void;
}

export interface Parser {
  parse(text: string): Tree | null;
}

/** A parser of a language. Rejects where its grammar is missing or damaged. */
export const loadGrammar: (name: string, folder?: string) => Promise<Parser>;

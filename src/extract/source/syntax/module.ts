import type { ExportTable } from './export-table.ts';
import { tooDeep } from './depth.ts';
import { BudgetExceeded } from './file-fault.ts';
import { exportsOf } from './exports.ts';
import { nodesOf } from './nodes.ts';
import type { ParseFile, ts } from './tree.ts';

/** A parsed file of the project. */
export interface Module {
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly exports: ExportTable;
}

/** Parser of a language. */
interface Parser {
  readonly parse: ParseFile;
}

/** The parser recurses: its stack suffices for the nesting budget. */
const parsed = ({ parse }: Parser, path: string, text: string): ts.SourceFile => {
  try {
    return parse(path, text);
  } catch (error) {
    throw error instanceof RangeError && !(error instanceof BudgetExceeded) ? tooDeep() : error;
  }
};

/** Parses a file of a language. Throws TooMuch if it exceeds a budget. */
export const parseModule = (language: Parser, path: string, text: string): Module => {
  const file = parsed(language, path, text);
  nodesOf(file);
  return { path, file, exports: exportsOf(file) };
};

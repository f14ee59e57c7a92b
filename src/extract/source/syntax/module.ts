import type { ExportTable } from './export-table.ts';
import { exportsOf } from './exports.ts';
import { nodesOf } from './nodes.ts';
import { parseFile } from '../languages/index.ts';
import type { ts } from './parse.ts';

/** A parsed file of the project. */
export interface Module {
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly exports: ExportTable;
}

/** Parses a file. Throws RangeError for one that nests deeper than the parser's stack. */
export const parseModule = (path: string, text: string): Module => {
  const file = parseFile(path, text);
  nodesOf(file);
  return { path, file, exports: exportsOf(file) };
};

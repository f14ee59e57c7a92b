import { ts } from '#typescript';

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JSX,
  mjs: ts.ScriptKind.JSX,
  cjs: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
  // Google Apps Script.
  gs: ts.ScriptKind.JSX,
  json: ts.ScriptKind.JSON,
};

const scriptKind = (path: string): ts.ScriptKind =>
  KINDS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? ts.ScriptKind.TS;

const OPTIONS = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
} as const;

/** Bound on the nodes that the parser makes of a file, and the error for a file that is beyond it. */
export interface NodeBudget {
  readonly max: number;
  readonly error: () => Error;
}

const NO_BUDGET: NodeBudget = { max: Infinity, error: () => new RangeError('unbounded') };

/** Budget of the file that is parsed: the parser parses some broken code twice, and such code in that four times. */
let budget = NO_BUDGET;
let made = 0;

const { getNodeConstructor } = (ts as unknown as { objectAllocator: Allocator }).objectAllocator;

interface Allocator {
  readonly getNodeConstructor: () => new (kind: ts.SyntaxKind, pos: number, end: number) => object;
}

/** Counts what the parser makes: it has no bound of its own. */
class CountedNode extends getNodeConstructor() {
  constructor(kind: ts.SyntaxKind, pos: number, end: number) {
    super(kind, pos, end);
    if (++made > budget.max) throw budget.error();
  }
}

(ts as unknown as { setObjectAllocator: (own: Allocator) => void }).setObjectAllocator({
  getNodeConstructor: () => CountedNode,
});

/** The last text that is beyond the budget: several parts of a run request it. */
let refused: { readonly path: string; readonly text: string; readonly error: unknown } | undefined;

const parseWithin = (own: NodeBudget, path: string, text: string): ts.SourceFile => {
  if (refused?.path === path && refused.text === text) throw refused.error;
  [budget, made] = [own, 0];
  try {
    return ts.createSourceFile(path, text, OPTIONS, false, scriptKind(path));
  } catch (error) {
    refused = { path, text, error };
    throw error;
  } finally {
    budget = NO_BUDGET;
  }
};

/**
 * Cache of the last parsed file: a fix is checked by parsing, then scanned again. Keeping more would make
 * trees live long enough to wait for a full garbage collection.
 */
let last: { readonly path: string; readonly file: ts.SourceFile } | undefined;

/** Makes `` $`curl …` ``, by which scripts run a program, the call that it is. */
const asCalls = (file: ts.SourceFile): void => {
  const open: ts.Node[] = [file];
  for (let node = open.pop(); node; node = open.pop()) {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === '$') {
      const { tag, template } = node;
      const given = Object.assign(ts.factory.createNodeArray([template]), {
        pos: template.pos,
        end: node.end,
      });
      Object.assign(node, { kind: ts.SyntaxKind.CallExpression, expression: tag, arguments: given });
    }
    ts.forEachChild(node, (child) => void open.push(child));
  }
};

/**
 * Parses a file as TypeScript, JavaScript or JSON by its extension; offsets count a byte order mark as one.
 * Its nodes have parents once `nodesOf` has visited the file. Throws RangeError if it nests too deeply,
 * and the error of the budget beyond that.
 */
export const parseTypeScript = (path: string, text: string, most = NO_BUDGET): ts.SourceFile => {
  if (last?.path === path && last.file.text === text) return last.file;
  const file = parseWithin(most, path, text);
  // TypeScript treats a backslash as a slash; outside Windows it is part of a name.
  file.fileName = path;
  if (text.includes('$`')) asCalls(file);
  last = { path, file };
  return file;
};

/** Empty file that a file of another language is lowered into. */
export const emptyFile = (): ts.SourceFile =>
  ts.createSourceFile('lowered.js', '', ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);

/** Node classes, factory and type guards of the common syntax tree. */
export { ts };

import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/parse.ts';
import type { Module } from '../syntax/module.ts';
import type { Program } from '../project/program.ts';
import { NOTHING, type Path, type State, type Step, to, value } from './state.ts';

/** One mention of a module by another one. */
type Mention =
  | { readonly kind: 'import'; readonly name: string; readonly local: ts.ImportClause | ts.ImportSpecifier }
  | { readonly kind: 'namespace'; readonly local: ts.NamespaceImport | ts.ImportEqualsDeclaration }
  /** `export { name as as } from`; of `*` the name is empty. */
  | { readonly kind: 'again'; readonly name: string; readonly as: string; readonly from: string }
  /** `require('…')`, `import('…')`. */
  | { readonly kind: 'call'; readonly call: ts.CallExpression };

interface Specified {
  readonly specifier: string;
  readonly mention: Mention;
}

const inImport = (statement: ts.ImportDeclaration, specifier: string): readonly Specified[] => {
  const clause = statement.importClause;
  if (!clause) return [];
  const bindings = clause.namedBindings;
  const found: Mention[] = clause.name ? [{ kind: 'import', name: 'default', local: clause }] : [];
  if (bindings && ts.isNamespaceImport(bindings)) found.push({ kind: 'namespace', local: bindings });
  else if (bindings)
    for (const local of bindings.elements)
      found.push({ kind: 'import', name: (local.propertyName ?? local.name).text, local });
  return found.map((mention) => ({ specifier, mention }));
};

const inExport = (statement: ts.ExportDeclaration, specifier: string): readonly Specified[] => {
  const from = statement.getSourceFile().fileName;
  const clause = statement.exportClause;
  const again = (name: string, as: string): Specified => ({
    specifier,
    mention: { kind: 'again', name, as, from },
  });
  if (!clause) return [again('', '')];
  if (ts.isNamespaceExport(clause)) return [again('', clause.name.text)];
  return clause.elements.map(({ name, propertyName }) => again((propertyName ?? name).text, name.text));
};

const inStatement = (statement: ts.Statement): readonly Specified[] => {
  if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier))
    return inImport(statement, statement.moduleSpecifier.text);
  if (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier &&
    ts.isStringLiteral(statement.moduleSpecifier)
  )
    return inExport(statement, statement.moduleSpecifier.text);
  if (!ts.isImportEqualsDeclaration(statement)) return [];
  const reference = statement.moduleReference;
  return ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)
    ? [{ specifier: reference.expression.text, mention: { kind: 'namespace', local: statement } }]
    : [];
};

const inCall = (call: ts.CallExpression | ts.NewExpression): readonly Specified[] => {
  const [argument] = call.arguments ?? [];
  if (!ts.isCallExpression(call) || !argument || !ts.isStringLiteralLike(argument)) return [];
  const isLoad =
    call.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^(?:require|await|jest\.requireActual|vi\.importActual)$/.test(call.expression.getText());
  return isLoad ? [{ specifier: argument.text, mention: { kind: 'call', call } }] : [];
};

const mentionsIn = oncePerNode((file: ts.SourceFile): readonly Specified[] => [
  ...file.statements.flatMap(inStatement),
  ...nodesOf(file).calls.flatMap(inCall),
]);

/** Who imports the modules of a program, and by which names. */
export class Importers {
  readonly #program: Program;
  readonly #looked = new Set<string>();
  readonly #pairs = new Set<string>();
  readonly #byModule = new Map<string, Mention[]>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** What an export goes to. */
  follow(module: string, name: string, path: Path): Step {
    this.#look();
    const mentions = this.#byModule.get(module) ?? [];
    return mentions.length === 0
      ? NOTHING
      : to(...mentions.flatMap((mention) => intoMention(mention, name, path)));
  }

  /** True where one module imports another one itself. */
  imports(from: string, module: string): boolean {
    this.#look();
    return this.#pairs.has(`${from}\n${module}`);
  }

  #look(): void {
    for (const module of this.#program.loaded())
      if (!this.#looked.has(module.path)) {
        this.#looked.add(module.path);
        this.#add(module);
      }
  }

  #add({ path, file }: Module): void {
    for (const { specifier, mention } of mentionsIn(file)) {
      const resolved = this.#program.resolve(file, specifier);
      if (resolved.kind !== 'file') continue;
      this.#pairs.add(`${path}\n${resolved.path}`);
      const list = this.#byModule.get(resolved.path);
      if (list === undefined) this.#byModule.set(resolved.path, [mention]);
      else list.push(mention);
    }
  }
}

/** The whole of a module: `module.exports` itself where that is what is exported. */
const whole = (name: string, path: Path): Path => (name === '' ? path : [name, ...path]);

const intoMention = (mention: Mention, name: string, path: Path): readonly State[] => {
  switch (mention.kind) {
    case 'call':
      return [value(mention.call, whole(name, path))];
    case 'namespace':
      return [{ kind: 'name', node: mention.local, path: whole(name, path) }];
    case 'again':
      return intoAgain(mention, name, path);
    default:
      return intoImport(mention, name, path);
  }
};

const intoImport = (
  { name: imported, local }: Extract<Mention, { kind: 'import' }>,
  name: string,
  path: Path,
): readonly State[] => {
  if (imported === name) return [{ kind: 'name', node: local, path }];
  // A default import of CommonJS gets the whole.
  if (imported === 'default') return [{ kind: 'name', node: local, path: whole(name, path) }];
  return name === '' && path[0] === imported ? [{ kind: 'name', node: local, path: path.slice(1) }] : [];
};

const intoAgain = (
  { name: exported, as, from }: Extract<Mention, { kind: 'again' }>,
  name: string,
  path: Path,
): readonly State[] => {
  if (exported === '' && as === '')
    return name === 'default' ? [] : [{ kind: 'export', module: from, name, path }];
  if (exported === '') return [{ kind: 'export', module: from, name: as, path: whole(name, path) }];
  if (exported === name) return [{ kind: 'export', module: from, name: as, path }];
  const inWhole = name === '' && path[0] === exported;
  return inWhole ? [{ kind: 'export', module: from, name: as, path: path.slice(1) }] : [];
};

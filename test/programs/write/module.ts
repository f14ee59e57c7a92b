import { posix } from 'node:path';

/** How a program is written. */
export interface Style {
  readonly language: 'ts' | 'js';
  readonly modules: 'esm' | 'cjs';
  readonly quote: "'" | '"';
  readonly semicolons: boolean;
  readonly indent: string;
  /** How files take what others export. */
  readonly imports: Imports;
}

export const IMPORTS = [
  'named',
  'namespace',
  'renamed',
  'default object',
  'barrel',
  'barrel of all',
] as const;
export type Imports = (typeof IMPORTS)[number];

/** A name that other modules can import. */
export interface Name {
  readonly module: Module;
  readonly name: string;
}

type Kind = 'named' | 'default' | 'all';

/** One file that is being written: declarations in order, imports as they are needed. */
export class Module {
  readonly path: string;
  readonly style: Style;
  /** Name of the workspace package that it is the entry of. */
  readonly package: string | undefined;
  private readonly imports = new Map<string, { kind: Kind; names: Set<string> }>();
  private readonly declarations: string[] = [];
  private readonly exported = new Set<string>();
  private readonly passedOn = new Map<Module, Set<string>>();
  /** A list of re-exports that this file imports from. */
  barrel: Module | undefined;
  private hasDefault = false;
  private readonly taken = new Map<string, number>();

  constructor(path: string, style: Style, packageName?: string) {
    this.path = path;
    this.style = style;
    this.package = packageName;
  }

  /** Type annotations, where the language has them. */
  t(annotation: string): string {
    return this.style.language === 'ts' ? annotation : '';
  }

  /** A name that is new in this file. */
  fresh(stem: string): string {
    const count = (this.taken.get(stem) ?? 0) + 1;
    this.taken.set(stem, count);
    return count === 1 ? stem : `${stem}${count}`;
  }

  add(declaration: string): void {
    this.declarations.push(declaration);
  }

  /** Adds a declaration that other files may use. */
  export(name: string, declaration: string): Name {
    this.add(declaration);
    this.exported.add(name);
    return { module: this, name };
  }

  /** The name of something of another file, imported where it has to be. */
  use({ module, name }: Name): string {
    if (module === this) return name;
    module.exported.add(name);
    if (this.barrel && module !== this.barrel) return this.use(this.barrel.passOn({ module, name }));
    const from = this.specifierOf(module);
    const whole = `${posix.basename(module.path).replace(/\W.*/, '')}File`;
    switch (this.style.imports) {
      case 'namespace':
        return `${this.import(from, whole, 'all')}.${name}`;
      case 'default object':
        module.hasDefault = true;
        return `${this.import(from, whole, 'default')}.${name}`;
      case 'renamed':
        this.import(from, `${name} as the_${name}`);
        return `the_${name}`;
      default:
        return this.import(from, name);
    }
  }

  /** The same, by a file that only passes it on. */
  passOn({ module, name }: Name): Name {
    if (module === this) return { module, name };
    module.exported.add(name);
    const names = this.passedOn.get(module) ?? new Set();
    this.passedOn.set(module, names.add(name));
    return { module: this, name };
  }

  import(from: string, name: string, kind: Kind = 'named'): string {
    const key = `${kind} ${from}`;
    const known = this.imports.get(key) ?? { kind, names: new Set() };
    known.names.add(name);
    this.imports.set(key, known);
    return name;
  }

  specifierOf(module: Module): string {
    return module.package ?? this.specifierTo(module.path);
  }

  /** How this file names another one. */
  specifierTo(path: string): string {
    const relative = posix.relative(posix.dirname(this.path), path);
    const name = relative.startsWith('.') ? relative : `./${relative}`;
    if (name.endsWith('.json')) return name;
    const bare = name.replace(/\.[cm]?[jt]s$/, '');
    const withEnding = this.style.modules === 'esm' && this.style.language === 'js';
    return withEnding ? `${bare}.js` : bare;
  }

  private importLines(): readonly string[] {
    return Array.from(this.imports, ([key, { kind, names }]) => {
      const from = key.slice(kind.length + 1);
      const list = [...names].join(', ');
      if (this.style.modules === 'cjs')
        return `const ${kind === 'named' ? `{ ${list.replaceAll(' as ', ': ')} }` : list} = require('${from}');`;
      const what = kind === 'named' ? `{ ${list} }` : kind === 'all' ? `* as ${list}` : list;
      return `import ${what} from '${from}';`;
    });
  }

  private passedLines(): readonly string[] {
    return Array.from(this.passedOn, ([module, names]) => {
      const list = [...names];
      const from = this.specifierOf(module);
      if (this.style.imports === 'barrel of all')
        return this.style.modules === 'esm'
          ? `export * from '${from}';`
          : `Object.assign(exports, require('${from}'));`;
      return this.style.modules === 'esm'
        ? `export { ${list.join(', ')} } from '${from}';`
        : list.map((name) => `exports.${name} = require('${from}').${name};`).join('\n');
    });
  }

  private declarationLines(): readonly string[] {
    if (this.style.modules === 'cjs') return this.declarations;
    return this.declarations.map((text) => {
      const name =
        /^(?:async )?(?:const|let|function|class|enum|abstract class|interface|type)\s*(\w+)|^async function (\w+)/.exec(
          text,
        );
      const declared = name?.[1] ?? name?.[2];
      return declared !== undefined && this.exported.has(declared) ? `export ${text}` : text;
    });
  }

  /** True where nothing was written into it. */
  isEmpty(): boolean {
    return this.declarations.length === 0;
  }

  /** The file as its style writes it. */
  text(): string {
    const declared = this.declarationLines();
    const plain = [...this.exported];
    const exports =
      this.style.modules === 'cjs' && plain.length > 0
        ? this.passedOn.size > 0
          ? plain.map((name) => `exports.${name} = ${name};`)
          : [`module.exports = { ${plain.join(', ')} };`]
        : this.hasDefault
          ? [`export default { ${plain.join(', ')} };`]
          : [];
    const head = [...this.importLines(), ...this.passedLines()].join('\n');
    const parts = [head, ...declared, exports.join('\n')].filter((part) => part !== '');
    return styled(`${parts.join('\n\n')}\n`, this.style);
  }
}

/** Rewrites what is written with semicolons, single quotes and two spaces. */
const styled = (text: string, { quote, semicolons, indent }: Style): string => {
  const lines = text.split('\n');
  const written = lines.map((line, at) => {
    const next = lines[at + 1]?.trimStart() ?? '';
    const bare = semicolons || /^[[(`]/.test(next) ? line : line.replace(/;$/, '');
    return bare.replace(/^(?: {2})+/, (spaces) => indent.repeat(spaces.length / 2));
  });
  const all = written.join('\n');
  return quote === "'" ? all : all.replace(/'([^'"\\`\n]*)'/g, '"$1"');
};

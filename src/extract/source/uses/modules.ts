import type { Module } from '../syntax/module.ts';
import type { Program } from '../project/program.ts';
import { type Mention, mentionsIn } from './module-mentions.ts';
import { NOTHING, type Path, type State, type Step, to, value } from './state.ts';

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

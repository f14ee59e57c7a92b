import { addTo } from '../../../model/index.ts';
import type { Module } from '../syntax/module.ts';
import type { Program } from '../project/program.ts';
import { type Mention, moduleMentionsIn } from '../syntax/module-mentions.ts';
import { intoMention } from './module-states.ts';
import type { Path } from '../types/member-path.ts';
import { NOTHING, type StateStep, to } from './state.ts';

/** Importers of the modules of a program, with the names they use. */
export class Importers {
  readonly #program: Program;
  readonly #looked = new Set<string>();
  readonly #pairs = new Set<string>();
  readonly #byModule = new Map<string, Mention[]>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** States that an export flows to. */
  follow(module: string, name: string, path: Path): StateStep {
    this.#look();
    const mentions = this.#byModule.get(module) ?? [];
    return mentions.length === 0
      ? NOTHING
      : to(...mentions.flatMap((mention) => intoMention(mention, name, path)));
  }

  /** True where one module imports another directly. */
  imports(from: string, module: string): boolean {
    this.#look();
    const files = this.#program.packageOf(module);
    return files.some((file) => file === from || this.#pairs.has(`${from}\n${file}`));
  }

  #look(): void {
    for (const module of this.#program.loaded())
      if (!this.#looked.has(module.path)) {
        this.#looked.add(module.path);
        this.#add(module);
      }
  }

  #add({ path, file }: Module): void {
    for (const { specifier, mention } of moduleMentionsIn(file)) {
      const resolved = this.#program.resolve(file, specifier);
      const inner = mention.kind === 'import' && this.#program.moduleIn(file, specifier, mention.name);
      if (inner) this.#pair(path, inner, { kind: 'namespace', local: mention.local });
      if (resolved.kind === 'file') this.#pair(path, resolved.path, mention);
    }
  }

  #pair(from: string, to: string, mention: Mention): void {
    this.#pairs.add(`${from}\n${to}`);
    addTo(this.#byModule, to, mention);
  }
}

import type { Evaluator } from '../../evaluate/values.ts';
import { dialectOf, loweredFile } from '../../syntax/dialect.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import { isMemberArgument, isNamedByText } from './functions-by-name.ts';

/** Names of functions that files of other languages than JavaScript pass to calls, by language. Built on first use. */
export class FunctionsNamed {
  readonly #ctx: Evaluator;
  #byLanguage: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(ctx: Evaluator) {
    this.#ctx = ctx;
  }

  /** True where a file of its language passes a function of this name, as a text or as a member. */
  has(name: string, file: ts.SourceFile): boolean {
    if (loweredFile(file) === undefined) return false;
    this.#byLanguage ??= this.#build();
    return this.#byLanguage.get(dialectOf(file).name)?.has(name) ?? false;
  }

  #build(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const { file } of this.#ctx.program.loaded()) {
      if (loweredFile(file) === undefined) continue;
      const { name } = dialectOf(file);
      const names = found.get(name) ?? new Set();
      found.set(name, names);
      const { texts, accesses } = nodesOf(file);
      for (const text of texts) if (ts.isStringLiteralLike(text) && isNamedByText(text)) names.add(text.text);
      if (name !== 'Python') continue;
      for (const access of accesses)
        if (ts.isPropertyAccessExpression(access) && isMemberArgument(access)) names.add(access.name.text);
    }
    return found;
  }
}

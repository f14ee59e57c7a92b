import type { Fact, Form, Place, RequestFact, UsesFact, WrapperName } from '../../../model/index.ts';
import { contains } from '../../../model/index.ts';
import type { ProjectHost } from '../../extractor.ts';
import { patternOf } from '../languages/patterns.ts';
import { importersOf } from '../project/importers.ts';
import type { Workspace } from '../project/workspace.ts';
import { headersEdited } from './edited-places.ts';

/** Files of other languages that may call functions of a language: they run on the same machine. */
const CALLING: Partial<Record<Form, RegExp>> = {
  java: /\.(?:kts?|scala|groovy|gradle)$/,
  kotlin: /\.(?:java|scala|groovy|gradle)$/,
  csharp: /\.(?:fs|fsx|vb)$/,
};

interface Lookup {
  readonly workspace: Workspace;
  /** Host of the whole tree, not only of files of one language. */
  readonly tree: ProjectHost;
  /** Files of this language that are not analysed, or only in part. */
  readonly unread: readonly string[];
}

const PACKAGE = /^\s*(?:package|namespace)\s+([\w.]+)/m;

const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${patternOf(name)}(?![\w$])`).test(text);

/** True for a text that is in a package, imports something of it, or names it before something. */
const uses = (text: string, name: string): boolean =>
  new RegExp(
    String.raw`(?<![\w.$])(?:(?:package|import|static|namespace|open|Imports)\s+${patternOf(name)}\b|${patternOf(name)}\.\w)`,
  ).test(text);

/** True for a text that names the wrapper: a method counts only beside its class. */
const names = (text: string, { name, owner }: WrapperName): boolean =>
  mentions(text, name) && (owner === undefined || mentions(text, owner));

/** Files that name one of the wrappers that a request goes through, and are not analysed with it. */
class UnreadFiles {
  readonly #lookup: Lookup;
  readonly #known = new Map<string, string | undefined>();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  /** One such file; `undefined` where there is none. */
  naming(wrapper: WrapperName): string | undefined {
    const key = `${wrapper.at.file}:${wrapper.at.span.start}`;
    if (!this.#known.has(key)) {
      const paths = [...this.#importing(wrapper), ...this.#inOtherLanguages(wrapper)];
      this.#known.set(
        key,
        paths.find((path) => names(this.#lookup.tree.read(path) ?? '', wrapper)),
      );
    }
    return this.#known.get(key);
  }

  #importing({ at }: WrapperName): readonly string[] {
    const { workspace, unread } = this.#lookup;
    const others = new Set(unread.filter((path) => path !== at.file));
    return others.size === 0 ? [] : importersOf(workspace, [at.file]).filter((path) => others.has(path));
  }

  /** Files of other languages that name the wrapper's package, where it has one. */
  #inOtherLanguages({ name, owner = name, at }: WrapperName): readonly string[] {
    const { workspace, tree } = this.#lookup;
    const calling = CALLING[workspace.language.form];
    if (calling === undefined) return [];
    const inPackage = PACKAGE.exec(tree.read(at.file) ?? '')?.[1];
    const found = [
      ...tree.search(new RegExp(patternOf(owner)), [owner], calling),
      ...(tree.holding?.([owner]) ?? []),
    ];
    return found
      .filter(
        (path) => calling.test(path) && (inPackage === undefined || uses(tree.read(path) ?? '', inPackage)),
      )
      .toSorted();
  }
}

/** Headers that all users of a wrapper send: those that no caller writes in its own call. */
const sharedPlaces = (request: RequestFact): readonly Place[] =>
  headersEdited(request).filter(
    ({ file, span }) => !request.trail.some((call) => call.file === file && contains(call.span, span)),
  );

/**
 * Uses of headers by files that are not analysed: one that names a wrapper of a request may send the wrapper's headers
 * to another host.
 */
export const unreadCallers = (facts: readonly Fact[], lookup: Lookup): readonly UsesFact[] => {
  const files = new UnreadFiles(lookup);
  return facts.flatMap((fact): readonly UsesFact[] => {
    if (fact.kind !== 'request') return [];
    return (fact.through ?? []).flatMap((wrapper) => {
      const file = files.naming(wrapper);
      if (file === undefined) return [];
      const why = `by callers of ${wrapper.name} in ${file}, which are not analysed`;
      const use = { at: wrapper.at, as: 'other', why } as const;
      return sharedPlaces(fact).map((place) => ({
        kind: 'uses',
        origin: 'authored',
        name: undefined,
        uses: [use],
        file: place.file,
        span: place.span,
      }));
    });
  });
};

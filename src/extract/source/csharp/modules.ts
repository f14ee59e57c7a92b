import type { Exists, Imports, SourceTree } from '../languages/language.ts';
import { importsOfTypes } from '../managed/type-imports.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';
import { clientsCreated, isClientFunction, registeringFile, registersClients } from './client-names.ts';

/** Several may be on one line. */
const USING = /(?:^|;)[ \t\ufeff]*(?:global\s+)?using\s+(static\s+)?([\w.]+)\s*(?=;)/gm;
const NAMESPACE = /^[ \t]*namespace\s+([\w.]+)/m;
const TYPE = /\b[A-Z]\w*\b/g;
const FOREIGN = /^(?:System|Microsoft|Newtonsoft|RestSharp|Flurl|Xunit|NUnit|Moq|Serilog|Polly)(?:\.|$)/;
/** Namespaces that are imported implicitly. */
const IMPLICIT = ['System', 'System.Collections.Generic', 'System.Net.Http'];

/** Specifier of a type that is looked up in the file's folder and in its `using` namespaces. */
export const specifierOf = (name: string, namespaces: readonly string[]): string =>
  `${name}@${(isClientFunction(name) ? [] : namespaces).filter((each) => !FOREIGN.test(each)).join(';')}`;

/** Using directives of a text. */
export const usingsIn = (
  text: string,
): { readonly packages: readonly string[]; readonly types: readonly string[] } => {
  const all = [...text.matchAll(USING)];
  const own = NAMESPACE.exec(text)?.[1];
  const types = all.flatMap(([, isStatic, path = '']) => (isStatic === undefined ? [] : [path]));
  const used = all.flatMap(([, isStatic, path = '']) => (isStatic === undefined ? [path] : []));
  return { packages: [...new Set([...used, ...IMPLICIT, ...(own === undefined ? [] : [own])])], types };
};

const specifiersIn = (text: string): readonly string[] => {
  const { packages } = usingsIn(text);
  const types = new Set([...text.matchAll(TYPE)].map(([name]) => specifierOf(name, packages)));
  return [...types, ...clientsCreated(text).map((name) => specifierOf(name, []))];
};

/** Folders that a namespace may be named after: `Acme.Atlas.Config` in `Config`, `Atlas/Config` and so on. */
const foldersOf = (namespace: string): readonly string[] => {
  const steps = namespace.split('.');
  return steps.map((_, at) => steps.slice(at).join('/'));
};

const upwards = (from: string): readonly string[] => {
  const found: string[] = [];
  for (let folder = directoryOf(from); ; folder = directoryOf(folder)) {
    found.push(folder);
    if (folder === '') return found;
  }
};

/** Nearest file with the type's name: in the same folder, further up, or in a folder named after a namespace. */
const locate = (from: string, specifier: string, exists: Exists, tree: SourceTree): string | undefined => {
  const [name = '', namespaces = ''] = specifier.split('@');
  if (isClientFunction(name))
    return namespaces === '' ? registeringFile(from, name, exists, tree) : undefined;
  const below = ['', ...(namespaces === '' ? [] : namespaces.split(';').flatMap(foldersOf))];
  for (const folder of upwards(from))
    for (const step of below) {
      const path = joinPath(folder, step === '' ? `${name}.cs` : `${step}/${name}.cs`);
      if (path !== undefined && exists(path)) return path;
    }
  return undefined;
};

const OF_TYPES = importsOfTypes('csharp', { specifiersIn, locate });

/** Resolves names between files of C#. */
export const CSHARP_IMPORTS: Imports = {
  ...OF_TYPES,
  wordsFor: (paths, tree) => [
    ...(OF_TYPES.wordsFor(paths, tree) ?? []),
    ...(paths.some((path) => registersClients(tree.read(path))) ? ['CreateClient'] : []),
  ],
};

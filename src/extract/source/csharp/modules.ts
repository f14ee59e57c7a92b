import type { Exists, Imports } from '../languages/language.ts';
import { importsOfTypes } from '../managed/type-imports.ts';
import { directoryOf, joinPath } from '../project/paths.ts';

const USING = /^[ \t]*(?:global\s+)?using\s+(static\s+)?([\w.]+)\s*;/gm;
const NAMESPACE = /^[ \t]*namespace\s+([\w.]+)/m;
const TYPE = /\b[A-Z]\w*\b/g;
const FOREIGN = /^(?:System|Microsoft|Newtonsoft|RestSharp|Flurl|Xunit|NUnit|Moq|Serilog|Polly)(?:\.|$)/;
/** Namespaces that a project of today knows without naming them. */
const IMPLICIT = ['System', 'System.Collections.Generic', 'System.Net.Http'];

/** A type that is looked for in the folder of the file, and by the namespaces that the file uses. */
export const specifierOf = (name: string, namespaces: readonly string[]): string =>
  `${name}@${namespaces.filter((each) => !FOREIGN.test(each)).join(';')}`;

/** What the using directives of a text say. */
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
  return [...new Set([...text.matchAll(TYPE)].map(([name]) => specifierOf(name, packages)))];
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

/** The nearest file that is called like the type: beside, further up, or in a folder that is called like a namespace. */
const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  const [name = '', namespaces = ''] = specifier.split('@');
  const below = ['', ...(namespaces === '' ? [] : namespaces.split(';').flatMap(foldersOf))];
  for (const folder of upwards(from))
    for (const step of below) {
      const path = joinPath(folder, step === '' ? `${name}.cs` : `${step}/${name}.cs`);
      if (path !== undefined && exists(path)) return path;
    }
  return undefined;
};

/** How files of C# name each other. */
export const CSHARP_IMPORTS: Imports = importsOfTypes('csharp', { specifiersIn, locate });

import type { Exists, Imports } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';
import { importsOfTypes } from './type-imports.ts';

const EXTENSIONS = ['.java', '.kt'];
const SOURCES = ['', 'src/main/java/', 'src/main/kotlin/', 'src/test/java/', 'src/test/kotlin/'];
/** Several may be on one line. */
const IMPORT = /(?:^|;)[ \t\ufeff]*import\s+(static\s+)?([\w.]+?)(\.\*)?(?:\s+as\s+\w+)?[ \t]*(?=;|\r?$)/gm;
const PACKAGE = /^[ \t]*package\s+([\w.]+)/m;
const TYPE = /\b[A-Z]\w*\b/g;
/** Packages whose types are not part of the project. */
const FOREIGN =
  /^(?:java|javax|jakarta|kotlin|kotlinx|okhttp3|org\.(?:springframework|apache|slf4j|junit|json))(?:\.|$)/;

/** Specifier of a type that is looked up in the file's folder and in wildcard-imported packages. */
export const specifierOf = (name: string, packages: readonly string[]): string =>
  `${name}@${packages.filter((each) => !FOREIGN.test(each)).join(';')}`;

/** Imports of a text: names with their types, members of types, and whole packages. */
export const importsIn = (
  text: string,
): {
  readonly named: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
  readonly packages: readonly string[];
} => {
  const named = new Map<string, string>();
  const members = new Map<string, string>();
  const packages: string[] = [];
  for (const [, isStatic, path = '', all] of text.matchAll(IMPORT)) {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const owner = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const type = owner.slice(owner.lastIndexOf('.') + 1);
    if (all !== undefined) packages.push(path);
    else if (isStatic !== undefined && /^[A-Z]/.test(type)) {
      members.set(last, type);
      if (!named.has(type)) named.set(type, owner);
    } else named.set(last, path);
  }
  const own = PACKAGE.exec(text)?.[1];
  return { named, members, packages: own === undefined ? packages : [...packages, own] };
};

const specifiersIn = (text: string): readonly string[] => {
  const { named, packages } = importsIn(text);
  const free = new Set([...text.matchAll(TYPE)].map(([name]) => name));
  return [
    ...[...named.values()].filter((path) => !FOREIGN.test(path)),
    ...[...free].filter((name) => !named.has(name)).map((name) => specifierOf(name, packages)),
  ];
};

const fileAt = (path: string | undefined, exists: Exists): string | undefined =>
  path === undefined ? undefined : EXTENSIONS.map((extension) => path + extension).find(exists);

/** Resolves a qualified type below a source root around the file. */
const qualified = (from: string, path: string, exists: Exists): string | undefined => {
  const file = path.replaceAll('.', '/');
  for (let folder = directoryOf(from); ; folder = directoryOf(folder)) {
    for (const source of SOURCES) {
      const found = fileAt(joinPath(folder, source + file), exists);
      if (found !== undefined) return found;
    }
    if (folder === '') return undefined;
  }
};

const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  if (!specifier.includes('@'))
    return FOREIGN.test(specifier) ? undefined : qualified(from, specifier, exists);
  const [name = '', packages = ''] = specifier.split('@');
  const beside = fileAt(joinPath(directoryOf(from), name), exists);
  if (beside !== undefined) return beside;
  for (const each of packages === '' ? [] : packages.split(';')) {
    const found = qualified(from, `${each}.${name}`, exists);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Resolves imports between files of Java and Kotlin. */
export const JVM_IMPORTS: Imports = importsOfTypes('java', { specifiersIn, locate });

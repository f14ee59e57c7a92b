import { posix } from 'node:path';
import { transformSync } from 'rolldown/utils';

/** A file as a function of what Node gives to a module, and of the globals of the sandbox. */
export type Loaded = (...given: readonly unknown[]) => void;

/** Names that a module sees; what is not named here it gets from the platform. */
export const GIVEN = [
  'require',
  'module',
  'exports',
  '__dirname',
  '__filename',
  'process',
  'console',
  'fetch',
  'setTimeout',
  'globalThis',
  'importMeta',
] as const;

const compiled = new Map<string, Loaded>();

/** `a, b as c` as the inside of a destructuring pattern. */
const pattern = (names: string): string => names.replace(/ as /g, ': ');

const DECLARED = /^export (?:async )?(?:const|let|var|function\*?|class) (\w+)/gm;

/** Printed ES module to CommonJS: one statement a line, as the printer leaves them. */
const toCommonJs = (code: string): string => {
  const names: (readonly [exported: string, local: string])[] = [...code.matchAll(DECLARED)].map(
    ([, name]) => [name!, name!],
  );
  const own = code.replace(/^export \{ (.*) \};$/gm, (_, list: string) => {
    for (const one of list.split(', ')) names.push([one.split(' as ').at(-1)!, one.split(' as ')[0]!]);
    return '';
  });
  const body = own
    .replace(
      /^import (\w+), \{ (.*) \} from (".*");$/gm,
      (_, whole: string, list: string, from: string) =>
        `const ${whole} = interop(require(${from})); const { ${pattern(list)} } = require(${from});`,
    )
    .replace(
      /^import \{ (.*) \} from (".*");$/gm,
      (_, list: string, from: string) => `const { ${pattern(list)} } = require(${from});`,
    )
    .replace(/^import \* as (\w+) from (".*");$/gm, 'const $1 = require($2);')
    .replace(/^import (\w+) from (".*?")(?: with .*)?;$/gm, 'const $1 = interop(require($2));')
    .replace(/^import (".*");$/gm, 'require($1);')
    .replace(/^export \{ (.*) \} from (".*");$/gm, (_, list: string, from: string) =>
      list
        .split(', ')
        .map(
          (one) =>
            `reexport('${one.split(' as ').at(-1)!}', () => require(${from}).${one.split(' as ')[0]!});`,
        )
        .join(' '),
    )
    .replace(/^export \* from (".*");$/gm, 'Object.assign(exports, require($1));')
    .replace(/^export default /gm, 'exports.default = ')
    .replace(/^export /gm, '')
    .replaceAll('import.meta', 'importMeta');
  const getters = names.map(([exported, local]) => `reexport('${exported}', () => ${local});`).join('\n');
  return `${getters}\n${body}`;
};

const PRELUDE = `'use strict';
const interop = (found) => (found !== null && 'default' in Object(found) ? found.default : found);
const reexport = (name, get) => Object.defineProperty(exports, name, { get, enumerable: true });`;

/** Compiles a file of any kind to a function; throws the first syntax error. */
export const compile = (path: string, text: string): Loaded => {
  const key = `${path}\n${text}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size > 2_000) compiled.clear();
  const { code, errors } = transformSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]!.message}`);
  // Generated programs are the input of this test.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const loaded = new Function(...GIVEN, `${PRELUDE} {\n${toCommonJs(code)}\n}`) as Loaded;
  compiled.set(key, loaded);
  return loaded;
};

const ENDINGS = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '.json', '/index.ts', '/index.js', '/index.mjs'];

/** The file that a relative import means. */
export const resolveRelative = (
  files: ReadonlyMap<string, string>,
  from: string,
  name: string,
): string | undefined => {
  const base = posix.join(posix.dirname(from), name);
  const bare = base.replace(/\.[cm]?js$/, '');
  return [base, bare]
    .flatMap((path) => ENDINGS.map((ending) => path + ending))
    .find((path) => files.has(path));
};

/** The file that the name of a package of the same workspace means. */
export const resolveWorkspace = (files: ReadonlyMap<string, string>, name: string): string | undefined => {
  for (const [path, text] of files) {
    if (!path.endsWith('package.json')) continue;
    const manifest = JSON.parse(text) as { readonly name?: string; readonly main?: string };
    if (manifest.name === name) return resolveRelative(files, path, `./${manifest.main ?? 'index'}`);
  }
  return undefined;
};

import type { ProjectHost } from '../extract/extractor.ts';
import { BY_FILE_NAME, programFiles } from '../model/index.ts';
import type { Fact, Place, SourceFile, TextUse, UsesFact } from '../model/index.ts';
import { isCommented } from './variable-uses.ts';

/** Programs in which reading a file is not followed; in TypeScript, JavaScript and Python it is. */
const READS_UNFOLLOWED = programFiles([], ['typescript', 'python']);
const PROGRAM = programFiles([]);
const SCRIPT = /\.(?:ba|z)?sh$|(?:^|\/)Makefile$/;

const nameOf = (path: string): string => path.split('/').at(-1)!;

const escaped = (name: string): string => name.replaceAll(/[^\w]/g, String.raw`\$&`);

/** Matches a file's name where a program writes it: `'config.json'`, `./config.json`. */
const named = (names: readonly string[], flags = ''): RegExp =>
  new RegExp(String.raw`(?<![\w.-])(?:${names.map(escaped).join('|')})(?![\w.-])`, flags);

/** Call that gets a file's name as an argument, as it is written before the name: `OmegaConf.load('`. */
const CALL = /([\w$]+)\(\s*(?:\w+\s*=\s*)?\[?\s*[a-z]?['"`](?:[^'"`\n]*\/)?$/;

/** Calls that are followed, and those that read no file: they make a path, or declare or test one. */
const KNOWN_CALL =
  /^(?:open|read(?:File|Json|JSON|TextFile)(?:Sync)?|createReadStream|loadJsonFile\w*|file|require|import|\w*[mM]ock|(?:Pure)?Path|join|joinpath|resolve|dirname|basename|abspath|realpath|normalize|fileURLToPath|URL|str|exists(?:Sync)?|is_?file|add_argument|[oO]ption|getenv|get|print|log|info|debug|warn(?:ing)?|error|copy\w*)$/;

/** True where a language whose reads of files are followed passes the name to a call that is not known. */
const isUnfollowed = (text: string, at: number): boolean => {
  const callee = CALL.exec(text.slice(Math.max(0, at - 200), at))?.[1];
  return callee !== undefined && !KNOWN_CALL.test(callee);
};

/** First position that names a file and may read it in a way that is not followed, outside of comments. */
const nameIn = (file: string, text: string, name: string): Place | undefined => {
  const isFollowed = !READS_UNFOLLOWED.test(file) && !SCRIPT.test(file);
  for (const { index } of text.matchAll(named([name], 'g')))
    if (!isCommented(text, index) && (!isFollowed || isUnfollowed(text, index)))
      return { file, span: { start: index, end: index + name.length } };
  return undefined;
};

/** URLs that JSON and YAML files of settings hold, by file. */
const urlsIn = (
  files: readonly SourceFile[],
  facts: readonly Fact[],
): ReadonlyMap<string, readonly Place[]> => {
  const settings = new Set(
    files
      .filter(({ form, origin }) => (form === 'json' || form === 'yaml') && origin === 'authored')
      .map(({ path }) => path),
  );
  const found = new Map<string, Place[]>();
  for (const fact of facts) {
    if (fact.kind !== 'url' || fact.use !== 'value' || !settings.has(fact.file)) continue;
    for (const part of fact.text.parts)
      if (part.kind === 'known') found.set(fact.file, [...(found.get(fact.file) ?? []), part.slot]);
  }
  return found;
};

/** Uses of URLs in JSON and YAML files by programs that name the file in a way that is not followed. */
export const settingsFileUses = (
  files: readonly SourceFile[],
  facts: readonly Fact[],
  host: ProjectHost,
): readonly UsesFact[] => {
  const urls = urlsIn(files, facts);
  if (urls.size === 0) return [];
  const names = [...new Set([...urls.keys()].map(nameOf))];
  const programs = [
    ...host.search(named(names), names, PROGRAM),
    ...(host.holding?.(names) ?? []).filter((path) => SCRIPT.test(path)),
  ].filter((path) => PROGRAM.test(path) || SCRIPT.test(path));
  const texts = programs.map((path) => [path, host.read(path) ?? ''] as const);
  return [...urls].flatMap(([path, slots]): readonly UsesFact[] => {
    const uses = texts.flatMap(([program, text]): readonly TextUse[] => {
      if (!path.endsWith('.json') && SCRIPT.test(program) && !/\byq\b/.test(text)) return [];
      const at = nameIn(program, text, nameOf(path));
      return at === undefined ? [] : [{ at, as: 'other', why: BY_FILE_NAME }];
    });
    return uses.length === 0
      ? []
      : slots.map(({ file, span }) => ({
          kind: 'uses',
          origin: 'authored',
          name: undefined,
          uses,
          file,
          span,
        }));
  });
};

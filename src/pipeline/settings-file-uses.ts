import type { ProjectHost } from '../extract/extractor.ts';
import { programFiles } from '../model/index.ts';
import type { Fact, Place, SourceFile, TextUse, UsesFact } from '../model/index.ts';
import { isCommented } from './variable-uses.ts';

/** Programs in which reading a file is not followed; in TypeScript, JavaScript and Python it is. */
const READS_UNFOLLOWED = programFiles([], ['typescript', 'python']);
const SCRIPT = /\.(?:ba|z)?sh$|(?:^|\/)Makefile$/;

const nameOf = (path: string): string => path.split('/').at(-1)!;

const escaped = (name: string): string => name.replaceAll(/[^\w]/g, String.raw`\$&`);

/** Matches a file's name where a program writes it: `'config.json'`, `./config.json`. */
const named = (names: readonly string[], flags = ''): RegExp =>
  new RegExp(String.raw`(?<![\w.-])(?:${names.map(escaped).join('|')})(?![\w.-])`, flags);

/** First position that names a file, outside of comments. */
const nameIn = (file: string, text: string, name: string): Place | undefined => {
  for (const { index } of text.matchAll(named([name], 'g')))
    if (!isCommented(text, index)) return { file, span: { start: index, end: index + name.length } };
  return undefined;
};

/** URLs that JSON files of settings hold, by file. */
const urlsIn = (
  files: readonly SourceFile[],
  facts: readonly Fact[],
): ReadonlyMap<string, readonly Place[]> => {
  const settings = new Set(
    files.filter(({ form, origin }) => form === 'json' && origin === 'authored').map(({ path }) => path),
  );
  const found = new Map<string, Place[]>();
  for (const fact of facts) {
    if (fact.kind !== 'url' || fact.use !== 'value' || !settings.has(fact.file)) continue;
    for (const part of fact.text.parts)
      if (part.kind === 'known') found.set(fact.file, [...(found.get(fact.file) ?? []), part.slot]);
  }
  return found;
};

/** Uses of URLs in JSON files by programs that name the file, and whose reads of files are not followed. */
export const settingsFileUses = (
  files: readonly SourceFile[],
  facts: readonly Fact[],
  host: ProjectHost,
): readonly UsesFact[] => {
  const urls = urlsIn(files, facts);
  if (urls.size === 0) return [];
  const names = [...new Set([...urls.keys()].map(nameOf))];
  const programs = [
    ...host.search(named(names), names, READS_UNFOLLOWED),
    ...(host.holding?.(names) ?? []).filter((path) => SCRIPT.test(path)),
  ].filter((path) => READS_UNFOLLOWED.test(path) || SCRIPT.test(path));
  const texts = programs.map((path) => [path, host.read(path) ?? ''] as const);
  return [...urls].flatMap(([path, slots]): readonly UsesFact[] => {
    const uses = texts.flatMap(([program, text]): readonly TextUse[] => {
      const at = nameIn(program, text, nameOf(path));
      return at === undefined ? [] : [{ at, as: 'other', why: 'by the name of its file' }];
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

import { variablesIn } from '../extract/dotenv.ts';
import type { Variable } from '../extract/dotenv.ts';
import type { TextsWith } from './other-texts.ts';
import type { Fact, Place, SourceFile, Text, TextUse, UsesFact } from '../model/index.ts';

/** True where the line up to an offset begins as a comment does. */
export const isCommented = (text: string, at: number): boolean =>
  /^\s*(?:#|\/\/)/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));

/** Variables of `.env` files that hold URLs of the API. */
const addressVariables = (files: readonly SourceFile[], addresses: RegExp): readonly Variable[] =>
  files
    .filter(({ form }) => form === 'env')
    .flatMap(({ path, text }) => [...variablesIn(path, text)])
    .filter(({ slot }) => addresses.test(slot.value));

/** Reads the files that name variables of `.env` files, where these hold URLs. */
export const textsOfVariables = (
  files: readonly SourceFile[],
  addresses: RegExp,
  textsWith: TextsWith,
): ReadonlyMap<string, string> => {
  const names = new Set(addressVariables(files, addresses).map(({ name }) => name));
  return names.size === 0 ? new Map() : textsWith([...names].toSorted());
};

const escaped = (name: string): string => name.replaceAll(/[.-]/g, String.raw`\$&`);

/** First position that reads the variable: `$BASE`, `ENV['BASE']`; not an assignment, `BASE=…`. */
const readIn = (file: string, text: string, name: string): Place | undefined => {
  const word = escaped(name);
  const read = new RegExp(
    String.raw`(?<=\$[{(]?)${word}(?![\w-])|(?<![\w.-])${word}(?![\w-])(?!["']?\s*[:=])`,
    'g',
  );
  for (const { index } of text.matchAll(read))
    if (!isCommented(text, index)) return { file, span: { start: index, end: index + name.length } };
  return undefined;
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const textsIn = (fact: Fact): readonly Text[] => {
  if (fact.kind === 'request') return fact.urls;
  return fact.kind === 'url' ? [fact.text] : [];
};

/** Shell scripts that source other files, by the values of these that their facts refer to: such values are followed. */
const scriptsByValue = (
  files: readonly SourceFile[],
  facts: readonly Fact[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const scripts = new Set(files.filter(({ form }) => form === 'shell').map(({ path }) => path));
  const found = new Map<string, Set<string>>();
  for (const fact of facts) {
    if (!scripts.has(fact.file)) continue;
    for (const part of textsIn(fact).flatMap(({ parts }) => parts)) {
      if (part.kind !== 'known' || part.slot.file === fact.file) continue;
      const key = keyOf(part.slot);
      found.set(key, (found.get(key) ?? new Set()).add(fact.file));
    }
  }
  return found;
};

/** Reads of `.env` variables in files without evaluation: shell scripts, YAML, other languages. */
export const variableUses = (
  files: readonly SourceFile[],
  addresses: RegExp,
  textsWith: TextsWith,
  facts: readonly Fact[],
): readonly UsesFact[] => {
  const texts = textsOfVariables(files, addresses, textsWith);
  if (texts.size === 0) return [];
  const scripts = scriptsByValue(files, facts);
  return addressVariables(files, addresses).flatMap(({ name, slot: { file, span } }): readonly UsesFact[] => {
    const following = scripts.get(keyOf({ file, span }));
    const uses = [...texts].flatMap(([path, text]): readonly TextUse[] => {
      if (following?.has(path)) return [];
      const at = readIn(path, text, name);
      return at === undefined
        ? []
        : [{ at, as: 'other', why: 'with a value that may come from the .env file' }];
    });
    return uses.length === 0 ? [] : [{ kind: 'uses', origin: 'authored', name, uses, file, span }];
  });
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMAND_SPECS } from '../../src/cli/commands/flags.ts';
import { MESSAGES } from '../../src/generated/messages.ts';

// Words that this tool once used in its own sense, with what people say: glossary.json.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const WORDS = Object.entries(JSON.parse(read('test/docs/glossary.json')) as Record<string, string>).map(
  ([pattern, instead]) => ({ pattern: new RegExp(pattern, 'gi'), instead }),
);

const pages = ['', 'docs/', 'docs/rules/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
);

/** Code and quotations are not the tool's own words. */
const prose = (text: string): string => text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '');

const codeFiles = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('generated'),
);
/** Strings of code that contain several words; comments are not among them. */
const sentencesOf = (code: string): string =>
  (
    code
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .match(/'(?:[^'\n\\]|\\.)* (?:[^'\n\\]|\\.)*'|`(?:[^`\n\\]|\\.)* (?:[^`\n\\]|\\.)*`/g) ?? []
  ).join('\n');

const TEXTS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(pages.map((page) => [page, () => prose(read(page))])),
  'rules/messages/messages.json': () => Object.values(MESSAGES).join('\n'),
  ...Object.fromEntries(
    readdirSync(join(root, 'rules'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => [`rules/${name}`, () => read(`rules/${name}`)]),
  ),
  'sentences in src': () => codeFiles.map((name) => sentencesOf(read(`src/${name}`))).join('\n'),
  'help of all commands': () => JSON.stringify(COMMAND_SPECS),
  'rules/README.md': () => prose(read('rules/README.md')),
};

describe('words that people read', () => {
  it.each(Object.entries(TEXTS))('are not of the old glossary: %s', (_, text) => {
    const said = text();
    expect(said.length).toBeGreaterThan(50);
    const found = WORDS.flatMap(({ pattern, instead }) =>
      Array.from(
        said.matchAll(pattern),
        ({ 0: word, index }) => `"${word}" (write: ${instead}) in …${said.slice(index - 40, index + 60)}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('are found where they are used', () => {
    for (const word of ['has no twin', 'Half a migration', 'this was mended', 'the address is answered 406'])
      expect(
        WORDS.some(({ pattern }) => word.search(pattern) !== -1),
        word,
      ).toBe(true);
  });
});

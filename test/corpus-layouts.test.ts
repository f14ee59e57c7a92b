import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { readCorpus } from './corpus/idioms.ts';
import { type Files, findingsIn } from './fixtures/pipeline.ts';

const FAMILIES = new Set(['clients', 'headers', 'reads']);
const CODE = /\.[cm]?[jt]sx?$/;

const idioms = readCorpus().filter(({ family }) => FAMILIES.has(family));

const filesOf = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );

/** The same program in narrow lines without semicolons, with CRLF and a byte order mark. */
const otherwise = async (text: string, filepath: string): Promise<string> => {
  const options = {
    filepath,
    printWidth: 50,
    semi: false,
    trailingComma: 'none',
    endOfLine: 'crlf',
  } as const;
  return `\uFEFF${await format(text, options)}`;
};

const laidOut = async (files: Files): Promise<Files> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([path, text]) => [
        path,
        CODE.test(path) ? await otherwise(text, path) : text,
      ]),
    ),
  );

/** What is found, wherever it stands in its file. */
const foundIn = async (files: Files): Promise<readonly string[]> =>
  (await findingsIn(files))
    .map(({ file, rule, data, operation, severity, certainty, fix }) =>
      [file, rule, data.property, operation, severity, certainty, fix?.safety].join(' '),
    )
    .sort();

describe('a program that is laid out otherwise', () => {
  it.each(idioms.map((idiom) => [`${idiom.family}/${idiom.name}`, idiom] as const))(
    '%s means the same',
    async (_, { folder }) => {
      const files = filesOf(folder);
      expect(await foundIn(await laidOut(files))).toEqual(await foundIn(files));
    },
  );
});

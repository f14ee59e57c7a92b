import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One finding that the contract asks for, or one that the tool reports. `fix` is the safety of its fix. */
export interface Label {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly fix: 'safe' | 'unsafe' | null;
}

/** A small source that uses one idiom, with what must be said of it. */
export interface Idiom {
  readonly family: string;
  readonly name: string;
  /** Absolute folder of the source as it is. */
  readonly folder: string;
  readonly description: string;
  readonly findings: readonly Label[];
  /** How it is fixed: by `fix` or by `fix --unsafe`. */
  readonly fix: 'safe' | 'unsafe';
  /** The files that the fix changes, as it must leave them. */
  readonly fixed: ReadonlyMap<string, string>;
  /** Why the tool is known to get it wrong; it counts in the figures all the same. */
  readonly known: string | undefined;
}

interface LabelFile {
  readonly idiom: string;
  readonly findings: readonly Label[];
  readonly fix?: Idiom['fix'];
  readonly known?: string;
}

const corpus = fileURLToPath(new URL('../../fixtures/corpus/', import.meta.url));

const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];

const readIdiom = (family: string, name: string): Idiom => {
  const root = join(corpus, family, name);
  const label = JSON.parse(readFileSync(join(root, 'label.json'), 'utf8')) as LabelFile;
  const after = join(root, 'after');
  return {
    family,
    name,
    folder: join(root, 'before'),
    description: label.idiom,
    findings: label.findings,
    fix: label.fix ?? 'safe',
    fixed: new Map(filesIn(after).map((file) => [file, readFileSync(join(after, file), 'utf8')])),
    known: label.known,
  };
};

/** The corpus under `fixtures/corpus`, one folder an idiom: `before`, `after` and `label.json`. */
export const readCorpus = (): readonly Idiom[] =>
  readdirSync(corpus).flatMap((family) =>
    readdirSync(join(corpus, family)).map((name) => readIdiom(family, name)),
  );

import { basename, relative, resolve } from 'node:path';
import { parseBaseline } from './baseline.ts';
import { summaryFile } from './print-outcome.ts';
import { BUILD } from '../generated/build.ts';
import { areAbsent, isAbsentNames, partedBy } from '../io/absent-names.ts';
import type { AbsentNames } from '../io/absent-names.ts';
import { hashOf, fileStateOf } from '../io/contents.ts';
import type { FileState } from '../io/contents.ts';
import { isTracked } from '../io/git/dirty-files.ts';
import { readStored, writeStored } from '../io/result-store.ts';
import type { ResultPlace } from '../io/result-store.ts';
import { readRulePack } from '../io/package.ts';
import { readableRoots } from '../io/roots.ts';
import { staysWithin } from '../io/stays-within.ts';
import { wantsColor } from '../io/terminal.ts';
import { fileExists, readIfThere } from '../io/text-file.ts';
import type { FileSet, Outcome, Run } from './run.ts';
import type { Redacted } from '../model/index.ts';
import { exempt, say } from '../redact/gate.ts';
import type { Unredacted } from '../redact/read-report.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';

/**
 * Cached outcome of a run. It contains only printed output, which has no credential of a scanned file
 * (contract §8), and hashes.
 */
interface Kept {
  readonly key: string;
  /** Requested files beside the walked ones, if they exist. */
  readonly asked: readonly (readonly [path: string, state: FileState])[];
  /** Hashes of requested names that do not exist; hashes, because a name may be text of a scanned file. */
  readonly absent: AbsentNames;
  readonly texts: readonly Redacted[];
  readonly summary: Redacted | undefined;
  readonly notes: Redacted;
  readonly code: number;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isKept = (value: unknown): value is Unredacted<Kept> => {
  const kept = value as Unredacted<Kept>;
  return (
    isText(kept?.key) &&
    isText(kept.notes) &&
    Array.isArray(kept.texts) &&
    kept.texts.every(isText) &&
    (kept.summary === undefined || isText(kept.summary)) &&
    [0, 1, 2].includes(kept.code) &&
    Array.isArray(kept.asked) &&
    kept.asked.every((entry) => Array.isArray(entry) && isText(entry[0])) &&
    isAbsentNames(kept.absent)
  );
};

/** Maps and sets are serialized as lists. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof Map || inner instanceof Set ? [...inner] : inner,
  );

/** Options of the run, and its folder in the repository, so that another checkout has the same key. */
const questionOf = ({ options, configs, root, cwd, terminal }: Run): string => {
  const all = configs.all.map((config) => ({ ...config, folder: relative(cwd, config.folder) }));
  const { cache: _, cacheLocation: __, today: ___, ...asked } = options;
  return json({
    asked,
    configs: all,
    below: relative(root, cwd),
    color: wantsColor(terminal, options.color),
    columns: terminal.columns,
    summary: summaryFile(terminal) !== undefined,
  });
};

/** The known findings, and which of the files that they name are there. */
const baselineOf = ({ baselineFile, root }: Run): unknown => {
  const text = baselineFile === undefined ? undefined : readIfThere(baselineFile);
  if (text === undefined) return undefined;
  const files = new Set(parseBaseline(text, basename(baselineFile!)).map(({ file }) => file));
  return [text, [...files].map((file) => fileExists(root, file))];
};

/** Inputs of the result, except files that only the scan itself reads. */
const keyOf = (run: Run, { inventory }: FileSet, question: string): string => {
  const { options, configs, contents, settings } = run;
  const packs = configs.all.flatMap(({ folder, rulePacks = [] }) =>
    rulePacks.map((path) => readRulePack(resolve(folder, path)).text),
  );
  const projects = inventory.candidates.map(({ path }) => settings.projectOf(path));
  const { today } = options;
  const walked = contents!.walked();
  return hashOf(json({ BUILD, question, today, packs, projects, walked, baseline: baselineOf(run) }));
};

/** Folder of the results. What comes with a repository names none outside of it, also not by a link. */
const folderOf = ({ options, configs, cwd }: Run): string => {
  if (options.cacheLocation !== undefined) return resolve(cwd, options.cacheLocation);
  const { cache, folder } = configs.run;
  return resolve(folder, typeof cache === 'string' ? cache : '.migrate-cache');
};

/** Stored result of an earlier run, which redacted it; nothing else writes such a file. */
const redactedThen = (text: string): Redacted => exempt('kept result', text);

interface Found {
  /** Usable part of the cache. */
  readonly kept?: Unredacted<Kept>;
  /** Why the rest cannot, for people. */
  readonly note?: Redacted;
  readonly writable: boolean;
}

const lookUp = async (place: ResultPlace): Promise<Found> => {
  const found = readStored(place);
  const folder = redactPath(place.folder);
  if (found === undefined) return { writable: true };
  // Who sends a change could send a result along with it.
  if (await isTracked(place.folder))
    return {
      note: say`note: ${folder} is committed to git, so it is not used: remove it from git.\n`,
      writable: false,
    };
  return isKept(found)
    ? { kept: found, writable: true }
    : {
        note: say`note: a result in ${folder} is damaged or was not written by this tool; it is not used.\n`,
        writable: true,
      };
};

/**
 * Requested files with their state, and absent names; `undefined` if the name of a file may be a secret
 * (`AKIA….cs`).
 */
const askedFor = (
  { cwd, contents }: Run,
  key: string,
  stateNow: (path: string) => FileState,
): Pick<Kept, 'asked' | 'absent'> | undefined => {
  const { present, absent } = partedBy(cwd, contents!.asked(), key);
  return present.every((path) => redactPath(path) === path)
    ? { asked: present.map((path) => [path, stateNow(path)]), absent }
    : undefined;
};

const NAMED_LIKE_SECRET = 'the name of a file looks like a credential';

/** True when nothing has changed since the result was stored. */
const stillHolds = (
  kept: Unredacted<Kept>,
  key: string,
  cwd: string,
  stateNow: (path: string) => FileState,
): boolean =>
  kept.key === key &&
  kept.asked.every(([path, state]) => stateNow(path) === state) &&
  areAbsent(cwd, kept.absent, key);

/**
 * Outcome of a run: the stored one if all inputs are unchanged, else that of `work`, which is stored. An
 * unusable or unwritable cache is reported on standard error and otherwise ignored.
 */
export const cachedOutcome = async (
  run: Run,
  files: FileSet,
  work: () => Promise<Outcome>,
): Promise<Outcome> => {
  const { cwd, options, terminal } = run;
  const roots = readableRoots(cwd, options.paths);
  const question = questionOf(run);
  const tell = (note: Redacted): void => (options.quiet ? undefined : terminal.err(note));
  const folder = folderOf(run);
  if (options.cacheLocation === undefined && !staysWithin([run.root], folder)) {
    tell(
      say`note: ${redactPath(folder)} is outside of the repository, so no result is kept there: name it with --cache-location.\n`,
    );
    return work();
  }
  const place = { folder, name: hashOf(question).slice(0, 32) };
  const key = keyOf(run, files, question);
  const stateNow = (path: string): FileState => fileStateOf(cwd, roots, path);
  const { kept, note, writable } = await lookUp(place);
  if (note !== undefined) tell(note);
  if (kept !== undefined && stillHolds(kept, key, cwd, stateNow)) {
    const outputs = options.outputs.map(({ path }, index) => ({
      path,
      text: redactedThen(kept.texts[index] ?? ''),
    }));
    const summary = kept.summary === undefined ? undefined : redactedThen(kept.summary);
    return { outputs, summary, notes: redactedThen(kept.notes), code: kept.code };
  }
  const { outputs, ...rest } = await work();
  if (!writable || !run.contents!.isComplete) return { outputs, ...rest };
  const asked = askedFor(run, key, stateNow);
  const texts = outputs.map(({ text }) => text);
  const problem =
    asked === undefined
      ? NAMED_LIKE_SECRET
      : writeStored(place, { key, ...asked, texts, ...rest } satisfies Kept);
  if (problem !== undefined)
    tell(say`note: the result could not be kept in ${redactPath(place.folder)} (${redactText(problem)}).\n`);
  return { outputs, ...rest };
};

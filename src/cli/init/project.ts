/** The files of the folder that is set up, as far as setting up looks at them. */
export interface ProjectFolder {
  /** The text of a file, by its path relative to the folder; `undefined` where there is none. */
  readonly read: (path: string) => string | undefined;
  readonly exists: (path: string) => boolean;
  /** False for a path that leads out of the folder and of its repository, by a link or by a setting of git. */
  readonly isOwn: (path: string) => boolean;
  /** Path of git's hook, relative to the folder; `undefined` outside of a repository's root. */
  readonly gitHook: string | undefined;
  /** Merge attribute of the default baseline file; `undefined` outside of a repository. */
  readonly baseline: { readonly file: string; readonly merge: string } | undefined;
  /** URL of the repository's remote; empty where it has none. */
  readonly remote: string;
}

/** One thing that would be set up. */
export type InitStep =
  /** A new file, or an existing one with something added; `before` is its text. */
  | {
      readonly kind: 'write';
      readonly part: string;
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string;
      readonly executable: boolean;
      /** Step that remains to be done by hand. */
      readonly note?: string;
    }
  /** Found: it exists already. */
  | { readonly kind: 'done'; readonly part: string; readonly path: string }
  /** A file that cannot be added to safely: what a person should write there. */
  | {
      readonly kind: 'manual';
      readonly part: string;
      readonly path: string;
      readonly snippet: string;
      readonly isOutside?: boolean;
    };

export const created = (part: string, path: string, after: string, note?: string): InitStep => ({
  kind: 'write',
  part,
  path,
  before: undefined,
  after,
  executable: false,
  ...(note === undefined ? {} : { note }),
});

/** True for a text that runs this tool already. */
export const runsTool = (text: string | undefined): boolean =>
  text !== undefined && /\batlas-api-migrate\b|\bmigrate scan\b/.test(text);

interface PackageManager {
  readonly lock: string;
  readonly install: readonly string[];
  /** Runs a program of the project; never fetches the package of the same name. */
  readonly run: string;
}

const NPM: PackageManager = { lock: 'package-lock.json', install: ['npm ci'], run: 'npx --no' };

const MANAGERS: readonly PackageManager[] = [
  {
    lock: 'pnpm-lock.yaml',
    install: ['corepack enable', 'pnpm install --frozen-lockfile'],
    run: 'pnpm exec',
  },
  { lock: 'yarn.lock', install: ['corepack enable', 'yarn install --immutable'], run: 'yarn run' },
  NPM,
];

/** Package manager: how the project installs and runs programs, detected by its lock file. */
export const packageManager = ({ exists }: ProjectFolder): PackageManager =>
  MANAGERS.find(({ lock }) => exists(lock)) ?? NPM;

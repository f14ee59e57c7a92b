import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

type Variables = Readonly<Record<string, string>>;

interface SpawnOptions {
  envPairs?: string[];
}

interface Prototype {
  spawn(options: SpawnOptions): unknown;
}

const without = (pairs: readonly string[], added: Variables): readonly string[] =>
  Object.entries(added)
    .filter(([name]) => !pairs.some((pair) => pair.startsWith(`${name}=`)))
    .map(([name, value]) => `${name}=${value}`);

/** `spawn`, `exec`, `execFile` and `fork` all end here. */
const patchSpawn = (added: Variables): void => {
  const prototype = childProcess.ChildProcess.prototype as unknown as Prototype;
  const original = prototype.spawn;
  prototype.spawn = function (options) {
    options.envPairs?.push(...without(options.envPairs, added));
    return original.call(this, options);
  };
};

type Sync = (...args: unknown[]) => unknown;

const isOptions = (value: unknown): value is { readonly env?: NodeJS.ProcessEnv } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Command, arguments (not of `execSync`) and options, of which the last two may be missing. */
const patchSync = (name: 'spawnSync' | 'execSync' | 'execFileSync', added: Variables): void => {
  const functions = childProcess as unknown as Record<string, Sync>;
  const original = functions[name]!;
  functions[name] = (...args) => {
    const given = args.find(isOptions);
    const options = { ...given, env: { ...added, ...(given?.env ?? process.env) } };
    return original(...args.filter((arg) => arg !== undefined && !isOptions(arg)), options);
  };
};

/** Gives variables to every program that this one starts and that has none of these names. */
export const handOn = (added: Variables): void => {
  patchSpawn(added);
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) patchSync(name, added);
  syncBuiltinESMExports();
};

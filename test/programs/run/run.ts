import { compile, resolveRelative, resolveWorkspace } from './modules.ts';
import { fetchOf } from './clients.ts';
import { packagesOf } from './packages.ts';
import { runTests, Testing } from './testing.ts';
import { World } from './world.ts';
import type { Event } from './world.ts';

export type Files = ReadonlyMap<string, string>;

/** One way through a program: its environment, and what its exported functions are called with. */
export interface Scenario {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly flag: boolean;
}

/** All ways: every condition of a generated program looks at the flag or at a variable that is named here. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'plain', env: {}, flag: false },
  { name: 'flag', env: {}, flag: true },
  { name: 'env', env: { RAW: '1', DEBUG: '1' }, flag: false },
];

type Job = (id: string, flag: boolean) => unknown;

/** A job that waits for what never comes ends with an error. */
const ending = async (acted: unknown): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('waits for ever')), 1_000);
  });
  await Promise.race([acted, late]).finally(() => clearTimeout(timer));
};

/** `setTimeout` without the wait. */
const soon = (callback: () => void): void => queueMicrotask(callback);

/** Runs every job of a program, `job1`, `job2` …, that its entry exports, one after the other. */
export const run = async (files: Files, entry: string, scenario: Scenario): Promise<readonly Event[]> => {
  const world = new World();
  const testing = new Testing();
  const global: Record<string, unknown> = {};
  const packages = packagesOf(world, files, { testing, global });
  const loaded = new Map<string, { exports: unknown }>();
  const process = {
    env: { ...scenario.env },
    argv: ['node', entry],
    cwd: () => '/app',
    exit: () => {},
    on: () => {},
  };
  const log = (...values: readonly unknown[]) => world.note('log', values.map(String).join(' '));
  const console = { log, info: log, warn: log, error: log, debug: log };
  global['fetch'] = fetchOf(world);
  // What code puts in its place is called from then on.
  const fetch = (...args: readonly unknown[]) =>
    (global['fetch'] as (...given: unknown[]) => unknown)(...args);
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    loaded.set(path, module);
    const text = files.get(path)!;
    if (path.endsWith('.json')) return (module.exports = JSON.parse(text) as unknown);
    const require = (name: string): unknown => {
      const bare = name.replace(/^node:/, '');
      const own = name.startsWith('.') ? resolveRelative(files, path, name) : resolveWorkspace(files, name);
      if (own !== undefined) return load(own);
      const make = packages.get(bare);
      if (make === undefined) throw new Error(`no module ${name} for ${path}`);
      return make();
    };
    compile(path, text)(
      require,
      module,
      module.exports,
      `/app/${path}`.replace(/\/[^/]*$/, ''),
      `/app/${path}`,
      process,
      console,
      fetch,
      soon,
      global,
      { url: `file:///app/${path}` },
    );
    return module.exports;
  };
  const attempt = async (name: string, act: () => unknown): Promise<void> => {
    world.job = name;
    try {
      await ending(act());
    } catch (error) {
      world.note('error', (error as Error).message);
    }
  };
  await attempt('start', () => load(entry));
  const exported = (loaded.get(entry)?.exports ?? {}) as Readonly<Record<string, unknown>>;
  const jobs = Object.keys(exported)
    .filter((name) => /^job\d+$/.test(name))
    .toSorted();
  for (const name of jobs)
    await attempt(name, () => (exported[name] as Job)(`G${name.slice(3)}`, scenario.flag));
  for (const path of files.keys()) if (/\.test\.\w+$/.test(path)) await attempt(path, () => load(path));
  await runTests(world, testing, global);
  return world.events;
};

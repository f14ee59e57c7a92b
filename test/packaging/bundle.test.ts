import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));

/** What a file requires as soon as it runs. */
const required = (name: string): readonly string[] =>
  [
    ...readFileSync(folder + name, 'utf8').matchAll(
      /(?:^|;)(?:const|let|var) ?\w+=require\(["`]([^"`]+)["`]\)/gm,
    ),
  ].map(([, path]) => path!);

const reached = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const path of required(name)) {
    if (path.startsWith('./')) reached(path.slice(2), seen);
    else seen.add(path);
  }
  return seen;
};

const files = readdirSync(folder);
const held = JSON.parse(readFileSync(`${folder}../modules.json`, 'utf8')) as Record<string, string[]>;

/** Files that hold modules whose paths start so. */
const of = (start: string): readonly string[] =>
  files.filter((name) => held[name]?.some((path) => path.startsWith(start)));

const HEAVY = ['#typescript', 'ajv', 'diff', 'jsonc-parser', 'jsonpath-plus', 'yaml', 'yargs', 'yauzl'];

describe('the bundled command line', () => {
  it('loads no other package before it knows that it needs it', () => {
    const all = reached('cli.cjs');
    expect(all).toContain('node:fs');
    expect([...HEAVY, 'ignore'].filter((name) => all.has(name))).toEqual([]);
  });

  it('loads no server and no parser of YAML to fix code', () => {
    const [name, ...others] = of('cli/commands/fix.ts');
    expect(others).toEqual([]);
    for (const heavy of ['yaml', 'node:http', 'node:http2']) expect(reached(name!)).not.toContain(heavy);
  });

  it('loads the parser of code for code only', () => {
    const without = [
      'extract/documents/json/',
      'extract/recordings/har/',
      'extract/shell/',
      'extract/source/project/reachability.ts',
      'cli/commands/convert.ts',
    ];
    for (const start of without) {
      expect(of(start), start).not.toEqual([]);
      for (const name of of(start)) expect(reached(name), `${start} in ${name}`).not.toContain('#typescript');
    }
    expect(files.some((name) => reached(name).has('#typescript'))).toBe(true);
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { optionsFrom } from '../../src/config/options.ts';
import { collect, withEdits } from '../../src/pipeline/collect.ts';
import { extract } from '../../src/pipeline/extract.ts';
import { openRun } from '../../src/pipeline/open-run.ts';
import { signaturesOf } from '../../src/rules/signatures.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY } from '../fixtures/transcripts.ts';
import { readTree } from '../fixtures/tree.ts';
import { brokenRequests } from './kept-requests.ts';

const root = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

const folders = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const cases = folders(root).flatMap((form) => folders(join(root, form)).map((name) => `${form}/${name}`));

/** The inputs of the cases, each with a package of its own, and the files that `fix` leaves of them. */
const inputs = (): Record<string, Buffer | string> =>
  Object.fromEntries(
    cases.flatMap((name) => {
      const files = [...readTree(join(root, name, 'input'))].map(
        ([path, bytes]) => [`${name}/${path}`, bytes] as const,
      );
      return [[`${name}/package.json`, '{}\n'] as const, ...files];
    }),
  );

const outputs = (): ReadonlyMap<string, string> =>
  new Map(
    cases.flatMap((name) => {
      const output = join(root, name, 'output');
      if (!existsSync(output)) return [];
      return [...readTree(output)].map(([path, bytes]) => [`${name}/${path}`, bytes.toString()] as const);
    }),
  );

const terminalIn = (cwd: string) => ({
  cwd,
  env: {},
  outIsTty: false,
  errIsTty: false,
  out: () => {},
  err: () => {},
  stdin: () => Promise.resolve(Buffer.alloc(0)),
});

/** Code inside of other files is named by its offset, which an edit before it moves. */
const isFile = ({ sites }: { readonly sites: readonly { readonly file: string }[] }): boolean =>
  sites.every(({ file }) => !file.includes('#'));

describe('requests', () => {
  it('are the same or migrated in every case, and to elsewhere the same', { timeout: 60_000 }, async () => {
    const options = optionsFrom({ today: TODAY }, [], 'fix');
    const run = await openRun(options, terminalIn(temporaryTree(inputs())));
    const files = await collect(run);
    const terms = { api: run.ruleset.api, targetOf: () => '2023-02-01' };
    const scan = async (overlay: ReadonlyMap<string, string>) =>
      signaturesOf((await extract(run, withEdits(run, files, overlay))).facts, terms).filter(isFile);
    const [before, after] = [await scan(new Map()), await scan(outputs())];
    expect(before.length).toBeGreaterThan(80);
    expect(brokenRequests(before, after)).toEqual([]);
  });
});

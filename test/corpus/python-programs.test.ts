import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Idiom, readCorpus } from './idioms.ts';

// Idioms of Python are programs: they run with clients that record what they would send, as they are and as `fix` leaves them.

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const recorder = fileURLToPath(new URL('../programs/python/recorder.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'python-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same program as the fix leaves it. */
const fixedCopy = ({ name, folder: before, fixed }: Idiom): string => {
  const copy = join(folder, name);
  cpSync(before, copy, { recursive: true });
  for (const [file, text] of fixed) writeFileSync(join(copy, file), text);
  return copy;
};

const LEGACY = /^(https:\/\/cloud(?:-dev)?\.mongodb\.com\/api\/atlas)\/v1\.0(?=\/|$|word)/;
const DATED = /^application\/vnd\.atlas\.\d{4}-\d\d-\d\d\+json$/;

const headerNamed = ({ headers }: Sent, name: string): readonly string[] =>
  Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));

/** A request as the migrated program has to send it. */
const migrated = (sent: Sent): Sent => ({
  ...sent,
  url: sent.url.replace(LEGACY, '$1/v2').replace('/whitelist', '/accessList'),
});

const withoutAdded = ({ headers, ...rest }: Sent): Sent => ({
  ...rest,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(?:accept|content-type)$/i.test(name)),
  ),
});

/** Written for an interpreter or packages that are not here; `npm run surfaces -- python` runs some of them with their real clients. */
const NOT_RUN = new Set([
  'python2',
  'responses-test',
  'ansible',
  'dict-given',
  'mock-asserted',
  'injected-client',
  'opener',
  'payload-file',
  'pool-headers',
  'read-subscripts',
]);
const idioms = readCorpus().filter(
  ({ family, fixed, name }) => family === 'python' && fixed.size > 0 && !NOT_RUN.has(name),
);

/** Programs as they are and as they are fixed; what they send is written to a file for each. */
const jobs = idioms.flatMap((idiom) => {
  const files = [...idiom.fixed.keys()];
  const recorded = (when: string): string => join(folder, `${idiom.name}-${when}.jsonl`);
  return [
    { folder: idiom.folder, files, recorded: recorded('before') },
    { folder: fixedCopy(idiom), files, recorded: recorded('after') },
  ];
});

const sentBy = (name: string, when: string): readonly Sent[] =>
  readFileSync(join(folder, `${name}-${when}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sent)
    // Called with a word for its argument, a function may send something that is no URL.
    .filter(({ url }) => url.startsWith('https://'));

describe.runIf(hasPython)('fixed programs of Python', () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const { status } = spawnSync('python3', [recorder], { input: JSON.stringify(jobs), env });

  it('ran', () => {
    expect(status).toBe(0);
    expect(idioms.length).toBeGreaterThanOrEqual(50);
  });

  it.each(idioms.map(({ name }) => name))('%s sends the migrated requests and no others', (name) => {
    const [before, after] = [sentBy(name, 'before'), sentBy(name, 'after')];
    expect(before.length, 'the program sends something').toBeGreaterThan(0);
    expect(after.map(withoutAdded)).toEqual(before.map(migrated).map(withoutAdded));
    for (const [at, sent] of after.entries()) {
      const isOurs = LEGACY.test(before[at]!.url) || /\/api\/atlas\/v2(?:\/|$)/.test(before[at]!.url);
      const accepted = headerNamed(sent, 'accept');
      if (!isOurs) expect(sent).toEqual(before[at]);
      else expect(accepted.length === 1 && DATED.test(accepted[0]!), `${sent.url} ${accepted}`).toBe(true);
    }
  });
});

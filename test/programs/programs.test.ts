import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import floors from './floors.json' with { type: 'json' };
import { KNOWN, textOfKnown } from './known.ts';
import type { Tally } from './soak.ts';

// Programs written at random are run with recording clients: as they are, after `fix`, and after `fix --unsafe`. What is
// compared is what they send and do. `npm run soak -- --programs 100000` looks at more of them.

const PROGRAMS = Number(process.env['PROGRAMS'] ?? 5000);
const SEED = 1;

/** Classes that were known when they were last counted: there may be fewer, never more. */
const MOST_KNOWN = 0;

/** A share may be that much below what it was. */
const SLACK = 0.9;

const soak = fileURLToPath(new URL('../../scripts/soak.mjs', import.meta.url));

const surveyed = async (): Promise<Tally & { readonly counterexamples: readonly string[] }> => {
  const args = ['--programs', String(PROGRAMS), '--seed', String(SEED), '--shrinks', '2', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [soak, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof surveyed>>;
};

/** Shares of programs that the safe fix migrates whole, of those with a property that enough programs have. */
const sharesIn = ({ ingredients }: Tally): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(ingredients)
      .filter(([, { programs }]) => programs >= PROGRAMS / 50)
      .map(([tag, { programs, complete }]) => [tag, Math.round((1000 * complete) / programs) / 1000] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const write = (name: string, value: unknown): void =>
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(value, null, 2)}\n`);

describe('programs written at random', () => {
  let found: Awaited<ReturnType<typeof surveyed>>;
  beforeAll(async () => {
    found = await surveyed();
  }, 1_200_000);

  it('send the same after a fix, migrated, and what is not migrated is said', () => {
    expect(found.counterexamples.join('\n\n')).toBe('');
    expect(found.programs).toBe(PROGRAMS);
  });

  it('break most of the classes that are listed as known', () => {
    const left = KNOWN.map(textOfKnown).filter((text) => (found.classes[text] ?? 0) > 0);
    if (process.env['UPDATE_OUTPUT']) write('known.json', left);
    const mended = KNOWN.map(textOfKnown).filter((text) => !left.includes(text));
    expect(KNOWN.length, 'known.json may only shrink').toBeLessThanOrEqual(MOST_KNOWN);
    expect(mended.length, `mended, take them out: ${mended.join('; ')}`).toBeLessThanOrEqual(
      KNOWN.length / 2,
    );
  });

  it('are migrated whole by the safe fix as often as they were, whatever they are made of', () => {
    const shares = sharesIn(found);
    if (process.env['UPDATE_OUTPUT']) write('floors.json', shares);
    const lost = Object.entries(floors as Readonly<Record<string, number>>)
      .filter(([tag, floor]) => (shares[tag] ?? 0) < floor * SLACK)
      .map(([tag, floor]) => `${tag}: ${shares[tag] ?? 0}, was ${floor}`);
    expect(lost.join('\n')).toBe('');
  });
});

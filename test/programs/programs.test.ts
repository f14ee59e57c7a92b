import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { KNOWN, knownAs, textOfKnown } from './known.ts';
import type { KnownClass } from './known.ts';
import { shrink } from './shrink.ts';
import { survey, textOf } from './soak.ts';
import { Workbench } from './tool.ts';

// Programs written at random are run with recording clients: as they are, after `fix`, and after `fix --unsafe`. What is
// compared is what they send and do. `npm run soak -- --programs 100000` looks at more of them.

const PROGRAMS = Number(process.env['PROGRAMS'] ?? 500);
const SEED = 1;

const bench = new Workbench();
const alone = new Workbench();
afterAll(() => [bench, alone].forEach((one) => one.close()));

describe('programs written at random', () => {
  const seen = new Set<KnownClass>();

  it('send the same after a fix, migrated, and what is not migrated is said', async () => {
    const unknown: string[] = [];
    const tally = await survey(
      { programs: PROGRAMS, seed: SEED, index: 0, of: 1 },
      bench,
      async (recipe, program, violation) => {
        const known = knownAs(violation, program.tags);
        if (known !== undefined) seen.add(known);
        else if (unknown.length < 3) {
          const shrunk = await shrink(recipe, alone, violation);
          unknown.push(await textOf(shrunk ?? { program, violation }));
        }
      },
    );
    expect(unknown.join('\n\n')).toBe('');
    expect(tally.migrated / tally.api, 'a tool that fixes nothing would break nothing').toBeGreaterThan(0.08);
  }, 1_200_000);

  it('break most of the classes that are listed as known', () => {
    const left = KNOWN.filter((one) => seen.has(one)).map(textOfKnown);
    if (process.env['UPDATE_OUTPUT'])
      writeFileSync(new URL('known.json', import.meta.url), `${JSON.stringify(left, null, 2)}\n`);
    const mended = KNOWN.map(textOfKnown).filter((text) => !left.includes(text));
    expect(mended.length, `mended, take them out: ${mended.join('; ')}`).toBeLessThanOrEqual(
      KNOWN.length / 2,
    );
  });
});

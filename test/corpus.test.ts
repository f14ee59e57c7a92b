import { afterAll, describe, expect, it } from 'vitest';
import { type Idiom, readCorpus } from './corpus/idioms.ts';
import { runIdiom } from './corpus/run.ts';
import { figuresOf, type Score, scoreOf, sum, tableOf, textOf } from './corpus/score.ts';

const idioms = readCorpus();
const scores = new Map<Idiom, Score>();

const FAMILIES = [...new Set(idioms.map(({ family }) => family))];

const inFamily = (family: string): readonly Score[] =>
  [...scores].filter(([idiom]) => idiom.family === family).map(([, score]) => score);

describe.each(FAMILIES)('%s', (family) => {
  const own = idioms.filter((idiom) => idiom.family === family);
  it.each(own.map((idiom) => [idiom.name, idiom] as const))('%s', async (_, idiom) => {
    const outcome = await runIdiom(idiom);
    const score = scoreOf(idiom, outcome);
    scores.set(idiom, score);
    const right = score.missed.length + score.alarms.length + score.wrongFixes.length === 0;
    if (idiom.known !== undefined) {
      // Who mends a known miss takes the mark away.
      expect(right).toBe(false);
      return;
    }
    expect(outcome.reported.map(textOf).sort()).toEqual(idiom.findings.map(textOf).sort());
    expect(Object.fromEntries(outcome.fixed)).toEqual(Object.fromEntries(idiom.fixed));
    expect(outcome.troubles).toEqual([]);
  });
});

describe('the corpus as a whole', () => {
  it('is large enough to mean something', () => {
    expect(idioms.length).toBeGreaterThanOrEqual(120);
    expect(idioms.filter(({ findings }) => findings.length === 0).length).toBeGreaterThanOrEqual(30);
  });

  it('is found, without false alarms, and mended', () => {
    const total = figuresOf(sum([...scores.values()]));
    expect(total.recall).toBeGreaterThanOrEqual(0.98);
    expect(total.precision).toBeGreaterThanOrEqual(0.995);
    expect(total.fixes).toBe(1);
  });
});

afterAll(() => {
  if (process.env['CORPUS_TABLE'] === undefined) return;
  const families = new Map(FAMILIES.map((family) => [family, sum(inFamily(family))]));
  console.log(`\n${tableOf(families, sum([...scores.values()]))}\n`);
  for (const [{ family, name, known }] of scores)
    if (known !== undefined) console.log(`known miss: ${family}/${name}: ${known}`);
});

import { sample } from 'fast-check';
import { check } from './check.ts';
import type { Violation } from './check.ts';
import type { Mode, Workbench } from './tool.ts';
import type { Family } from './family.ts';
import { recipes } from './write/program.ts';
import type { Program, Recipe } from './write/program.ts';

/** The program of a seed. */
export const recipeOf = (seed: number): Recipe => sample(recipes, { seed, numRuns: 1 })[0]!;

/** A violation in a small program. */
export interface Shrunk {
  readonly program: Program;
  readonly violation: Violation;
}

type Numbers = readonly number[];

const without = <T>(list: readonly T[], at: number): readonly T[] => list.filter((_, index) => index !== at);
const zeroed = (numbers: Numbers, at: number): Numbers =>
  numbers.map((one, index) => (index === at ? 0 : one));

/** Recipes with a part less, then with a part at its simplest, then with one choice at its simplest. */
const smaller = function* (recipe: Recipe): Generator<Recipe> {
  const lists = ['uses', 'ways', 'tests', 'requests', 'headers', 'senders'] as const;
  for (const key of lists)
    for (const at of recipe[key].keys())
      if (recipe[key].length > (key === 'requests' || key === 'senders' ? 1 : 0))
        yield { ...recipe, [key]: without(recipe[key], at) };
  for (const key of ['style', 'base'] as const) yield { ...recipe, [key]: [] };
  for (const key of lists)
    for (const at of recipe[key].keys())
      yield { ...recipe, [key]: recipe[key].map((one, index) => (index === at ? [] : one)) };
  for (const key of ['style', 'base'] as const)
    for (const at of recipe[key].keys()) yield { ...recipe, [key]: zeroed(recipe[key], at) };
  for (const key of lists)
    for (const [at, numbers] of recipe[key].entries())
      for (const place of numbers.keys())
        yield {
          ...recipe,
          [key]: recipe[key].map((one, index) => (index === at ? zeroed(numbers, place) : one)),
        };
};

const keyOf = ({ files }: Program): string => JSON.stringify([...files]);

/** The smallest program that can be found which breaks the same invariant in the same way. */
export const shrink = async (
  recipe: Recipe,
  bench: Workbench,
  { mode, invariant }: Pick<Violation, 'mode' | 'invariant'>,
  family: Family,
): Promise<Shrunk | undefined> => {
  const modes: readonly Mode[] = mode === 'scan' ? ['safe', 'unsafe'] : [mode];
  const seen = new Set<string>();
  let best: Shrunk | undefined;
  const breaks = async (smallerOne: Recipe): Promise<Shrunk | undefined> => {
    const program = family.write(smallerOne);
    const key = keyOf(program);
    // A choice that nothing depends on is no property of the program.
    if (best !== undefined && key === keyOf(best.program) && program.tags.size < best.program.tags.size)
      return { ...best, program };
    if (seen.has(key)) return undefined;
    seen.add(key);
    const { violations } = await check(program, bench, modes, family);
    const violation = violations.find((one) => one.mode === mode && one.invariant === invariant);
    return violation && { program, violation };
  };
  best = await breaks(recipe);
  let current = recipe;
  for (let found = best !== undefined; found;) {
    found = false;
    for (const candidate of smaller(current)) {
      const shrunk = await breaks(candidate);
      if (shrunk === undefined) continue;
      [best, current, found] = [shrunk, candidate, true];
      break;
    }
  }
  return best;
};

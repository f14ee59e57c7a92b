import { checkAll } from './check.ts';
import type { Violation } from './check.ts';
import { classOf, knownAs } from './known.ts';
import type { KnownClass } from './known.ts';
import { describe as describeEvents } from './oracle.ts';
import { run, SCENARIOS } from './run/run.ts';
import { recipeOf, shrink } from './shrink.ts';
import type { Shrunk } from './shrink.ts';
import { Workbench } from './tool.ts';
import { writeProgram } from './write/program.ts';
import type { Program, Recipe } from './write/program.ts';

/** Which programs a process looks at: every `of`-th seed from `seed` on. */
export interface Share {
  readonly programs: number;
  readonly seed: number;
  readonly index: number;
  readonly of: number;
}

/** What was found in a share. */
export interface Tally {
  programs: number;
  clean: number;
  api: number;
  migrated: number;
  readonly classes: Record<string, number>;
}

const fence = (files: ReadonlyMap<string, string>): string =>
  Array.from(files, ([path, text]) => `\`\`\`\n// ${path}\n${text}\`\`\``).join('\n\n');

/** A counterexample as a text to read. */
export const textOf = async ({ program, violation }: Shrunk): Promise<string> => {
  const scenario = SCENARIOS.find(({ name }) => name === violation.scenario) ?? SCENARIOS[0]!;
  const changed = [...violation.after].filter(([path, text]) => program.files.get(path) !== text);
  const [before, after] = [program.files, violation.after].map((files) =>
    run(files, program.entry, scenario),
  );
  return [
    `## ${classOf(violation)}: ${[...program.tags].toSorted().join(', ') || 'the simplest program'}`,
    violation.text,
    `Scenario: ${scenario.name}. Said after it: ${violation.said.map(({ file, line, rule, safety }) => `${file}:${line} ${rule} (${safety ?? 'no fix'})`).join('; ') || 'nothing'}`,
    fence(new Map([...program.files].filter(([path]) => !path.endsWith('package.json')))),
    `Sent before:\n\n\`\`\`\n${describeEvents(await before!)}\n\`\`\``,
    changed.length === 0 ? 'Nothing was changed.' : `Changed files:\n\n${fence(new Map(changed))}`,
    `Sent after:\n\n\`\`\`\n${describeEvents(await after!)}\n\`\`\``,
  ].join('\n\n');
};

/** Programs that are laid side by side: a run of the tool costs more than a program. */
const BATCH = 20;

/** Seeds of a share, in batches. */
const batches = function* ({ programs, seed, index, of }: Share): Generator<readonly number[]> {
  let batch: number[] = [];
  for (let at = index; at < programs; at += of) {
    batch.push(seed + at);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/** Tells each violation of the programs of a share. */
export const survey = async (
  share: Share,
  bench: Workbench,
  tell: (recipe: Recipe, program: Program, violation: Violation) => Promise<void>,
): Promise<Omit<Tally, 'classes'>> => {
  const tally = { programs: 0, clean: 0, api: 0, migrated: 0 };
  for (const seeds of batches(share)) {
    const recipes = seeds.map(recipeOf);
    const programs = recipes.map(writeProgram);
    for (const [at, { violations, api, migrated }] of (await checkAll(programs, bench)).entries()) {
      tally.programs += 1;
      tally.api += api;
      tally.migrated += migrated;
      if (violations.length === 0) tally.clean += 1;
      const told = new Set<string>();
      for (const violation of violations) {
        if (told.has(classOf(violation))) continue;
        told.add(classOf(violation));
        await tell(recipes[at]!, programs[at]!, violation);
      }
    }
  }
  return tally;
};

/** Looks at a share of the programs; tells each violation that no known class explains, in its smallest program. */
export const soak = async (share: Share, tell: (shrunk: Shrunk) => Promise<void>): Promise<Tally> => {
  const classes: Record<string, number> = {};
  const found: KnownClass[] = [];
  const bench = new Workbench();
  const alone = new Workbench();
  const tally = await survey(share, bench, async (recipe, program, violation) => {
    const known = knownAs(violation, program.tags) ?? knownAs(violation, program.tags, found);
    const shrunk = known === undefined ? await shrink(recipe, alone, violation) : undefined;
    const broken = classOf(violation);
    const named = known ?? { broken, tags: [...(shrunk?.program ?? program).tags].toSorted() };
    const key = `${broken}: ${named.tags.join(', ')}${shrunk === undefined && known === undefined ? ' (only beside other programs)' : ''}`;
    classes[key] = (classes[key] ?? 0) + 1;
    if (known === undefined) found.push(named);
    if (shrunk !== undefined) await tell(shrunk);
  });
  bench.close();
  alone.close();
  return { ...tally, classes };
};

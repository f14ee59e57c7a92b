import { check } from './check.ts';
import type { Violation } from './check.ts';
import { classOf, knownAs, textOfKnown } from './known.ts';
import type { KnownClass } from './known.ts';
import { describe as describeEvents } from './oracle.ts';
import { javascript } from './family.ts';
import type { Family } from './family.ts';
import { python } from './python/family.ts';
import { SCENARIOS } from './run/run.ts';
import { recipeOf, shrink } from './shrink.ts';
import type { Shrunk } from './shrink.ts';
import { Workbench } from './tool.ts';
import type { Program, Recipe } from './write/program.ts';

/** Which programs a process looks at: every `of`-th seed from `seed` on. */
export interface Share {
  readonly programs: number;
  readonly seed: number;
  readonly index: number;
  readonly of: number;
  /** True for all choices of all parts, not only those that `npm test` draws. */
  readonly wide?: boolean;
  /** Parts that programs are written without. */
  readonly without?: readonly (keyof Recipe)[];
  /** Beginnings of properties of which a program has to have one: `read:`. */
  readonly having?: readonly string[];
  /** Script that runs programs of Python, where the programs are written in Python. */
  readonly python?: string;
}

/** What was found in a share. */
export interface Tally {
  programs: number;
  clean: number;
  api: number;
  migrated: number;
  /** Of programs that have a property and call the API: how many there are, and how many the safe fix migrates whole. */
  readonly ingredients: Record<string, Ingredient>;
  /** Classes of violations, with how many programs break each. */
  readonly classes: Record<string, number>;
}

interface Ingredient {
  programs: number;
  complete: number;
}

const countIn = (ingredients: Tally['ingredients'], tags: Iterable<string>, complete: boolean): void => {
  for (const tag of tags) {
    const counted = (ingredients[tag] ??= { programs: 0, complete: 0 });
    counted.programs += 1;
    if (complete) counted.complete += 1;
  }
};

const fence = (files: ReadonlyMap<string, string>): string =>
  Array.from(files, ([path, text]) => `\`\`\`\n// ${path}\n${text}\`\`\``).join('\n\n');

/** A counterexample as a text to read. */
const textOf = async ({ program, violation }: Shrunk, family: Family): Promise<string> => {
  const scenario = Math.max(
    0,
    SCENARIOS.findIndex(({ name }) => name === violation.scenario),
  );
  const changed = [...violation.after].filter(([path, text]) => program.files.get(path) !== text);
  const [before, after] = [program.files, violation.after].map(
    async (files) => (await family.runAll(files, program.entry))[scenario]!,
  );
  return [
    `## ${classOf(violation)}: ${[...program.tags].toSorted().join(', ') || 'the simplest program'}`,
    violation.text,
    `Scenario: ${SCENARIOS[scenario]!.name}. Said after it: ${violation.said.map(({ file, line, rule, safety }) => `${file}:${line} ${rule} (${safety ?? 'no fix'})`).join('; ') || 'nothing'}`,
    fence(new Map([...program.files].filter(([path]) => !path.endsWith('package.json')))),
    `Sent before:\n\n\`\`\`\n${describeEvents(await before!)}\n\`\`\``,
    changed.length === 0 ? 'Nothing was changed.' : `Changed files:\n\n${fence(new Map(changed))}`,
    `Sent after:\n\n\`\`\`\n${describeEvents(await after!)}\n\`\`\``,
  ].join('\n\n');
};

/** Tells each violation of the programs of a share. */
const survey = async (
  share: Share,
  family: Family,
  bench: Workbench,
  tell: (recipe: Recipe, program: Program, violation: Violation) => Promise<void>,
): Promise<Omit<Tally, 'classes'>> => {
  const ingredients: Tally['ingredients'] = {};
  const tally = { programs: 0, clean: 0, api: 0, migrated: 0, ingredients };
  for (let at = share.index; at < share.programs; at += share.of) {
    const none = Object.fromEntries((share.without ?? []).map((part) => [part, []]));
    const recipe = { ...recipeOf(share.seed + at), ...none };
    const program = family.write(recipe);
    if (share.having && ![...program.tags].some((tag) => share.having!.some((one) => tag.startsWith(one))))
      continue;
    const { violations, api, migrated, complete } = await check(program, bench, ['safe', 'unsafe'], family);
    if (api > 0) countIn(ingredients, ['all', ...program.tags], complete);
    tally.programs += 1;
    tally.api += api;
    tally.migrated += migrated;
    if (violations.length === 0) tally.clean += 1;
    const classes = new Map(violations.toReversed().map((violation) => [classOf(violation), violation]));
    for (const violation of classes.values()) await tell(recipe, program, violation);
  }
  return tally;
};

/**
 * Looks at a share of the programs; tells each violation that no known class explains, in its smallest program. After
 * `most` of them the others are counted by their first programs.
 */
export const soak = async (share: Share, most: number, tell: (text: string) => void): Promise<Tally> => {
  const classes: Record<string, number> = {};
  const found: KnownClass[] = [];
  const bench = new Workbench();
  const alone = new Workbench();
  const family = share.python === undefined ? javascript(share.wide === true) : python(share.python);
  const tally = await survey(share, family, bench, async (recipe, program, violation) => {
    const known = knownAs(violation, program.tags) ?? knownAs(violation, program.tags, found);
    const shrunk =
      known === undefined && found.length < most ? await shrink(recipe, alone, violation, family) : undefined;
    const tags = [...(shrunk?.program ?? program).tags].toSorted();
    const named = known ?? { broken: classOf(violation), tags };
    const key = textOfKnown(named);
    classes[key] = (classes[key] ?? 0) + 1;
    if (known !== undefined) return;
    found.push(named);
    tell(await textOf(shrunk ?? { program, violation }, family));
  });
  bench.close();
  alone.close();
  if ('close' in family) (family as ReturnType<typeof python>).close();
  return { ...tally, classes };
};

import { run, SCENARIOS } from './run/run.ts';
import type { Files } from './run/run.ts';
import type { Event } from './run/world.ts';
import { writeProgram } from './write/program.ts';
import type { Program, Recipe } from './write/program.ts';

/** A language that programs are written in, and how they are run: in every scenario. */
export interface Family {
  write(recipe: Recipe): Program;
  runAll(files: Files, entry: string): Promise<readonly (readonly Event[])[]>;
}

/** Programs of JavaScript and TypeScript, which run in this process. */
export const javascript = (wide: boolean): Family => ({
  write: (recipe) => writeProgram(recipe, wide),
  runAll: (files, entry) => Promise.all(SCENARIOS.map((scenario) => run(files, entry, scenario))),
});

import type { Program } from '../../project/program.ts';

const CURL = /curl/i;

/** Files of a program that were searched for the name, from the first one on. */
const searched = new WeakMap<Program, { files: number; found: boolean }>();

/**
 * True if a loaded file names curl. Where none does, a call that runs a command cannot run curl, and its call
 * paths, which are many in command-line tools, need not be followed.
 */
export const namesCurl = (program: Program): boolean => {
  const known = searched.get(program) ?? { files: 0, found: false };
  const loaded = program.loaded();
  known.found ||= loaded.slice(known.files).some(({ file }) => CURL.test(file.text));
  known.files = loaded.length;
  searched.set(program, known);
  return known.found;
};

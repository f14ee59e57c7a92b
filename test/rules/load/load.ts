import { readFileSync } from 'node:fs';
import { loadRuleset } from '../../../src/rules/load/index.ts';

const root = new URL('../../../', import.meta.url);

/** Reads a file of the package, as `io` does. */
export const readPackage = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The built-in rules and description. */
export const builtIn = loadRuleset(readPackage);

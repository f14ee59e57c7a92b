import type { Module } from '../syntax/module.ts';
import { FileSets } from './groups.ts';
import { importedBy } from './imported-by.ts';
import type { Workspace } from './workspace.ts';

/** Returns whether two files are connected by imports, in any direction and over other files. */
export type Connects = (a: string, b: string) => boolean;

const joined = (workspace: Workspace, modules: readonly Module[]): FileSets => {
  const sets = new FileSets();
  for (const { path, file } of modules)
    for (const imported of importedBy(workspace, path, file.text)) sets.join(path, imported);
  return sets;
};

/** Connections of the modules, which are searched when first needed. */
export const connectionsOf = (workspace: Workspace, modules: readonly Module[]): Connects => {
  let sets: FileSets | undefined;
  return (a, b) => {
    if (a === b) return true;
    sets ??= joined(workspace, modules);
    return sets.rootOf(a) === sets.rootOf(b);
  };
};

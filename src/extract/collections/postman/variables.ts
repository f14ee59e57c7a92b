import type { Slot, SourceFile, Tree } from '../../../model/index.ts';
import type { Scope } from '../authored/placeholders.ts';
import { variableEntry } from '../authored/variable.ts';
import { itemsOf, scalarOf, stringOf } from '../../members.ts';

/** The variables of an environment file, and the folder it lies in. */
export interface Environment {
  readonly folder: string;
  readonly scope: Scope;
}

const isOff = (item: Tree): boolean =>
  scalarOf(item, 'disabled')?.value === true || scalarOf(item, 'enabled')?.value === false;

const entryOf = (item: Tree): readonly (readonly [string, Slot])[] => {
  const name = stringOf(item, 'key') ?? stringOf(item, 'id');
  const slot = scalarOf(item, 'value')?.slot;
  const isNone = isOff(item) || stringOf(item, 'type') === 'secret';
  return name === undefined || slot === undefined || isNone ? [] : variableEntry(name, slot);
};

/** The variables in a list member, credentials left out. */
export const variablesIn = (tree: Tree | undefined, name: string): Scope =>
  new Map(itemsOf(tree, name).flatMap(entryOf));

/** One scope over another. */
export const over = (inner: Scope, outer: Scope): Scope => new Map([...outer, ...inner]);

const folderOf = ({ path }: SourceFile): string => path.slice(0, path.lastIndexOf('/') + 1);

export const environmentOf = (file: SourceFile, tree: Tree): Environment => ({
  folder: folderOf(file),
  scope: variablesIn(tree, 'values'),
});

/** The environments of a collection: those beneath the nearest folder around it that has some. */
export const environmentsFor = (
  file: SourceFile,
  environments: readonly Environment[],
): readonly Environment[] => {
  for (
    let folder = folderOf(file);
    ;
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  ) {
    const near = environments.filter((environment) => environment.folder.startsWith(folder));
    if (near.length > 0 || folder === '') return near;
  }
};

import type { Slot, SourceFile, Tree } from '../../../model/index.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { variableEntry } from '../authored/variable.ts';
import { itemsOf, scalarOf, stringOf } from '../../members.ts';

/** Variables of an environment file, and its folder. */
export interface PostmanEnvironment {
  readonly folder: string;
  readonly scope: PlaceholderValues;
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
export const postmanVariablesIn = (tree: Tree | undefined, name: string): PlaceholderValues =>
  new Map(itemsOf(tree, name).flatMap(entryOf));

/** Merges two scopes; the inner one wins. */
export const mergedScopes = (inner: PlaceholderValues, outer: PlaceholderValues): PlaceholderValues =>
  new Map([...outer, ...inner]);

const folderOf = ({ path }: SourceFile): string => path.slice(0, path.lastIndexOf('/') + 1);

export const environmentOf = (file: SourceFile, tree: Tree): PostmanEnvironment => ({
  folder: folderOf(file),
  scope: postmanVariablesIn(tree, 'values'),
});

/** Environments of a collection: those below the nearest enclosing folder that has some. */
export const environmentsFor = (
  file: SourceFile,
  environments: readonly PostmanEnvironment[],
): readonly PostmanEnvironment[] => {
  for (
    let folder = folderOf(file);
    ;
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  ) {
    const near = environments.filter((environment) => environment.folder.startsWith(folder));
    if (near.length > 0 || folder === '') return near;
  }
};

import { addTo, SpanIndex } from '../../../model/index.ts';
import type { Place, SourceFile, Slot, Span, UsesFact } from '../../../model/index.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';
import type { HostVariable } from '../shell-script.ts';
import type { HclBlock, Expression } from './hcl.ts';

/** Variable of a module, as expressions refer to it: `var.base`. */
export interface ModuleVariable extends HostVariable {
  readonly written: string;
  readonly slot: Slot;
}

/** File of a module, and its comments. */
export interface ModuleFile {
  readonly file: SourceFile;
  readonly root: HclBlock;
  readonly comments: readonly Span[];
}

const isFollowed = ({ type, labels }: HclBlock): boolean =>
  type === 'provisioner' || (type === 'data' && (labels[0] === 'http' || labels[0] === 'external'));

const valuesIn = (block: HclBlock): readonly Expression[] => [
  ...(isFollowed(block) ? block.attributes.map(({ value }) => value) : []),
  ...block.blocks.flatMap(valuesIn),
];

/** The variables that name each one in their values. */
const builtWith = (all: readonly ModuleVariable[]): ReadonlyMap<string, readonly ModuleVariable[]> => {
  const found = new Map<string, ModuleVariable[]>();
  for (const variable of all)
    for (const [, name = ''] of variable.value.text.matchAll(/\$\{([^{}]*)\}/g)) addTo(found, name, variable);
  return found;
};

/** Variables whose values are built on this one, including itself. */
const builtOn = (
  variable: ModuleVariable,
  users: ReadonlyMap<string, readonly ModuleVariable[]>,
): readonly ModuleVariable[] => {
  const found = new Set([variable]);
  for (const each of found) for (const other of users.get(each.name) ?? []) found.add(other);
  return [...found];
};

/** Reference to a value of a module: `var.base`, `local.base`. */
const REFERENCE = /\b\w+\.[\w-]+/g;

/** The first reference to each variable outside of what is analysed. */
const mentionsIn = (
  files: readonly ModuleFile[],
  all: readonly ModuleVariable[],
): ReadonlyMap<string, Place> => {
  const found = new Map<string, Place>();
  for (const { file, root, comments } of files) {
    const own = all.filter(({ slot }) => slot.file === file.path).map(({ slot }) => slot.span);
    const read = new SpanIndex(
      [...valuesIn(root).map(({ whole }) => whole), ...comments, ...own],
      (span) => span,
    );
    for (const { 0: written, index } of file.text.matchAll(REFERENCE)) {
      if (found.has(written) || read.overlapping({ start: index, end: index + 1 }).length > 0) continue;
      found.set(written, { file: file.path, span: { start: index, end: index + written.length } });
    }
  }
  return found;
};

/**
 * References to a variable with a URL outside of the analysed requests and commands: an output, a module, a
 * function. Its use there is not followed, so it must not change for the others alone.
 */
export const usesElsewhere = (
  files: readonly ModuleFile[],
  all: readonly ModuleVariable[],
  mayBeApiUrl: (text: string) => boolean,
): readonly UsesFact[] => {
  const mentions = mentionsIn(files, all);
  const users = builtWith(all);
  return all
    .filter(({ slot }) => mayBeApiUrl(slot.value))
    .flatMap((variable): readonly UsesFact[] => {
      const at = builtOn(variable, users).flatMap(({ written }) => mentions.get(written) ?? [])[0];
      if (at === undefined) return [];
      const why = 'in a part of the module whose requests are not followed';
      return [unfollowedUse(variable.written, variable.slot, at, why)];
    });
};

import type { SourceFile, Slot, Span, UsesFact } from '../../../model/index.ts';
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

/** Variables whose values are built on this one, including itself. */
const builtOn = (variable: ModuleVariable, all: readonly ModuleVariable[]): readonly ModuleVariable[] => {
  const found = new Set([variable]);
  for (const each of found)
    for (const other of all) if (other.value.text.includes(`\${${each.name}}`)) found.add(other);
  return [...found];
};

/**
 * References to a variable with a URL outside of the analysed requests and commands: an output, a module, a
 * function. Its use there is not followed, so it must not change for the others alone.
 */
export const usesElsewhere = (
  files: readonly ModuleFile[],
  all: readonly ModuleVariable[],
  interest: (text: string) => boolean,
): readonly UsesFact[] => {
  const read = new Map(
    files.map(({ file, root, comments }) => [
      file.path,
      [
        ...valuesIn(root).map(({ whole }) => whole),
        ...comments,
        ...all.filter(({ slot }) => slot.file === file.path).map(({ slot }) => slot.span),
      ],
    ]),
  );
  const mention = (written: string): UsesFact['uses'][number]['at'] | undefined => {
    const pattern = new RegExp(String.raw`\b${written.replace('.', String.raw`\.`)}(?![\w-])`, 'g');
    for (const { file } of files)
      for (const { index } of file.text.matchAll(pattern))
        if (!read.get(file.path)!.some(({ start, end }) => start <= index && index < end))
          return { file: file.path, span: { start: index, end: index + written.length } };
    return undefined;
  };
  return all
    .filter(({ slot }) => interest(slot.value))
    .flatMap((variable): readonly UsesFact[] => {
      const at = builtOn(variable, all).flatMap(({ written }) => mention(written) ?? [])[0];
      if (at === undefined) return [];
      const why = 'in a part of the module whose requests are not followed';
      return [unfollowedUse(variable.written, variable.slot, at, why)];
    });
};

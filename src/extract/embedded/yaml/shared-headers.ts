import type { EmbeddedCode, ObjectTree, SourceFile, UsesFact } from '../../../model/index.ts';
import type { GivenVariable } from './uses-elsewhere.ts';

/** Texts of a map go to all tasks that take it, and to whatever else names it. */
export const usesOfMap = ({ members }: ObjectTree): readonly UsesFact[] =>
  members.flatMap(({ key: { value: name }, value }): readonly UsesFact[] => {
    if (value.kind !== 'scalar' || value.slot === undefined) return [];
    const { file, span } = value.slot;
    const why = 'in everything that takes the map';
    return [
      { kind: 'uses', origin: 'authored', name, uses: [{ at: value.slot, as: 'other', why }], file, span },
    ];
  });

/** A media type that a file gives to its scripts by name. */
export const NAMED_TYPE = /^application\/\S+$/;

/** Uses of media types that several scripts name: not all of them need send to the API. */
export const usesOfMediaTypes = (
  file: SourceFile,
  given: readonly GivenVariable[],
  code: readonly EmbeddedCode[],
): readonly UsesFact[] =>
  given.flatMap(({ name, span }): readonly UsesFact[] => {
    const read = new RegExp(String.raw`\$\{?${name}\b`);
    if (code.filter(({ text }) => read.test(text)).length < 2) return [];
    const at = { file: file.path, span };
    const why = 'in several scripts';
    return [{ kind: 'uses', origin: 'authored', name, uses: [{ at, as: 'other', why }], ...at }];
  });

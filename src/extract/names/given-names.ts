import type { NameFact } from '../../model/index.ts';

/** Maximum length of values. */
const MAX_LENGTH = 160;

const LETTERS = /^\w+$/;

/**
 * Names that a file assigns values of the new shape to, `srvAddress: c.connectionStrings.standardSrv`: their
 * later readers read a shape of the project's own.
 */
export const givenNames = (
  file: string,
  text: string,
  names: Iterable<string>,
  successors: Iterable<string>,
): readonly NameFact[] => {
  const [wanted, taken] = [[...names], [...successors]].map((words) =>
    words.filter((word) => LETTERS.test(word)),
  );
  if (wanted!.length === 0 || taken!.length === 0) return [];
  const pattern = new RegExp(
    String.raw`\b(${wanted!.join('|')})["'\x60]?\]?\s*(?:[:=]>?|=>)[^;\n]{0,${MAX_LENGTH}}?\b(?:${taken!.join('|')})\b`,
    'gi',
  );
  const own = new Map(wanted!.map((name) => [name.toLowerCase(), name]));
  return Array.from(text.matchAll(pattern), ({ index, 1: written }) => ({
    kind: 'name',
    origin: 'authored',
    file,
    span: { start: index, end: index + written!.length },
    name: own.get(written!.toLowerCase())!,
    as: 'given',
  }));
};

import { headerOnPaths } from '../model/index.ts';
import type { HeaderEntry, HeaderOnPath, HeaderSet, Place } from '../model/index.ts';
import { namedText, placesOfText } from './signed-body.ts';

const valuesOf = ({ values }: HeaderEntry): string =>
  values === undefined ? '?' : [...new Set(values.map(namedText))].toSorted().join(' or ');

const pathText = (path: HeaderOnPath): string => {
  if (path.kind === 'absent') return 'none';
  if (path.kind === 'sent') return valuesOf(path.entry);
  return `${path.kind}: ${path.entries.map(valuesOf).join(', ')}`;
};

/** Headers by name in lower case (`:path` of HTTP/2 is no header but the URL), as it is sent on all paths of conditions. */
export const headerTexts = (headers: HeaderSet): Readonly<Record<string, string>> => {
  const names = [...new Set(headers.entries.map(({ name }) => name.value.toLowerCase()))]
    .filter((name) => !name.startsWith(':'))
    .toSorted();
  return Object.fromEntries(
    names.map((name) => [
      name,
      [...new Set(headerOnPaths(headers, name).map(pathText))].toSorted().join(' / '),
    ]),
  );
};

/** The texts that headers are made of, and the position where one more could be written. */
export const placesOfHeaders = ({ entries, gap }: HeaderSet): readonly Place[] => [
  ...entries.flatMap(({ name, place, values = [] }) => [name, place, ...values.flatMap(placesOfText)]),
  ...(gap === undefined ? [] : [{ file: gap.file, span: { start: gap.at, end: gap.until ?? gap.at } }]),
];

import { flatten } from '../../model/index.ts';
import type { Api, Text } from '../../model/index.ts';
import { identify } from '../api/identify.ts';
import type { Address } from '../api/identify.ts';
import { endInText } from './places.ts';
import { renames } from '../api/renames.ts';
import { segmentsIn } from './segments/written-segments.ts';

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Ranges of the version segment: the first one gets the new version, the others are deleted. */
const newVersion = (text: Text, { versionRanges, correct }: Address): readonly Replacement[] =>
  versionRanges.flatMap((range, at) => {
    const to = endInText(text, range);
    return to === undefined || correct === undefined
      ? []
      : [{ from: to - (range.to - range.from), to, text: at === 0 ? correct : '' }];
  });

/** Segments of another name in the versioned API; `undefined` where the endpoint has no twin there. */
const newSegments = (
  text: Text,
  address: Address,
  method: string | undefined,
  api: Api,
): readonly Replacement[] | undefined => {
  const { endpoint } = identify(method, address, api);
  const isOurs = address.area === 'legacy' || address.area === 'versioned';
  if (!isOurs || endpoint === undefined) return [];
  if (endpoint.fate === 'removed') return undefined;
  if (endpoint.fate !== 'renamed') return [];
  const segments = segmentsIn({ text, address });
  const all = renames(endpoint)?.map(({ index, name }) => ({ segment: segments[index], name }));
  if (all === undefined) return undefined;
  return all.flatMap(({ segment, name }) => (segment === undefined ? [] : [{ ...segment, text: name }]));
};

/** Flattened text after its move to the versioned API; `undefined` where it has no URL there. */
export const movedUrl = (
  text: Text,
  address: Address,
  method: string | undefined,
  api: Api,
): string | undefined => {
  const segments = newSegments(text, address, method, api);
  if (segments === undefined) return undefined;
  if (address.correct === undefined && segments.length === 0) return undefined;
  return [...newVersion(text, address), ...segments]
    .toSorted((a, b) => b.from - a.from)
    .reduce((flat, { from, to, text: own }) => flat.slice(0, from) + own + flat.slice(to), flatten(text));
};

import { flatten } from '../../../model/index.ts';
import type { Text } from '../../../model/index.ts';
import type { Address } from '../../api/identify.ts';
import { endInText } from '../places.ts';

/** A segment of a path: a range of the flattened text. */
export interface WrittenSegment {
  readonly from: number;
  readonly to: number;
}

/** Path segments after the base, by their positions in the flattened text. */
export const segmentsIn = ({
  text,
  address,
}: {
  readonly text: Text;
  readonly address: Address;
}): readonly WrittenSegment[] => {
  const last = address.baseRanges.at(-1);
  const start = last === undefined ? undefined : endInText(text, last);
  if (start === undefined) return [];
  const path = /^[^?#]*/.exec(flatten(text).slice(start))![0];
  return Array.from(path.matchAll(/[^/]+/g), ({ index, 0: segment }) => ({
    from: start + index,
    to: start + index + segment.length,
  }));
};

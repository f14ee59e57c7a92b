import { checkNamed } from './registry.ts';
import { addressOf } from './api/identify.ts';
import type { Area } from './api/identify.ts';
import { textOfSlot } from '../model/index.ts';
import type { ApiHead, Slot } from '../model/index.ts';
import type { Ruleset } from './load/index.ts';

/** API areas whose recorded calls are checked in sequence. */
export const sequenceAreas = ({ rules }: Ruleset): ReadonlySet<Area> =>
  new Set(rules.flatMap(({ check, options }) => checkNamed(check).sequence?.(options as never) ?? []));

/** The area of a flattened URL; `undefined` when it is none of the API. */
const areaOf = (value: string, api: ApiHead): Area | undefined => {
  const slot: Slot = { file: '', span: { start: 0, end: 0 }, value, spelling: 'fixed' };
  return addressOf(textOfSlot(slot), api)?.area;
};

/** True for URLs of calls in these areas, which are checked in sequence. */
export const sequenceTest =
  (areas: ReadonlySet<Area>, api: ApiHead): ((flat: string) => boolean) =>
  (flat) => {
    const area = areaOf(flat, api);
    return area !== undefined && areas.has(area);
  };

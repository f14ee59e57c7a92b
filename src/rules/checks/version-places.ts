import { addTo } from '../../model/index.ts';
import type { Edit, Place, Slot, SlotRange, Text } from '../../model/index.ts';
import { rewriteRanges, slotKey, spells } from './places.ts';
import type { TextOfFile } from './places.ts';
import type { ApiCall, UrlLiteral, ResolvedUrl, FactIndex } from './fact-index.ts';

/** Location that spells the version of a URL, with all that is built on it. */
export interface VersionPlace {
  readonly ranges: readonly SlotRange[];
  readonly links: readonly UrlLiteral[];
  readonly calls: readonly ApiCall[];
  readonly located: readonly ResolvedUrl[];
}

interface Found {
  readonly located: ResolvedUrl;
  readonly call?: ApiCall;
  readonly link?: UrlLiteral;
}

const foundIn = (view: FactIndex): readonly Found[] => [
  ...view.calls.flatMap((call) => call.located.map((located) => ({ located, call }))),
  ...view.links.map((link) => ({ located: link.located, link })),
];

const placeOf = (found: readonly Found[]): VersionPlace => ({
  ranges: found[0]!.located.address.versionRanges,
  links: found.flatMap(({ link }) => link ?? []),
  calls: [...new Set(found.flatMap(({ call }) => call ?? []))],
  located: found.map(({ located }) => located),
});

/** The locations that spell the version of the URLs that `wanted` takes, with all that is built on each. */
export const versionPlaces = (
  view: FactIndex,
  wanted: (located: ResolvedUrl) => boolean,
): readonly VersionPlace[] => {
  const groups = new Map<string, Found[]>();
  for (const found of foundIn(view)) {
    const slot = found.located.address.versionRanges[0]?.slot;
    if (slot === undefined || !wanted(found.located)) continue;
    addTo(groups, slotKey(slot), found);
  }
  return [...groups.values()].map(placeOf);
};

const replacementIn = ({ address }: ResolvedUrl): string | undefined => address.correct;

/** True when the literal with the version contains the whole base, so that it has no other meaning. */
export const holdsBase = ({ ranges, located }: VersionPlace): boolean =>
  located[0]!.address.baseRanges.every(({ slot }) => slotKey(slot) === slotKey(ranges[0]!.slot));

/** The first part of a text that is written elsewhere than the slot; the slot itself where it is the whole text. */
const placeBeside = ({ parts }: Text, slot: Slot): Place =>
  parts.flatMap((part) =>
    part.kind === 'known' && slotKey(part.slot) !== slotKey(slot) ? part.slot : [],
  )[0] ?? slot;

/** Position where another URL is built on the same version, which must not get the same new one. */
export const contenderOf = (place: VersionPlace, view: FactIndex): Place | undefined => {
  const correct = replacementIn(place.located[0]!);
  const unlike = (located: ResolvedUrl | undefined): boolean =>
    located === undefined ? !holdsBase(place) : replacementIn(located) !== correct;
  for (const range of place.ranges) {
    const other = view.usesOf(range.slot).find(({ text, located }) => unlike(located) && spells(text, range));
    if (other !== undefined) return placeBeside(other.text, range.slot);
  }
  return undefined;
};

/** The edits that write the right version, where the slots can be written. */
export const versionEdits = (place: VersionPlace, textOf: TextOfFile): readonly Edit[] | undefined =>
  rewriteRanges(place.ranges, place.located[0]!.address.correct ?? '', textOf);

/** URLs of the API, where they are written, on which no request is seen to be built. */
export const unusedAddresses = (view: FactIndex): readonly Place[] =>
  versionPlaces(view, ({ address }) => address.area === 'legacy' || address.area === 'versioned')
    .filter(({ calls, links }) => calls.length === 0 && links.every(({ url }) => url.follows !== true))
    .flatMap(({ links }) => links.slice(0, 1).map(({ url }) => url));

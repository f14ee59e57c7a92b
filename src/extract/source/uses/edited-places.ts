import type { Fact, Place, RequestFact, Slot, Text } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { isTellingPath } from '../../telling-path.ts';
import { contains, flatten, slotsOf } from '../../../model/index.ts';

const addressesOf = (fact: Fact): readonly Text[] => {
  if (fact.kind === 'request') return fact.urls;
  return fact.kind === 'url' && fact.use === 'value' ? [fact.text] : [];
};

const headerSlots = ({ headers: { entries } }: RequestFact): readonly Slot[] =>
  entries.flatMap(({ place, values = [] }) => [place, ...values.flatMap(slotsOf)]);

const isEditable = ({ spelling }: Slot): boolean => spelling !== 'fixed';

const placeOf = ({ file, span }: Slot): Place => ({ file, span });

/** Object, instance or call that a header would be inserted into. */
const gapIn = ({ headers: { gap } }: RequestFact): readonly Place[] =>
  gap === undefined ? [] : [{ file: gap.file, span: { start: gap.at, end: gap.until ?? gap.at } }];

/** The same, other than the call itself. */
const gapOf = (request: RequestFact): readonly Place[] =>
  gapIn(request).filter(
    ({ file, span: { start } }) => file !== request.file || !contains(request.span, { start, end: start }),
  );

/** Positions of headers that a fix of a request may edit: those that it sends, and where one more is inserted. */
export const headersEdited = (request: RequestFact): readonly Place[] => [
  ...headerSlots(request).filter(isEditable).map(placeOf),
  ...gapIn(request),
];

/** Positions that a fix of these requests and URLs may edit; none where there is no URL of the API. */
export const editedPlaces = (
  facts: readonly Fact[],
  mayBeApiUrl: (flat: string) => boolean,
): readonly Place[] => {
  const texts = facts.flatMap(addressesOf).filter((text) => mayBeApiUrl(flatten(text)));
  if (texts.length === 0) return [];
  const requests = facts.filter((fact) => fact.kind === 'request');
  const slots = [...texts.flatMap(slotsOf), ...requests.flatMap(headerSlots)].filter(isEditable);
  const places = [...slots.map(placeOf), ...requests.flatMap(gapOf)];
  return [...new Map(places.map((place) => [`${place.file}:${place.span.start}`, place])).values()];
};

/** Positions of these texts that may be paths of the API, of which no URL of the API is seen to be built. */
export const pathsEdited = (
  facts: readonly Fact[],
  { mayBeApiUrl, tellingPath }: Pick<ExtractInput, 'mayBeApiUrl' | 'tellingPath'>,
): readonly Place[] =>
  facts
    .flatMap(addressesOf)
    .filter((text) => !mayBeApiUrl(flatten(text)) && isTellingPath(flatten(text), tellingPath))
    .flatMap(slotsOf)
    .filter(isEditable)
    .map(placeOf);

import { groupBy, flatten, judgedFix } from '../../model/index.ts';
import type { Fix, HeaderEntry, Place, Rule, SlotRange, Text } from '../../model/index.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { followsAddress, sentEntries } from './header-state.ts';
import { corrected, namesVersion, suffixesOf, vendorTypes, versionFor } from './media.ts';
import type { ExpectedMediaType, VendorType } from './media.ts';
import { because, findingAt, message } from './message.ts';
import { changeIn, knownRanges, placeOfRange, rewriteRanges, slotKey } from './places.ts';
import { agreedOperation, isAdministration } from './fact-index.ts';
import type { ApiCall } from './fact-index.ts';
import { addressWords, mediaWords } from '../api/address-words.ts';

interface Options {
  readonly headers: readonly string[];
}

/** Vendor media type in a header, with the correct one if it is wrong. */
interface Sighting {
  readonly call: ApiCall;
  readonly header: string;
  readonly entry: HeaderEntry;
  readonly text: Text;
  readonly type: VendorType;
  readonly right: string | undefined;
}

const isBody = (header: string): boolean => header.toLowerCase() === 'content-type';

const expectationOf = (call: ApiCall, header: string, { api, settings }: CheckContext): ExpectedMediaType => {
  const located = call.located.find(isAdministration);
  const info = located?.identity.info;
  const version = versionFor(info, settings.target);
  return {
    api,
    version,
    suffixes: isBody(header) ? ['json'] : suffixesOf(info, version),
    product: located?.address.product ?? api.products[0]!,
  };
};

/** True for the media type of another service, where the URL decides whether it is sent: it is for requests to that one. */
const isForOthers = (entry: HeaderEntry, { product }: VendorType, { api }: CheckContext): boolean =>
  followsAddress(entry) && !api.products.includes(product.toLowerCase());

const sightingsIn = (call: ApiCall, header: string, context: CheckContext): readonly Sighting[] => {
  const expected = expectationOf(call, header, context);
  return sentEntries(call.request.headers, header).flatMap((entry) =>
    (entry.values ?? []).flatMap((text) =>
      vendorTypes(flatten(text))
        .filter((type) => !isForOthers(entry, type, context))
        .map((type) => ({ call, header, entry, text, type, right: corrected(type, expected) })),
    ),
  );
};

const rangesOfType = ({ text, type }: Sighting): readonly SlotRange[] =>
  knownRanges(text, type.start, type.start + type.text.length);

/** Sightings of one written type share their first characters. */
const keyOf = (sighting: Sighting): string => {
  const [first] = rangesOfType(sighting);
  return first === undefined ? '' : `${slotKey(first.slot)}:${first.from}`;
};

const changeOf = ({ text, type, right }: Sighting): ReturnType<typeof changeIn> =>
  right === undefined ? undefined : changeIn(text, type.start, type.text, right);

/** The literal that has to change, as far as it spells the type. */
const placeOf = (sighting: Sighting, context: CheckContext): Place => {
  const slot = changeOf(sighting)?.ranges[0]?.slot;
  const range = rangesOfType(sighting).find((own) => slot === undefined || own.slot === slot);
  return range === undefined ? sighting.entry.place : placeOfRange(range, context.text);
};

/** Holes as people write them. */
const shown = (text: string): string => text.replaceAll('\0', '…');

const fixOf = (sighting: Sighting, contested: boolean, context: CheckContext): Fix | undefined => {
  const { type, right, call } = sighting;
  const change = changeOf(sighting);
  if (contested || change === undefined || call.request.origin === 'recording') return undefined;
  const edits = rewriteRanges(change.ranges, change.text, context.text);
  if (edits === undefined) return undefined;
  const known = namesVersion(type) || type.version === '';
  const doubt = because(placeOf(sighting, context), message('noVersion', { type: shown(type.text) }));
  return judgedFix({ title: `Write ${right}`, edits, group: undefined }, known ? undefined : doubt);
};

const draftOf = (
  rule: Rule,
  same: readonly Sighting[],
  contested: boolean,
  context: CheckContext,
): PendingFinding => {
  const [first] = same as readonly [Sighting];
  const exchanges = new Set(same.map(({ call }) => call.request.exchange));
  const finding = findingAt(rule, placeOf(first, context), {
    data: { header: first.header, found: shown(first.type.text), value: shown(first.right!) },
    anchor: `${first.header} ${shown(first.type.text)}`,
    operation: agreedOperation(same.flatMap(({ call }) => call.located)),
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
    fix: fixOf(first, contested, context),
  });
  return { finding, part: 'header', requests: same.map(({ call }) => call.request.id) };
};

const grouped = (sightings: readonly Sighting[]): readonly (readonly Sighting[])[] => [
  ...groupBy(sightings, keyOf).values(),
];

const takesPart = ({ located, request }: ApiCall): boolean =>
  located.some(isAdministration) && request.origin !== 'generated';

/** A vendor media type that the service does not know, once where it is written. */
export const mediaType: Check<Options> = {
  name: 'media-type',
  vocabulary: (_, api) => ({
    addresses: [...addressWords(api), ...mediaWords(api)],
    distinctive: [],
    common: [],
    successors: [],
  }),
  *run(rule, context) {
    const calls = context.view.calls.filter(takesPart);
    const sightings = calls.flatMap((call) =>
      rule.options.headers.flatMap((header) => sightingsIn(call, header, context)),
    );
    for (const same of grouped(sightings)) {
      const wrong = same.filter(({ right }) => right !== undefined);
      const contested = new Set(same.map(({ right }) => right)).size > 1;
      if (wrong.length > 0) yield draftOf(rule, wrong, contested, context);
    }
  },
};

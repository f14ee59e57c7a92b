import { entriesOf, flatten } from '../../../model/index.ts';
import type { Edit } from '../../../model/index.ts';
import { isDate, vendorTypes } from '../media.ts';
import { HEADER_REQUIREMENTS, requirementState } from '../header-requirements.ts';
import { knownRanges, rewriteRanges } from '../places.ts';
import type { TextOfFile } from '../places.ts';
import type { ApiCall } from '../fact-index.ts';

/** The resource version that the call names in its `Accept`, where it names exactly one; `yyyy-mm-dd`. */
export const sentVersion = ({ request }: ApiCall): string | undefined => {
  const dates = entriesOf(request.headers, 'Accept')
    .flatMap(({ values }) => values ?? [])
    .flatMap((value) => vendorTypes(flatten(value)))
    .map(({ version }) => version);
  const [only] = dates;
  return new Set(dates).size === 1 && isDate(only!) ? only : undefined;
};

/** True for a partial migration: a call of the versioned API that requests this version or a later one. */
export const asksFor = (call: ApiCall, version: string): boolean => {
  const sent = sentVersion(call);
  const isMoved = call.located.every(({ address }) => address.area === 'versioned');
  return isMoved && sent !== undefined && sent >= version;
};

/** True when the call may request a version, and it is unknown which one. */
export const hidesVersion = (call: ApiCall): boolean => {
  const { kind } = requirementState(call, HEADER_REQUIREMENTS.version);
  return sentVersion(call) === undefined && (kind === 'good' || kind === 'unknown');
};

/**
 * Edits that ask for another version in every vendor media type the call sends: a body must not take its new shape
 * while the header names the old one. `undefined` where one of them cannot be written, or not in this file.
 */
export const raisedVersion = (
  { request }: ApiCall,
  version: string,
  file: string,
  textOf: TextOfFile,
): readonly Edit[] | undefined => {
  const texts = ['Accept', 'Content-Type'].flatMap((name) =>
    entriesOf(request.headers, name).flatMap(({ values }) => values ?? []),
  );
  const edits = texts.flatMap((text) =>
    vendorTypes(flatten(text)).map((type) => {
      const from = type.start + type.text.indexOf(type.version);
      const ranges = knownRanges(text, from, from + type.version.length);
      return ranges[0]?.slot.file === file ? rewriteRanges(ranges, version, textOf) : undefined;
    }),
  );
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined;
};

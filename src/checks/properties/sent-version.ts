import { entriesOf, flatten } from '../../model/index.ts';
import { isDate, vendorTypes } from '../media.ts';
import type { Call } from '../view.ts';

/** The resource version that the call names in its `Accept`, where it names exactly one; `yyyy-mm-dd`. */
export const sentVersion = ({ request }: Call): string | undefined => {
  const dates = entriesOf(request.headers, 'Accept')
    .flatMap(({ values }) => values ?? [])
    .flatMap((value) => vendorTypes(flatten(value)))
    .map(({ version }) => version);
  const [only] = dates;
  return new Set(dates).size === 1 && isDate(only!) ? only : undefined;
};

/** Half a migration: the call goes to the versioned API and asks for the version, or for a later one. */
export const asksFor = (call: Call, version: string): boolean => {
  const sent = sentVersion(call);
  const isMoved = call.located.every(({ address }) => address.area === 'versioned');
  return isMoved && sent !== undefined && sent >= version;
};

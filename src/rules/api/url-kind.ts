import { flatten } from '../../model/index.ts';
import type { Api, Text } from '../../model/index.ts';
import { addressOf } from './address.ts';
import { readAuthority } from './authority.ts';
import { mask } from './mask.ts';

/** Kind of URL that a text is: of the legacy API, of another API of the service, on another host, or none. */
export type UrlKind = 'legacy' | 'ours' | 'other-host' | 'none';

/** True for a text that begins with a host of the service, whatever follows. */
export const namesHost = (text: Text, api: Api): boolean => {
  const masked = mask(flatten(text)).trim();
  return !/\s/.test(masked) && readAuthority(masked, api.hosts)?.host !== undefined;
};

/** Kind of URL that a text is; another host counts only if it is literal. */
export const urlKindOf = (text: Text, api: Api): UrlKind => {
  const address = addressOf(text, api);
  if (address !== undefined) return address.area === 'legacy' ? 'legacy' : 'ours';
  const masked = mask(flatten(text)).trim();
  const isUrl = /^(?:[a-z][\w+.-]*:)?\/\/[^/\0]/i.test(masked);
  return isUrl && readAuthority(masked, api.hosts) === undefined ? 'other-host' : 'none';
};

import type { HeaderSet } from '../../../model/index.ts';
import { entriesOf, flatten } from '../../../model/index.ts';
import { optionOf } from './options.ts';
import type { Sending } from './sending.ts';

/** Authentication scheme of a request's known credentials. */
export const authOf = ({ args, call }: Sending, headers: HeaderSet): string | undefined => {
  const value = entriesOf(headers, 'authorization').at(-1)?.values?.[0];
  const scheme = value && /^(basic|bearer|digest)\b/i.exec(flatten(value))?.[1];
  if (scheme) return scheme.toLowerCase();
  const options = args.options?.object;
  if (optionOf(options, ['digestAuth'], call)) return 'digest';
  return optionOf(options, ['auth', 'basicAuth', 'username'], call) ? 'basic' : undefined;
};

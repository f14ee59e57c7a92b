import type { CurlCall } from './curl.ts';
import { source } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord, knownStart } from './words.ts';
import type { Word } from './words.ts';

/** Value of an option; the last one wins. */
export const curlOptionOf = ({ options }: CurlCall, name: string): Word | undefined =>
  options.findLast((option) => option.name === name)?.value;

/** HTTP method of a curl call. */
export const methodOf = (call: CurlCall, hasBody: boolean, variables: Variables): string | undefined => {
  const named = curlOptionOf(call, 'request');
  if (named !== undefined) return exactWord(source(named, variables));
  if (call.switches.has('get')) return 'GET';
  if (call.switches.has('head')) return 'HEAD';
  if (curlOptionOf(call, 'upload-file') !== undefined) return 'PUT';
  return hasBody ? 'POST' : 'GET';
};

/** Authentication scheme of a curl call. */
export const curlAuthOf = (call: CurlCall): string | undefined => {
  const { switches, options } = call;
  const header = options.find(
    ({ name, value }) => name === 'header' && /^authorization\s*:/i.test(knownStart(value)),
  );
  // A scheme with nothing behind it sends no credentials; what is not known is one.
  const isEmpty = header !== undefined && /^[\w-]+\s*:\s*\w*\s*$/.test(exactWord(header.value) ?? '-');
  if (header !== undefined)
    return isEmpty ? undefined : /:\s*(\w+)\s/.exec(knownStart(header.value))?.[1]?.toLowerCase();
  if (curlOptionOf(call, 'oauth2-bearer') !== undefined) return 'bearer';
  if (curlOptionOf(call, 'user') === undefined && !switches.has('user')) return undefined;
  if (switches.has('digest')) return 'digest';
  // Wget lets the server choose.
  return switches.has('anyauth') || call.program.name === 'wget' ? undefined : 'basic';
};

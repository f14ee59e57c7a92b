import type { Target } from '../intercept/sockets.ts';

const MAX_PORT = 65_535;

/** Host and port of a CONNECT request. Throws RangeError for a port that no URL can name. */
export const splitAuthority = (text: string): { readonly host: string; readonly port: number } => {
  const [, host = '', port = '443'] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(text) ?? [];
  if (Number(port) > MAX_PORT) throw new RangeError('There is no such port.');
  return { host: host.toLowerCase(), port: Number(port) };
};

/** Target of an absolute URL in a request. */
export const targetIn = (url: string): Target | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (secure ? 443 : 80)), secure, protocol: 'http/1.1' };
};

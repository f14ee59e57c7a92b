/** The name in a `Host` header, without its port, lower case: `[::1]:8417` is `::1`. */
const nameIn = (host: string): string =>
  (/^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase().replace(/\.$/, '');

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** True for the names that resolve to this machine only. */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name.toLowerCase());

/**
 * True when a request may use this `Host`. On loopback, other names indicate DNS rebinding by a web page.
 * `allowed` has further names; `*` allows any.
 */
export const mayName = (header: string, listens: string, allowed: readonly string[]): boolean => {
  if (!isLoopback(listens) || allowed.includes('*')) return true;
  const name = nameIn(header.trim());
  return isLoopback(name) || allowed.some((one) => one.toLowerCase() === name);
};

/** The host that a request names: that of a whole URL in its first line, which counts before the header (RFC 9112, 3.2.2). */
export const namedHost = (target: string, header: string | undefined): string => {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority === undefined ? (header ?? '') : authority.slice(authority.lastIndexOf('@') + 1);
};

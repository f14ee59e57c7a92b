import { BlockList, isIP } from 'node:net';

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address that a socket for both families reports: `::ffff:127.0.0.1`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** True for an IP address or a range in CIDR notation. */
export const isAccessEntry = (entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};

/**
 * True for an IP address on an access list; without a list, for every one. Entries are as `isAccessEntry` says.
 */
export const isOnList = (entries: readonly string[] | undefined, remote: string): boolean => {
  if (entries === undefined) return true;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  const address = plain(remote);
  return isIP(address) !== 0 && list.check(address, family(address));
};

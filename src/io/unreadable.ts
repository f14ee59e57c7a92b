/** Recordings that are told by their first bytes and not read, with what to do about it. */
const FORMS: readonly { readonly magic: readonly string[]; readonly reason: string }[] = [
  {
    // In both byte orders, with times in microseconds or nanoseconds; pcapng.
    magic: ['d4c3b2a1', 'a1b2c3d4', '4d3cb2a1', 'a1b23c4d', '0a0d0d0a'],
    reason: 'packet capture (pcap): record with a proxy that decrypts, such as mitmproxy, and export HAR',
  },
  {
    // A serialised Java object.
    magic: ['aced0005'],
    reason: 'Charles session: export it as HAR (File > Export Session)',
  },
];

const LONGEST = 8;

/** Why a recording of this start cannot be read, and what to do; `undefined` for all other files. */
export const unreadableForm = (start: Buffer): string | undefined => {
  const hex = start.toString('hex', 0, LONGEST);
  return FORMS.find(({ magic }) => magic.some((bytes) => hex.startsWith(bytes)))?.reason;
};

/** Recordings detected by their first bytes but not supported, with advice. */
const FORMS: readonly { readonly magic: readonly string[]; readonly reason: string }[] = [
  {
    // In both byte orders, with times in microseconds or nanoseconds; pcapng.
    magic: ['d4c3b2a1', 'a1b2c3d4', '4d3cb2a1', 'a1b23c4d', '0a0d0d0a'],
    reason: 'packet capture (pcap): record with a proxy that decrypts, such as mitmproxy, and export HAR',
  },
];

/** Recordings detected by name only. */
const NAMES: readonly { readonly name: RegExp; readonly reason: string }[] = [
  { name: /\.chls$/i, reason: 'Charles session: export it as HAR (File > Export Session)' },
];

/** Recordings that are archives, detected by entry names. */
const ARCHIVES: readonly { readonly entry: RegExp; readonly reason: string }[] = [
  {
    entry: /^raw[\\/]\d+_[csm]\.(?:txt|xml)$/i,
    reason: 'Fiddler archive (SAZ): export it as HAR (File > Export Sessions > HTTPArchive)',
  },
  {
    entry: /(?:^|\/)(?:[\w-]+\.)?trace\.network$|(?:^|\/)\d+-trace\.network$/,
    reason: 'Playwright trace: record a HAR beside it (recordHar)',
  },
];

/** Reason why an archive with an entry of this name cannot be read, and advice; `undefined` for all others. */
export const unreadableArchive = (entry: string): string | undefined =>
  ARCHIVES.find((form) => form.entry.test(entry))?.reason;

/** Names of recordings that are packed. */
const PACKED = /\.(?:har\.(?:gz|zip)|zhar)$/i;
/** Bytes by which packed files are recognized, and the first of them. */
const PACKED_START = 4;
const PACKED_FIRST: ReadonlySet<number | undefined> = new Set([undefined, 0x1f, 0x50, 0x78]);

const MAX_LENGTH = 8;

/** First bytes of the recordings: other files need no look at the rest. */
const FIRST_BYTES: ReadonlySet<number | undefined> = new Set(
  FORMS.flatMap(({ magic }) => magic.map((bytes) => Number.parseInt(bytes.slice(0, 2), 16))),
);

const formWith = (start: Buffer): (typeof FORMS)[number] | undefined => {
  if (!FIRST_BYTES.has(start[0])) return undefined;
  const hex = start.toString('hex', 0, MAX_LENGTH);
  return FORMS.find(({ magic }) => magic.some((bytes) => hex.startsWith(bytes)));
};

/** Reason why a recording of this name and start cannot be read, and advice; `undefined` for all other files. */
export const unreadableForm = (path: string, start: Buffer): string | undefined => {
  if (start.length < PACKED_START && PACKED_FIRST.has(start[0]) && PACKED.test(path))
    return 'cut at its beginning: there is nothing to unpack';
  return (formWith(start) ?? NAMES.find(({ name }) => name.test(path)))?.reason;
};

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(
    length.toString(16).padStart(length > 0xff_ff ? 6 : length > 0xff ? 4 : 2, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
};

const tagged = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
};

const arc = (value: number): readonly number[] => {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
};

/** ASN.1 values in DER (X.690), as far as certificates need them. */
export const der = {
  sequence: (...items: readonly Uint8Array[]): Buffer => tagged(TAGS.sequence, ...items),
  set: (...items: readonly Uint8Array[]): Buffer => tagged(TAGS.set, ...items),
  /** `positive`: big-endian bytes, the first bit of which may be set. */
  integer: (positive: Uint8Array): Buffer =>
    tagged(TAGS.integer, positive[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), positive]) : positive),
  true: tagged(TAGS.boolean, Buffer.from([0xff])),
  octets: (content: Uint8Array): Buffer => tagged(TAGS.octets, content),
  /** Bits, of which the last byte leaves `unused` open. */
  bits: (content: Uint8Array, unused = 0): Buffer => tagged(TAGS.bits, Buffer.from([unused]), content),
  utf8: (text: string): Buffer => tagged(TAGS.utf8, Buffer.from(text)),
  /** `1.2.840.113549.1.1.11` */
  oid: (dotted: string): Buffer => {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
    return tagged(TAGS.oid, Buffer.from([first * 40 + second, ...rest.flatMap(arc)]));
  },
  /** Time in UTC, to the second. */
  time: (date: Date): Buffer =>
    tagged(TAGS.time, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, ''))),
  /** `[number] { … }`, which names an alternative; `primitive` where its content is no list of values. */
  context: (number: number, content: Uint8Array, primitive = false): Buffer =>
    tagged((primitive ? 0x80 : 0xa0) | number, content),
};

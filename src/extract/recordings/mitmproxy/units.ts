/**
 * UTF-16 units that begin with this byte of UTF-8. Dumps contain binary data, so units are counted byte by
 * byte, as reports count them to find a line.
 */
export const unitsOfByte = (byte: number): number => ((byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1);

/** Units of a run of bytes. */
export const unitsIn = (bytes: Uint8Array): number => {
  let units = 0;
  for (let at = 0; at < bytes.length; at++) units += unitsOfByte(bytes[at]!);
  return units;
};

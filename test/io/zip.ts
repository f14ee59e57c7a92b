import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive that is made for a test; `says` overrides what its header says of it. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly says?: { readonly size?: number; readonly flags?: number };
}

const fields = (...values: readonly (readonly [number, 2 | 4])[]): Buffer =>
  Buffer.concat(
    values.map(([value, width]) => {
      const field = Buffer.alloc(width);
      field.writeUIntLE(value, 0, width);
      return field;
    }),
  );

/** A zip archive as tools write it, wrong where an entry says so. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, says } of entries) {
    const data = Buffer.from(bytes);
    const packed = deflateRawSync(data);
    const label = Buffer.from(name);
    const about = fields(
      [20, 2],
      [says?.flags ?? 0x800, 2],
      [8, 2],
      [0, 4],
      [crc32(data), 4],
      [packed.length, 4],
      [says?.size ?? data.length, 4],
      [label.length, 2],
      [0, 2],
    );
    const local = Buffer.concat([fields([0x04034b50, 4]), about, label, packed]);
    const tail = fields([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    directory.push(Buffer.concat([fields([0x02014b50, 4], [20, 2]), about, tail, label]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const count = entries.length;
  const end = fields([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2]);
  return Buffer.concat([...parts, list, end]);
};

/** One of `count` equal runs over the same files; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** FNV-1a: the same on every platform, and even over names that are alike. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (value ^ (value >>> 15)) >>> 0;
};

/** True for files (and entries of archives, written `archive!entry`) that the shard reports. */
export const isInShard =
  ({ index, count }: Shard) =>
  (file: string): boolean =>
    hash(file.split('!', 1)[0]!) % count === index - 1;

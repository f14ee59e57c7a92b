import { brotliDecompressSync, inflateRawSync, inflateSync, unzipSync } from 'node:zlib';

/** Maximum unpacked length of bodies that are read. */
const MAX_LENGTH = 4 * 1024 * 1024;
const OPTIONS = { maxOutputLength: MAX_LENGTH };

const deflated = (bytes: Buffer): Buffer =>
  (bytes[0]! & 0x0f) === 8 ? inflateSync(bytes, OPTIONS) : inflateRawSync(bytes, OPTIONS);

/** Bytes before the server encoded them; some recorders decode them and keep the header. */
const withoutEncoding = (bytes: Buffer, contentEncoding: string): Buffer => {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unzipSync(bytes, OPTIONS);
  if (bytes[0] === 0x7b || bytes[0] === 0x5b) return bytes;
  if (/\bbr\b/.test(contentEncoding)) return brotliDecompressSync(bytes, OPTIONS);
  return /\bdeflate\b/.test(contentEncoding) && bytes.length > 0 ? deflated(bytes) : bytes;
};

/** Body as text, with its `Content-Encoding` decoded; `undefined` when it is broken or too large. */
export const textOfBytes = (bytes: Buffer, contentEncoding = ''): string | undefined => {
  try {
    return withoutEncoding(bytes, contentEncoding.toLowerCase()).toString('utf8');
  } catch {
    return undefined;
  }
};

const HEX = /^(?:[0-9a-f]{2})+$/i;

const chunkOf = (chunk: unknown): Buffer => {
  const text = String(chunk);
  return Buffer.from(text, HEX.test(text) ? 'hex' : 'base64');
};

const chunksOf = (text: string): readonly unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Text in base64. Some recorders store a JSON list of base64 or hexadecimal chunks, and the bytes may be
 * content-encoded. `undefined` when it cannot be read.
 */
export const textOfBase64 = (text: string, contentEncoding?: string): string | undefined => {
  const chunks = text.startsWith('[') ? chunksOf(text) : undefined;
  const bytes = chunks === undefined ? Buffer.from(text, 'base64') : Buffer.concat(chunks.map(chunkOf));
  return textOfBytes(bytes, contentEncoding);
};

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Redacted } from '../../model/index.ts';
import { word } from '../../redact/gate.ts';
import { recordedForm, recordedJson } from '../../redact/recorded.ts';
import type { CapturedBody, Headers } from '../exchange.ts';
import { entryNamed } from '../../model/index.ts';

/** A body as it is recorded: its text, or why it is left out. */
export type CapturedText = { readonly text: Redacted } | { readonly comment: Redacted };

const LIMITS = { maxOutputLength: 4 * 1024 * 1024 };

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, LIMITS),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMITS),
  deflate: (bytes) => inflateSync(bytes, LIMITS),
  br: (bytes) => brotliDecompressSync(bytes, LIMITS),
  identity: (bytes) => bytes,
};

/** The value of the last header of a name. */
export const capturedHeader = (headers: Headers, name: string): string | undefined =>
  headers.findLast(([other]) => other.toLowerCase() === name)?.[1];

const textOf = (bytes: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      entryNamed(DECODERS, encoding.trim().toLowerCase())?.(bytes),
    );
  } catch {
    return undefined;
  }
};

const left = (comment: Redacted): CapturedText => ({ comment });

/** A body with its credentials replaced. What is neither JSON nor a form may hold any, and is left out. */
export const recordedBody = ({ bytes, length }: CapturedBody, headers: Headers): CapturedText | undefined => {
  if (length === 0) return undefined;
  if (bytes.length < length) return left(word('Not recorded: longer than 1 MB.'));
  const text = textOf(bytes, capturedHeader(headers, 'content-encoding') ?? 'identity');
  if (text === undefined) return left(word('Not recorded: not text.'));
  if (/^\uFEFF?\s*[{["\d\-tfn]/.test(text)) {
    const json = recordedJson(text.replace(/^\uFEFF/, ''));
    if (json !== undefined) return { text: json };
  }
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(capturedHeader(headers, 'content-type') ?? '');
  return isForm ? { text: recordedForm(text) } : left(word('Not recorded: neither JSON nor a form.'));
};

import { createHash } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g;
const MAGIC = 0xfe_ed_fe_ed;
const TRUSTED_CERTIFICATE = 2;

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const entry = (certificate: Buffer, at: number): Buffer =>
  Buffer.concat([
    u32(TRUSTED_CERTIFICATE),
    text(`c${at}`),
    Buffer.alloc(8),
    text('X.509'),
    u32(certificate.length),
    certificate,
  ]);

/** Password of the store, which holds nothing secret; Java requires one. */
export const STORE_PASSWORD = 'changeit';

const digestOf = (content: Buffer): Buffer =>
  createHash('sha1')
    .update(Buffer.from(STORE_PASSWORD, 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(content)
    .digest();

/** Certificates in PEM as a trust store (JKS) of Java, which reads no PEM. */
export const javaStore = (pem: string): Buffer => {
  const certificates = Array.from(pem.matchAll(PEM), ([, base64]) => Buffer.from(base64!, 'base64'));
  const content = Buffer.concat([u32(MAGIC), u32(2), u32(certificates.length), ...certificates.map(entry)]);
  return Buffer.concat([content, digestOf(content)]);
};

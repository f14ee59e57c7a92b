import { rootCertificates } from 'node:tls';
import { readRegular } from './bytes.ts';

/** Files in which systems keep the certificates that they trust. */
const SYSTEM = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const textOf = (path: string): string | undefined => {
  try {
    return readRegular(path).toString('utf8');
  } catch {
    return undefined;
  }
};

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Certificates in PEM of a file, or of the system where that names none that can be read; of Node where the system has none. */
export const trustedCertificates = (path?: string): string => {
  for (const candidate of path === undefined ? SYSTEM : [path, ...SYSTEM]) {
    const text = textOf(candidate);
    if (text?.includes('-----BEGIN ') === true) return withNewline(text);
  }
  return `${rootCertificates.join('\n')}\n`;
};

/** Certificates in PEM of a file; empty where it cannot be read. */
export const certificatesIn = (path: string): string => withNewline(textOf(path) ?? '');

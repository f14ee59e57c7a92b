import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CertificateAuthority } from '../../src/capture/certificate/authority.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const HOSTS = ['cloud.mongodb.com', '127.0.0.1', '::1'];

/** What a client of TLS says of the certificate of a host: undefined where it accepts it. */
const verdictOn = async (
  authority: CertificateAuthority,
  served: string,
  asked: string,
): Promise<string | undefined> => {
  const server = createServer({ SNICallback: (_, done) => done(null, authority.contextFor(served)) });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', servername: asked, ca: authority.pem });
      socket.once('secureConnect', () => resolve(undefined));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
  } finally {
    server.close();
  }
};

describe('the authority of a run', () => {
  it('is accepted for a host of the API', async () => {
    expect(
      await verdictOn(new CertificateAuthority(HOSTS), 'cloud.mongodb.com', 'cloud.mongodb.com'),
    ).toBeUndefined();
  });

  it('is not accepted for another host, even with its own certificate', async () => {
    const authority = new CertificateAuthority(HOSTS);
    expect(authority.contextFor('example.com')).toBeUndefined();
    expect(await verdictOn(authority, 'cloud.mongodb.com', 'example.com')).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
  });

  it('names what it may vouch for, and is a different one in each run', () => {
    const one = new CertificateAuthority(HOSTS);
    const certificate = new X509Certificate(one.pem);
    expect(certificate.ca).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new CertificateAuthority(HOSTS).pem).not.toBe(one.pem);
    const text = execFileSync('openssl', ['x509', '-noout', '-text'], { input: one.pem, encoding: 'utf8' });
    expect(text).toContain('DNS:cloud.mongodb.com');
    expect(text).toContain('IP:127.0.0.1/255.255.255.255');
    expect(text).toContain('pathlen:0');
  });

  it('is right for openssl in its strict mode', () => {
    const folder = temporaryTree({ 'ca.pem': new CertificateAuthority(HOSTS).pem });
    const out = execFileSync('openssl', ['verify', '-x509_strict', '-CAfile', 'ca.pem', 'ca.pem'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(out).toContain('OK');
  });
});

import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { der } from './der.ts';

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
} as const;

const DAY = 24 * 60 * 60 * 1000;
const ALGORITHM = der.sequence(der.oid(OID.ecdsaWithSha256));

const nameOf = (text: string): Buffer =>
  der.sequence(der.set(der.sequence(der.oid(OID.commonName), der.utf8(text))));

const extension = (oid: string, value: Buffer, isCritical = false): Buffer =>
  der.sequence(der.oid(oid), ...(isCritical ? [der.true] : []), der.octets(value));

const groups = (text: string): readonly string[] => text.split(':').filter(Boolean);

const addressBytes = (host: string): Buffer => {
  if (isIP(host) === 4) return Buffer.from(host.split('.').map(Number));
  const [before = '', after] = host.split('::');
  const zeros = Array.from({ length: 8 - groups(before).length - groups(after ?? '').length }, () => '0');
  const all = after === undefined ? groups(before) : [...groups(before), ...zeros, ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
};

/** A host as a general name: a DNS name, or an IP address, with its mask where it is a constraint. */
const generalName = (host: string, isConstraint = false): Buffer => {
  if (isIP(host) === 0) return der.context(2, Buffer.from(host), true);
  const bytes = addressBytes(host);
  return der.context(
    7,
    isConstraint ? Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]) : bytes,
    true,
  );
};

interface Subject {
  readonly name: string;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
}

interface Issuer {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const keyId = (key: KeyObject): Buffer => createHash('sha1').update(spkiOf(key)).digest();

/** A certificate (RFC 5280), in PEM. It holds from a day ago for a week: clocks differ, and a run may be long. */
const certificate = ({ name, key, extensions }: Subject, issuer: Issuer): string => {
  const now = Date.now();
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const content = der.sequence(
    der.context(0, der.integer(Buffer.from([2]))),
    der.integer(serial),
    ALGORITHM,
    nameOf(issuer.name),
    der.sequence(der.time(new Date(now - DAY)), der.time(new Date(now + 7 * DAY))),
    nameOf(name),
    spkiOf(key),
    der.context(
      3,
      der.sequence(
        ...extensions,
        extension(OID.subjectKey, der.octets(keyId(key))),
        extension(OID.authorityKey, der.sequence(der.context(0, keyId(issuer.publicKey), true))),
      ),
    ),
  );
  const signed = der.sequence(content, ALGORITHM, der.bits(sign('sha256', content, issuer.privateKey)));
  return new X509Certificate(signed).toString();
};

/** Another name for each run: a program may trust two of them, and look them up by name. */
const newName = (): string => `migrate: throw-away authority of one run, ${randomBytes(6).toString('hex')}`;

const authorityExtensions = (hosts: readonly string[]): readonly Buffer[] => [
  extension(OID.basicConstraints, der.sequence(der.true, der.integer(Buffer.from([0]))), true),
  extension(OID.keyUsage, der.bits(Buffer.from([0b0000_0110]), 1), true),
  extension(
    OID.nameConstraints,
    der.sequence(der.context(0, Buffer.concat(hosts.map((host) => der.sequence(generalName(host, true)))))),
    true,
  ),
];

const hostExtensions = (host: string): readonly Buffer[] => [
  extension(OID.basicConstraints, der.sequence(), true),
  extension(OID.keyUsage, der.bits(Buffer.from([0b1000_0000]), 7), true),
  extension(OID.extendedKeyUsage, der.sequence(der.oid(OID.serverAuthentication))),
  extension(OID.alternativeNames, der.sequence(generalName(host))),
];

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** An authority of one run, which can vouch for hosts of the API and for no other. State: the certificates it has issued. */
export class CertificateAuthority {
  readonly #hosts: readonly string[];
  readonly #issuer: Issuer;
  readonly #contexts = new Map<string, SecureContext>();
  /** Its certificate in PEM. Its key never leaves this object. */
  readonly pem: string;

  constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
    const name = newName();
    this.#issuer = { name, ...newKeys() };
    const subject = {
      name,
      key: this.#issuer.publicKey,
      extensions: authorityExtensions(hosts),
    };
    this.pem = certificate(subject, this.#issuer);
  }

  /** Key and certificate of a host, for a TLS server. */
  contextFor(host: string): SecureContext | undefined {
    if (!this.#hosts.includes(host)) return undefined;
    const known = this.#contexts.get(host);
    if (known !== undefined) return known;
    const { publicKey, privateKey } = newKeys();
    const cert = certificate({ name: host, key: publicKey, extensions: hostExtensions(host) }, this.#issuer);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const context = createSecureContext({ key, cert: cert + this.pem });
    this.#contexts.set(host, context);
    return context;
  }
}

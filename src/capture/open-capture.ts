import type { PrivateFolder } from '../io/private-folder.ts';
import { openPrivateFolder } from '../io/private-folder.ts';
import { certificatesIn, trustedCertificates } from '../io/certificates.ts';
import { packageFile } from '../io/package.ts';
import { answeringLink } from './answering.ts';
import type { AskedCall, MadeAnswer } from './answering.ts';
import { Capture } from './capture.ts';
import type { CaptureTerms } from './capture.ts';
import { CertificateAuthority } from './certificate/authority.ts';
import { javaStore, STORE_PASSWORD } from './certificate/java-store.ts';
import { commandEnvironment, proxyFor } from './environment.ts';
import type { CertificateFiles, EnvironmentVariables } from './environment.ts';
import type { Exchange } from './exchange.ts';
import { Failures } from './failures.ts';
import { forwardingLink } from './forwarding.ts';
import { Upstream } from './upstream.ts';

export interface CaptureOptions {
  /** Names of hosts of the API, lower case. */
  readonly hosts: readonly string[];
  /** Variables that the command would have got. */
  readonly env: EnvironmentVariables;
  /** Answers calls in this process; `undefined`: they go to the server they were meant for. */
  readonly answer: ((call: AskedCall) => MadeAnswer) | undefined;
  /** Gets each call of the API with its response, when it ended. */
  readonly see: (exchange: Exchange) => void;
  /** True where Node programs tell the call sites of their calls: most of what a capture costs them. */
  readonly tellsSites: boolean;
}

/** A capture that runs. */
export interface OpenCapture {
  /** Variables for the command whose calls are captured. */
  readonly env: EnvironmentVariables;
  /** Hosts for which programs refused our certificate, and how often. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Hosts of the API that could not be reached, and how often. */
  readonly unreached: ReadonlyMap<string, number>;
  /** Calls whose response is still under way. */
  readonly pending: () => number;
  /** Connections that programs hold open; those of a program that ended close at once. */
  readonly connections: () => number;
  /** Connections of programs, running or not, whose servers are not reached yet. */
  readonly opening: () => number;
  /** Ends all connections and removes all files. */
  close(): void;
}

/** Each bundle is written once, under the name of what it extends. */
const filesIn = (folder: PrivateFolder, pem: string): CertificateFiles => {
  const written = new Map<string, string>();
  const once = (key: string, content: () => string): string => {
    const known = written.get(key) ?? folder.write(`certificates-${written.size}.pem`, content());
    written.set(key, known);
    return known;
  };
  const own = folder.write('authority.pem', pem);
  return {
    own,
    bundle: (before) => once(`all ${before ?? ''}`, () => trustedCertificates(before) + pem),
    extended: (before) => (before ? once(`more ${before}`, () => certificatesIn(before) + pem) : own),
    javaStore: folder.write('authority.jks', javaStore(trustedCertificates() + pem)),
  };
};

const upstreamFor = (env: EnvironmentVariables): Upstream =>
  new Upstream({
    proxyFor: (host, port) => proxyFor(env, host, port),
    certificates: () =>
      trustedCertificates(env['SSL_CERT_FILE']) + certificatesIn(env['NODE_EXTRA_CA_CERTS'] ?? ''),
    checksCertificates: env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
  });

const counted =
  (counts: Map<string, number>) =>
  (key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);

const linkFor = (
  { answer, see }: CaptureOptions,
  upstream: Upstream,
  failed: (host: string) => void,
): CaptureTerms['link'] =>
  answer !== undefined
    ? () => Promise.resolve(answeringLink(answer, see))
    : async (target, close) => {
        const way = upstream.connect(target);
        way.catch(() => failed(target.host));
        return forwardingLink(await way, see, close);
      };

/** Starts to capture calls of the API, of every program that runs with its variables. */
export const openCapture = async (options: CaptureOptions): Promise<OpenCapture> => {
  const { hosts, env, tellsSites } = options;
  const authority = new CertificateAuthority(hosts);
  const refusals = new Map<string, number>();
  const unreached = new Map<string, number>();
  const upstream = upstreamFor(env);
  const capture = new Capture({
    hosts,
    authority,
    link: linkFor(options, upstream, counted(unreached)),
    pass: async (target) =>
      forwardingLink(
        await upstream.connect(target),
        () => {},
        () => {},
      ),
    tunnel: (target) => upstream.tunnel(target),
    failures: new Failures(),
    refused: counted(refusals),
  });
  const folder = openPrivateFolder();
  const close = (): void => {
    capture.close();
    upstream.close();
    folder.remove();
  };
  try {
    const ports = await capture.listen();
    const entrances = {
      proxyPort: ports.proxy,
      preloadPort: ports.preloads,
      preload: packageFile('dist/preload/preload.cjs'),
      hosts,
      tellsSites,
      files: filesIn(folder, authority.pem),
      storePassword: STORE_PASSWORD,
    };
    return {
      env: commandEnvironment(env, entrances),
      refusals,
      unreached,
      pending: () => capture.pending,
      connections: () => capture.connections,
      opening: () => capture.opening,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
};

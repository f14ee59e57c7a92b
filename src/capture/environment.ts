import { SETTINGS_VARIABLE } from '../intercept/settings.ts';
import type { PreloadSettings } from '../intercept/settings.ts';

/** Environment of a process, by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Variables by which programs find a proxy for HTTPS. */
const PROXY = ['HTTPS_PROXY', 'https_proxy'] as const;
const NO_PROXY = ['NO_PROXY', 'no_proxy'] as const;

/** Variables that name a file of all certificates that are trusted. */
const BUNDLES = [
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'AWS_CA_BUNDLE',
] as const;
/** Variables that name a file of certificates that are trusted besides the usual ones. */
const EXTRAS = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'] as const;

/** Variable that names the file of the certificate alone, for programs that are configured by hand. */
export const CERTIFICATE_VARIABLE = 'MIGRATE_CA_CERT';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

const entriesOf = (list: string | undefined): readonly string[] =>
  (list ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);

/** True when an entry of NO_PROXY covers a host. */
const covers = (entry: string, host: string, port: number): boolean => {
  const [name = '', wanted] = entry.includes('[')
    ? [entry.replace(/^\[|\]$/g, '')]
    : entry.split(/:(?=\d+$)/);
  if (wanted !== undefined && Number(wanted) !== port) return false;
  const suffix = name.replace(/^\*?\.?/, '');
  return name === '*' || host === suffix || host.endsWith(`.${suffix}`);
};

/** The proxy that the user has set for a host, `undefined` where none counts. */
export const proxyFor = (env: EnvironmentVariables, host: string, port: number): string | undefined => {
  const given = PROXY.map((name) => env[name]).find(Boolean) ?? env['ALL_PROXY'] ?? env['all_proxy'];
  const url = given === undefined || given.includes('://') ? given : `http://${given}`;
  if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const exempt = entriesOf(env['no_proxy'] ?? env['NO_PROXY']);
  return exempt.some((entry) => covers(entry, host, port)) ? undefined : url;
};

/** Local servers stay out of the proxy, and so does what the user says, but for hosts of the API. */
const exempted = (env: EnvironmentVariables, hosts: readonly string[]): string =>
  [...new Set([...entriesOf(env['no_proxy'] ?? env['NO_PROXY']), ...LOOPBACK])]
    .filter((entry) => !hosts.some((host) => covers(entry, host, 443)))
    .join(',');

/** Files that programs are pointed to. */
export interface CertificateFiles {
  /** Our certificate alone. */
  readonly own: string;
  /** Certificates of the file that a variable already named, or of the system, and our certificate. */
  readonly bundle: (before: string | undefined) => string;
  /** Content of a file, and our certificate. */
  readonly extended: (before: string | undefined) => string;
  readonly javaStore: string;
}

export interface CaptureListeners {
  readonly proxyPort: number;
  readonly preloadPort: number;
  /** Script that Node programs load first. */
  readonly preload: string;
  readonly hosts: readonly string[];
  readonly tellsSites: boolean;
  readonly files: CertificateFiles;
  readonly storePassword: string;
}

const quoted = (path: string): string => `"${path.replaceAll(/[\\"]/g, '\\$&')}"`;

const javaOptions = ({ proxyPort, files, storePassword }: CaptureListeners): string =>
  [
    'https.proxyHost=127.0.0.1',
    `https.proxyPort=${proxyPort}`,
    `javax.net.ssl.trustStore=${files.javaStore}`,
    'javax.net.ssl.trustStoreType=JKS',
    `javax.net.ssl.trustStorePassword=${storePassword}`,
  ]
    .map((option) => `-D${option}`)
    .join(' ');

const added = (before: string | undefined, more: string): string =>
  before === undefined || before === '' ? more : `${before} ${more}`;

/** Variables of a command whose calls of the API are captured. */
export const commandEnvironment = (
  env: EnvironmentVariables,
  entrances: CaptureListeners,
): EnvironmentVariables => {
  const { files, hosts, tellsSites, proxyPort, preloadPort, preload } = entrances;
  const proxy = `http://127.0.0.1:${proxyPort}`;
  const had = [...PROXY, 'ALL_PROXY', 'all_proxy'].some((name) => env[name]);
  const proxies = Object.fromEntries([
    ...PROXY.map((name) => [name, proxy] as const),
    ...NO_PROXY.map((name) => [name, exempted(env, hosts)] as const),
  ]);
  const settings: PreloadSettings = {
    port: preloadPort,
    hosts,
    tellsSites,
    handedOn: had ? {} : proxies,
  };
  return {
    ...env,
    ...proxies,
    ...Object.fromEntries(BUNDLES.map((name) => [name, files.bundle(env[name] ?? env['SSL_CERT_FILE'])])),
    ...Object.fromEntries(EXTRAS.map((name) => [name, files.extended(env[name])])),
    [CERTIFICATE_VARIABLE]: files.own,
    JAVA_TOOL_OPTIONS: added(env['JAVA_TOOL_OPTIONS'], javaOptions(entrances)),
    NODE_OPTIONS: added(env['NODE_OPTIONS'], `--require ${quoted(preload)}`),
    [SETTINGS_VARIABLE]: JSON.stringify(settings),
  };
};

import { exactWord } from './words.ts';
import type { Word } from './words.ts';

/** Program that sends requests, and its options. */
export interface SendingProgram {
  readonly name: 'curl' | 'wget';
  /** Names of the options that take an argument, by their short ones. */
  readonly short: ReadonlyMap<string, string>;
  /** Long options that take an argument. */
  readonly long: ReadonlySet<string>;
  /** What long options are called for curl, where that differs. */
  readonly named: ReadonlyMap<string, string>;
  readonly switches: ReadonlyMap<string, string>;
  /** True where a long option may have its argument behind `=`. */
  readonly assigns: boolean;
  /** Option that precedes one more header. */
  readonly header: string;
}

/** Long names of the options that take an argument, by their short ones. */
const CURL_SHORT: ReadonlyMap<string, string> = new Map([
  ['X', 'request'],
  ['H', 'header'],
  ['d', 'data'],
  ['F', 'form'],
  ['u', 'user'],
  ['T', 'upload-file'],
  ['K', 'config'],
  ...[...'oAebcwmxECDPQrtUYyz'].map((letter) => [letter, letter] as const),
]);

const CURL_LONG: ReadonlySet<string> = new Set(
  (
    'request header data data-raw data-binary data-ascii data-urlencode json form form-string user upload-file config url output user-agent ' +
    'referer cookie cookie-jar write-out max-time connect-timeout proxy proxy-user cert cacert capath key cert-type ' +
    'key-type pass retry retry-delay retry-max-time limit-rate max-redirs resolve interface dump-header range ' +
    'oauth2-bearer aws-sigv4 ciphers tls-max stderr trace trace-ascii unix-socket noproxy speed-limit speed-time ' +
    'output-dir url-query variable'
  ).split(' '),
);

const CURL_SWITCHES: ReadonlyMap<string, string> = new Map([
  ['G', 'get'],
  ['I', 'head'],
]);

const CURL: SendingProgram = {
  name: 'curl',
  short: CURL_SHORT,
  long: CURL_LONG,
  named: new Map(),
  switches: CURL_SWITCHES,
  assigns: false,
  header: '-H ',
};

const WGET: SendingProgram = {
  name: 'wget',
  short: new Map(
    [...'oaePiOtTwQARDIXlUB'].map((letter) => [letter, letter === 'O' ? 'o' : `wget ${letter}`]),
  ),
  long: new Set(
    (
      'header method post-data post-file body-data body-file output-document output-file append-output user password ' +
      'http-user http-password user-agent referer tries timeout wait dns-timeout connect-timeout read-timeout waitretry ' +
      'ca-certificate ca-directory certificate private-key load-cookies save-cookies directory-prefix input-file base ' +
      'quota limit-rate max-redirect secure-protocol bind-address execute config'
    ).split(' '),
  ),
  named: new Map([
    ['method', 'request'],
    ['post-data', 'data'],
    ['body-data', 'data'],
    ['post-file', 'form'],
    ['body-file', 'form'],
    ['http-user', 'user'],
    ['output-document', 'output'],
  ]),
  switches: new Map(),
  assigns: true,
  header: '--header=',
};

/** The program of this name or path, if it sends requests. */
export const programOf = (path: string): SendingProgram | undefined => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (/^curl(?:\.exe)?$/.test(name)) return CURL;
  return /^wget(?:\.exe)?$/.test(name) ? WGET : undefined;
};

/** The program that a word names, if it sends requests. */
export const programNamedBy = (word: Word): SendingProgram | undefined => programOf(exactWord(word) ?? '');

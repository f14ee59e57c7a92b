import { isPlainText } from './plain-words.ts';

/** Values of the API that the service itself defines: providers, cluster types, states, schemes. */
const ENUM_VALUES: ReadonlySet<string> = new Set(
  (
    'AWS AZURE GCP TENANT SERVERLESS REPLICASET SHARDED GEOSHARDED PUBLIC PRIVATE OPEN CLOSED TRACKING CANCELLED IDLE ' +
    'CREATING UPDATING DELETING DELETED REPAIRING STANDARD PROVISIONED ENABLED DISABLED NONE DEFAULT PENDING ACTIVE ' +
    'INACTIVE AVAILABLE FAILED COMPLETED QUEUED PRIMARY SECONDARY ANALYTICS LTS CONTINUOUS JSON CSV GZIP LDAP SCRAM ' +
    'USER ROLE GROUP ORG CLUSTER ON_DEMAND SCHEDULED DAILY WEEKLY MONTHLY ASC DESC TRUE FALSE'
  ).split(' '),
);
/** Sizes of nodes: `M30`, `R40_NVME`. */
const SIZE = /^[MR]\d{1,3}(?:_NVME|_LOW_CPU)?$/;
/** Regions, roles, error codes and names of variables: `EU_WEST_1`, `GROUP_OWNER`, `ATLAS_ORG_ID`. */
const CONSTANT = /^[A-Z]{2,14}(?:_[A-Z]{2,14}){1,5}(?:_\d{1,2})?$/;
/** A count, year, port or status: secrets have more digits, unless a name marks them. */
const FEW_DIGITS = /^\d{1,4}$/;

/** Words that clients, streams and schemas take. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'http https ws wss file get head post put patch delete options json text html utf8 utf-8 utf16le latin1 ascii base64 ' +
    'base64url hex binary basic bearer digest gzip deflate br identity close open end data error finish drain response ' +
    'request message exit abort timeout connect readable keep-alive string number integer boolean object array null ' +
    'function undefined symbol bigint arraybuffer stream blob formdata follow manual cors omit include same-origin ' +
    'no-cors no-store no-cache reload use strict name results data body true false yes no on off admin'
  ).split(' '),
);

/** Header names that standards define. */
const HEADERS: ReadonlySet<string> = new Set(
  (
    'accept accept-encoding accept-language authorization cache-control connection content-encoding content-length ' +
    'content-type cookie date deprecation etag expires host if-match if-modified-since if-none-match last-modified ' +
    'link location origin pragma proxy-authorization referer retry-after server set-cookie sunset ' +
    'strict-transport-security transfer-encoding upgrade user-agent vary via warning www-authenticate x-request-id ' +
    'x-forwarded-for x-java-version x-java-method x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset'
  ).split(' '),
);

/** `v1.0`, `7.0`, `2023-02-01`, `PT5M` */
const VERSION = /^(?:v?\d{1,3}(?:\.\d{1,3}){0,2}|\d{4}-\d\d-\d\d|PT?\d{1,3}[DHMSW])$/;

/** Texts of so few characters are no credentials; values of names of credentials are masked in any case. */
const SHORT = /^[A-Za-z0-9]{1,4}$/;
const NETWORK = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?::\d{1,5})?$|^(?:mongodb(?:\+srv)?|https?):\/\/$/;
const OWN_HEADER = /^X(?:-[A-Z][a-z]{0,15}){1,5}$/;
const PSEUDO_HEADER = /^:(?:method|path|authority|scheme|status)$|^HTTP\/\d(?:\.\d)?$/;

/** A value of the API, as a query or a payload holds it. */
export const isEnumValue = (value: string): boolean =>
  ENUM_VALUES.has(value) || SIZE.test(value) || CONSTANT.test(value);

/** A text that people wrote into code and that no secret is: part of a fixed vocabulary, made of plain words, a few characters, or a small number. */
export const isHarmless = (value: string): boolean => {
  if (value === '' || isEnumValue(value)) return true;
  if (FEW_DIGITS.test(value) || VERSION.test(value)) return true;
  if (SHORT.test(value) || NETWORK.test(value) || OWN_HEADER.test(value) || PSEUDO_HEADER.test(value))
    return true;
  const lower = value.toLowerCase();
  return WORDS.has(lower) || HEADERS.has(lower) || isPlainText(value);
};

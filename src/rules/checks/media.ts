import { HOLE } from '../../model/index.ts';
import type { Api, OperationInfo } from '../../model/index.ts';

/** A vendor media type inside a header value, as it is written. Holes are the character `HOLE`. */
export interface VendorType {
  readonly start: number;
  readonly text: string;
  readonly product: string;
  /** Version as written: `2023-02-01`, `preview`, an invalid one, or ''. */
  readonly version: string;
  /** Suffix without the plus; `undefined` where there is none. */
  readonly suffix: string | undefined;
}

const VENDOR = /(?:(?<![\w\0-])[\w\0-]+\/)?vnd\.([\w\0-]*)(?:\.([^+;,\s]*))?(?:\+([^;,\s]*))?[^;,\s]*/gi;

/** The vendor media types of a header value. */
export const vendorTypes = (value: string): readonly VendorType[] =>
  Array.from(value.matchAll(VENDOR), ({ index, 0: text, 1: product, 2: version, 3: suffix }) => ({
    start: index,
    text,
    product: product ?? '',
    version: version ?? '',
    suffix,
  }));

const hasHole = (text: string | undefined): boolean => text?.includes(HOLE) === true;

/** True for `yyyy-mm-dd` with a month and day that exist. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const isVersion = (text: string): boolean => text === 'preview' || isDate(text);

/** The date that a misspelled version means: `2023-2-1`, `v2023-02-01`, `20230201`. */
const meantDate = (text: string): string | undefined => {
  const parts = /^v?(\d{4})[-_/.]?(\d{1,2})[-_/.]?(\d{1,2})$/i.exec(text);
  if (parts === null) return undefined;
  const date = [parts[1]!, parts[2]!.padStart(2, '0'), parts[3]!.padStart(2, '0')].join('-');
  return isDate(date) ? date : undefined;
};

/** Media type that a vendor media type should have been. */
export interface ExpectedMediaType {
  readonly api: Api;
  /** The version of a type that names none. */
  readonly version: string;
  /** Suffixes the endpoint responds with; `undefined` when it cannot be determined which endpoint it is. */
  readonly suffixes: readonly string[] | undefined;
  /** The product of the URL. */
  readonly product: string;
}

const SUFFIX = /^[a-z]+$/i;

const rightSuffix = ({ suffix }: VendorType, { suffixes }: ExpectedMediaType): string => {
  const usual = suffixes?.[0] ?? 'json';
  if (suffix === undefined || !SUFFIX.test(suffix)) return usual;
  return suffixes === undefined || suffixes.includes(suffix.toLowerCase()) ? suffix : usual;
};

const rightProduct = ({ product }: VendorType, { api, product: ours }: ExpectedMediaType): string =>
  api.products.includes(product.toLowerCase()) ? product : ours;

const rightVersion = ({ version }: VendorType, expected: ExpectedMediaType): string =>
  isVersion(version.toLowerCase()) ? version : (meantDate(version) ?? expected.version);

const SUFFIXES = new Set(['json', 'gzip', 'csv']);

/** Unknown parts count as valid. */
const isWrong = (type: VendorType, expected: ExpectedMediaType): boolean => {
  const { product, version, suffix } = type;
  const hidden = hasHole(version) || hasHole(product);
  if (!hasHole(product) && !expected.api.products.includes(product.toLowerCase())) return true;
  if (!hasHole(version) && !isVersion(version.toLowerCase())) return true;
  if (suffix === undefined) return !hidden;
  if (hasHole(suffix)) return false;
  if (!/^application\//i.test(type.text) && !hasHole(type.text.split('/')[0])) return true;
  return !(expected.suffixes ?? [...SUFFIXES]).includes(suffix.toLowerCase());
};

/** Corrected media type; `undefined` if it is valid as far as it is known. */
export const corrected = (type: VendorType, expected: ExpectedMediaType): string | undefined => {
  if (!isWrong(type, expected)) return undefined;
  const product = hasHole(type.product) ? type.product : rightProduct(type, expected);
  const version = hasHole(type.version) ? type.version : rightVersion(type, expected);
  return `application/vnd.${product}.${version}+${rightSuffix(type, expected)}`;
};

/** True when the version that a type names can be read from how it is written, so that no date is made up. */
export const namesVersion = ({ version }: VendorType): boolean =>
  hasHole(version) || isVersion(version.toLowerCase()) || meantDate(version) !== undefined;

const dated = (info: OperationInfo): readonly string[] =>
  info.versions.map(({ date }) => date).filter((date) => date !== 'preview');

/** The version to ask for: the target, which is a floor, or the first one of an operation that is younger. */
export const versionFor = (info: OperationInfo | undefined, target: string): string => {
  if (info === undefined) return target;
  const dates = dated(info);
  if (dates.length === 0) return info.versions.length > 0 ? 'preview' : target;
  const first = dates.reduce((a, b) => (a < b ? a : b));
  return first > target ? first : target;
};

/** The suffixes an operation has in the version that `version` resolves to. */
export const suffixesOf = (
  info: OperationInfo | undefined,
  version: string,
): readonly string[] | undefined => {
  if (info === undefined) return undefined;
  const fitting = info.versions.filter(({ date }) => date === version || date <= version);
  return (fitting.at(-1) ?? info.versions[0])?.suffixes;
};

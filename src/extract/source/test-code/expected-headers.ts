import type { HeaderSet, MatchedMember, Text } from '../../../model/index.ts';
import { exactValue, methodNamed } from '../../../model/index.ts';
import { urlsOf } from '../requests/addresses.ts';
import type { ClientRow, OptionNames } from '../clients/client-row.ts';
import type { ExpectedCall } from './expected-calls.ts';
import { gapForHeadersIn, gapForOptions } from '../syntax/insertion-points.ts';
import { type HeaderSource, headersFrom, layerHeaders, NO_HEADERS } from '../headers/headers.ts';
import { optionOf } from '../requests/options.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, ObjectValue, Value } from '../evaluate/values.ts';

/** Common option names of clients: an assertion does not identify the client. */
const OPTIONS: OptionNames = {
  url: ['url', 'uri'],
  base: ['baseURL', 'baseUrl', 'prefixUrl'],
  host: ['hostname', 'host'],
  path: ['path'],
  body: [],
  json: [],
  query: [],
  jsonFlag: [],
  method: ['method'],
  headers: ['headers'],
};

const ADDRESSED = new Set([OPTIONS.url, OPTIONS.base, OPTIONS.path].flat());
/** Option names: an object with only these is not a body. */
const OPTION =
  /^(method|body|data|json|params|query|searchParams|auth|timeout|signal|redirect|credentials|mode|cache|digestAuth|dataType|contentType|responseType|agent|httpsAgent|port|protocol|validateStatus|throwHttpErrors|retry|rejectUnauthorized)$/;

/** Request that an expected call states. */
export interface ExpectedRequest {
  readonly urls: readonly Text[];
  readonly method: string | undefined;
  readonly headers: HeaderSet;
  readonly instance?: boolean;
  readonly matches?: readonly MatchedMember[];
}

const CREATES = /\b(create|extend|defaults)\W*$/;
const VERB = /\b(get|post|put|patch|delete|head)\W*$/i;
const SENDS = /^(post|put|patch)$/i;

const objectsIn = (columns: readonly (readonly Value[])[]): readonly ObjectValue[] =>
  columns.flatMap((vals) => (vals.length === 1 && vals[0]!.kind === 'object' ? [vals[0]] : []));

const has = (object: ObjectValue, test: (name: string) => boolean): boolean =>
  object.members.some(({ name }) => test(name));

const isOptions = (object: ObjectValue): boolean =>
  has(object, (name) => ADDRESSED.has(name)) ||
  (object.members.length > 0 && object.members.every(({ name }) => OPTION.test(name)));

const textsIn = (
  columns: readonly (readonly Value[])[],
  mayBeApiUrl: (text: Text) => boolean,
): readonly Text[] =>
  columns.flatMap((vals) =>
    vals.flatMap((val) => (val.kind === 'text' && mayBeApiUrl(val.text) ? [val.text] : [])),
  );

const row = { options: OPTIONS } as ClientRow;

const urlsIn = (
  columns: readonly (readonly Value[])[],
  options: ObjectValue | undefined,
  node: ts.CallExpression,
  mayBeApiUrl: (text: Text) => boolean,
): readonly Text[] => {
  const direct = textsIn(columns, mayBeApiUrl);
  if (direct.length > 0 || !options) return direct;
  const args = {
    method: undefined,
    url: undefined,
    body: undefined,
    missing: undefined,
    callback: undefined,
    headers: undefined,
    options: { vals: [options], object: options, node },
  };
  const shape = { args: [], method: 'GET' };
  return urlsOf(args, { row, shape }, undefined, node).filter(mayBeApiUrl);
};

const methodIn = (
  options: ObjectValue | undefined,
  verb: string | undefined,
  node: ts.Node,
): string | undefined => {
  const [val] = optionOf(options, ['method'], node) ?? [];
  const named = val?.kind === 'text' ? exactValue(val.text) : undefined;
  return methodNamed(named ?? verb);
};

/** Insertion point for the options argument: where it is certainly the next one. */
const roomForOptions = (
  { args, open }: ExpectedCall,
  verb: string | undefined,
  options: ObjectValue | undefined,
): HeaderSource => {
  const next = verb !== undefined && SENDS.test(verb) ? 2 : 1;
  if (!open || options || args.length !== next) return NO_HEADERS;
  return { ...NO_HEADERS, gap: gapForOptions(open, 0, false) };
};

const headersIn = (options: ObjectValue, node: ts.Node): HeaderSource => {
  if (has(options, (name) => name === 'headers'))
    return headersFrom(propertyOfObject(options, 'headers', node), false);
  const { literal, complete } = options;
  if (!complete || !literal || !ts.isObjectLiteralExpression(literal)) return { ...NO_HEADERS, complete };
  return { ...NO_HEADERS, gap: gapForHeadersIn(literal, false) };
};

/** Request that an asserted call makes; `undefined` when it does not go to a URL of interest. */
export const expectedRequest = (
  ctx: Ctx,
  call: ts.CallExpression,
  expected: ExpectedCall,
  mayBeApiUrl: (text: Text) => boolean,
): ExpectedRequest | undefined => {
  const columns = expected.args.map((arg) => ctx.evaluate(arg, undefined));
  const objects = objectsIn(columns);
  const options =
    objects.find((object) => has(object, (name) => name === 'headers')) ?? objects.findLast(isOptions);
  const urls = urlsIn(columns, options, call, mayBeApiUrl);
  if (urls.length === 0) return undefined;
  const verb = VERB.exec(expected.callee)?.[1];
  const source = options ? headersIn(options, call) : roomForOptions(expected, verb, options);
  return {
    urls,
    method: methodIn(options, verb, call),
    headers: layerHeaders([source], source.gap),
    instance: CREATES.test(expected.callee),
  };
};

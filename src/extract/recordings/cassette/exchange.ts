import type { Place, ScalarTree, Tree } from '../../../model/index.ts';
import { packedText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { memberOf, scalarOf, stringOf } from '../../members.ts';
import { presence } from '../recorded/body.ts';
import type { RecordedAnswer, RecordedBody, RecordedExchange } from '../recorded/exchange.ts';
import { rawHeaders, rawValue } from '../recorded/headers.ts';
import { textOfBase64 } from '../recorded/unpack.ts';

/** Returns the text of a cassette's scalar. */
export type TextOf = (scalar: ScalarTree) => SpelledText;

/** Interaction in a cassette. */
export interface Interaction {
  readonly tree: Tree;
  readonly index: number;
  readonly textOf: TextOf;
}

const placeOf = ({ file, span }: Place): Place => ({ file, span });

const BASE64 = /^[A-Za-z0-9+/=\s]{4,}$/;

/** Scalar of a body: the member itself, or one of an object with its encoding. */
const bodyScalar = (body: Tree | undefined): { scalar: ScalarTree; packed: boolean } | undefined => {
  if (body?.kind === 'scalar') return { scalar: body, packed: BASE64.test(String(body.value)) };
  const packed = scalarOf(body, 'base64_string');
  if (packed !== undefined) return { scalar: packed, packed: true };
  const scalar = scalarOf(body, 'string');
  const isBase64 = stringOf(body, 'encoding') === 'base64' || BASE64.test(String(scalar?.value));
  return scalar && { scalar, packed: isBase64 };
};

const bodyIn = (message: Tree, textOf: TextOf): RecordedBody | undefined => {
  const found = bodyScalar(memberOf(message, 'body'));
  if (found === undefined || found.scalar.value === null) return undefined;
  const { scalar, packed } = found;
  const source = textOf(scalar);
  if (!packed) return { kind: 'text', file: scalar.file, source, mediaType: undefined };
  const encoding = rawValue(rawHeaders(message), 'content-encoding');
  const text = textOfBase64(source.text.replaceAll(/\s/g, ''), encoding);
  return {
    kind: 'text',
    file: scalar.file,
    source: packedText(text ?? '', scalar.span),
    mediaType: undefined,
  };
};

const numberOf = (scalar: ScalarTree | undefined): number | undefined => {
  const found = /^\d{3}\b/.exec(String(scalar?.value))?.[0];
  return found === undefined ? undefined : Number(found);
};

/** The text beside the code of a status, or with it: `200 OK`. */
const reasonIn = (response: Tree): ScalarTree | undefined =>
  scalarOf(memberOf(response, 'status'), 'message') ?? scalarOf(response, 'status');

const answerIn = (response: Tree, textOf: TextOf): RecordedAnswer => {
  const status =
    scalarOf(memberOf(response, 'status'), 'code') ??
    scalarOf(response, 'code') ??
    scalarOf(response, 'status_code') ??
    scalarOf(response, 'status');
  const told = reasonIn(response);
  return {
    status: numberOf(status),
    reason: typeof told?.value === 'string' ? told.value : undefined,
    doubt: typeof status?.value === 'number' || status === told ? undefined : 'status-form',
    place: placeOf(status ?? response),
    headers: rawHeaders(response),
    body: bodyIn(response, textOf),
  };
};

const timeIn = (tree: Tree, answer: RecordedAnswer | undefined): number | undefined => {
  const written = stringOf(tree, 'recorded_at') ?? rawValue(answer?.headers ?? [], 'date') ?? '';
  const time = Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
};

/** Exchange of an interaction; `undefined` where it has no URL. */
export const cassetteExchangeIn = ({ tree, index, textOf }: Interaction): RecordedExchange | undefined => {
  const request = memberOf(tree, 'request');
  const url = scalarOf(request, 'uri') ?? scalarOf(request, 'url');
  if (request === undefined || url === undefined) return undefined;
  const response = memberOf(tree, 'response');
  const answer = response?.kind === 'object' ? answerIn(response, textOf) : undefined;
  const headers = rawHeaders(request);
  const body = bodyIn(request, textOf);
  const said = body?.kind === 'text' ? body.source.text : '';
  return {
    index,
    client: 'cassette',
    file: tree.file,
    request: {
      method: stringOf(request, 'method'),
      url: [textOf(url)],
      place: placeOf(url.slot ?? url),
      headers,
      body,
      hasBody: presence(said, headers),
    },
    answer,
    time: timeIn(tree, answer),
    entry: tree,
  };
};

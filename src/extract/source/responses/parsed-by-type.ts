import type { HeaderTestFact } from '../../../model/index.ts';
import { isKeyOfDocument } from '../evaluate/response-members.ts';
import type { Env, ResponseValue, Value } from '../evaluate/values.ts';
import { contextsOf } from '../requests/callers/call-contexts.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { HEADER } from './header-values.ts';
import { idsOf, type ReadSearch } from './reads.ts';

/** Words of files that use a client which parses by type, and of those that tell it the form of all responses. */
const CLIENTS = /\bneedle\b|\bHTTParty\b|\bHTTP\.[a-z]|\bReadAsAsync\b/;
const GIVES_FORM = /\bformat:? ?[:(]?\s*:json\b/;

/** The expression that something is read from. */
interface Read {
  readonly from: ts.Expression;
  readonly key: ts.Node;
}

const readAt = (access: ts.Node): Read | undefined => {
  if (ts.isPropertyAccessExpression(access)) return { from: access.expression, key: access.name };
  return ts.isElementAccessExpression(access)
    ? { from: access.expression, key: access.argumentExpression }
    : undefined;
};

/** `response.parse(:json)`: detected by the call. */
const isTold = (from: ts.Expression): boolean => ts.isCallExpression(from) && from.arguments.length > 0;

/** Reads a response of .NET by the formatters of its media types. */
const isFormatted = (val: ResponseValue, key: ts.Node): boolean =>
  val.stage === 'response' && ts.isIdentifier(key) && key.text === 'bodyByType';

/** True for the document of a response that its client parses by type, or for a response that represents it. */
const isDocument = (val: Value, { from, key }: Read): val is ResponseValue => {
  if (val.kind !== 'response') return false;
  if (isFormatted(val, key)) return true;
  if (val.row.response.parsesOnly === undefined) return false;
  if (val.stage === 'body') return val.path.length === 0 && !isTold(from);
  return isKeyOfDocument(val, key);
};

const documentsAt = (read: Read, { ctx, graph, functionsPassed }: ReadSearch): readonly ResponseValue[] => {
  const at = (env: Env | undefined): readonly ResponseValue[] =>
    ctx.evaluate(read.from, env).filter((val): val is ResponseValue => isDocument(val, read));
  const own = at(undefined);
  return own.length > 0
    ? own
    : contextsOf(ctx, graph, (env) => ctx.evaluate(read.from, env), functionsPassed).flatMap(({ env }) =>
        at(env),
      );
};

/**
 * Reads of documents that a client parses only where the response has one media type: needle, HTTParty and http.rb
 * return the text of any other, and ReadAsAsync of .NET fails. They test the content type as a comparison does.
 */
export const parsedByType = (file: ts.SourceFile, search: ReadSearch): readonly HeaderTestFact[] => {
  if (!CLIENTS.test(file.text) || GIVES_FORM.test(file.text)) return [];
  return nodesOf(file).accesses.flatMap((access): readonly HeaderTestFact[] => {
    const read = readAt(access);
    const documents = read ? documentsAt(read, search) : [];
    const requests = [...new Set(documents.flatMap((val) => idsOf(val, search)))];
    const [document] = documents;
    if (!read || !document || requests.length === 0) return [];
    const { name, response } = document.row;
    const test = {
      how: 'equals',
      value: response.parsesOnly ?? 'application/json',
      slot: undefined,
      besides: [],
      by: isFormatted(document, read.key) ? 'ReadAsAsync' : name,
    } as const;
    const place = placeOf(access);
    return [{ kind: 'header-test', origin: 'authored', ...place, requests, header: HEADER, ...test }];
  });
};

import { ts } from '../syntax/tree.ts';
import { dialectOf } from '../syntax/dialect.ts';
import type { ResponseStep, ResponseValue, Value } from './values.ts';
import { entryNamed } from '../../../model/index.ts';

/** True for the result of a call of a client that parses: the document, or on request the response that holds it. */
export const isResponseRoot = ({ stage, row, path }: ResponseValue): boolean =>
  stage === 'body' && row.response.parsed === true && path.length === 0;

/**
 * Step into a document; a field of Go that a type outside the tree reads has a name that begins with a
 * lower-case letter.
 */
const stepOf = (name: string, node: ts.Node, optional: boolean): ResponseStep =>
  /^[A-Z]/.test(name) && dialectOf(node).name === 'Go'
    ? { name: name[0]!.toLowerCase() + name.slice(1), node, optional }
    : { name, node, optional };

/** True for a key of a response that holds its document: `response['results']`. */
export const isKeyOfDocument = ({ stage, row }: ResponseValue, key: ts.Node): boolean =>
  stage === 'response' && row.response.delegates === true && ts.isStringLiteralLike(key);

/** Member of a response: of its JSON body one step deeper, of the response object by the client's row. */
export const memberOfResponse = (
  val: ResponseValue,
  name: string,
  node: ts.Node,
  optional: boolean,
): ResponseValue => {
  if (isResponseRoot(val) && entryNamed(val.row.response.properties, name) === 'body') return val;
  if (val.stage === 'body') return { ...val, path: [...val.path, stepOf(name, node, optional)] };
  const stage = val.stage === 'response' ? entryNamed(val.row.response.properties, name) : undefined;
  if (isKeyOfDocument(val, node)) return { ...val, stage: 'body', path: [stepOf(name, node, optional)] };
  return stage ? { ...val, stage } : { ...val, stage: 'response', member: name };
};

/** Maximum depth at which objects and lists are searched for a response. */
const MAX_DEPTH = 3;

const holdsResponse = (val: Value, depth: number): boolean => {
  if (val.kind === 'response') return true;
  if (depth === MAX_DEPTH) return false;
  const inside = (value: () => readonly Value[]): boolean =>
    value().some((each) => holdsResponse(each, depth + 1));
  if (val.kind === 'list') return val.items.some(inside);
  if (val.kind !== 'object') return false;
  const { members, answers = [], keyed = [] } = val;
  return answers.length > 0 || keyed.some(inside) || members.some((member) => inside(() => member.value()));
};

/** Values that are responses, or hold some. */
export const holdingResponses = (vals: readonly Value[]): readonly Value[] =>
  vals.filter((val) => holdsResponse(val, 0));

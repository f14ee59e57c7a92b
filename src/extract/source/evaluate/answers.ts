import type { ts } from '../syntax/tree.ts';
import { dialectOf } from '../syntax/dialect.ts';
import type { AnswerStep, AnswerVal } from './values.ts';

/** True for what a call of a client that parses gives: the document, or on request the response that holds it. */
export const isStart = ({ stage, row, path }: AnswerVal): boolean =>
  stage === 'body' && row.answer.parsed === true && path.length === 0;

/** A step into a document; a field of Go that a type unseen fills reads the name that begins with a small letter. */
const stepOf = (name: string, node: ts.Node, optional: boolean): AnswerStep =>
  /^[A-Z]/.test(name) && dialectOf(node).name === 'Go'
    ? { name: name[0]!.toLowerCase() + name.slice(1), node, optional }
    : { name, node, optional };

/** A member of an answer: of its JSON body a step further in, of the response what the client's row says. */
export const memberOfAnswer = (val: AnswerVal, name: string, node: ts.Node, optional: boolean): AnswerVal => {
  if (isStart(val) && val.row.answer.properties[name] === 'body') return val;
  if (val.stage === 'body') return { ...val, path: [...val.path, stepOf(name, node, optional)] };
  const stage = val.stage === 'response' ? val.row.answer.properties[name] : undefined;
  return stage ? { ...val, stage } : { ...val, stage: 'response' };
};

import type { ts } from '../syntax/tree.ts';
import type { AnswerVal } from './values.ts';

/** True for what a call of a client that parses gives: the document, or on request the response that holds it. */
export const isStart = ({ stage, row, path }: AnswerVal): boolean =>
  stage === 'body' && row.answer.parsed === true && path.length === 0;

/** A member of an answer: of its JSON body a step further in, of the response what the client's row says. */
export const memberOfAnswer = (val: AnswerVal, name: string, node: ts.Node, optional: boolean): AnswerVal => {
  if (isStart(val) && val.row.answer.properties[name] === 'body') return val;
  if (val.stage === 'body') return { ...val, path: [...val.path, { name, node, optional }] };
  const stage = val.stage === 'response' ? val.row.answer.properties[name] : undefined;
  return stage ? { ...val, stage } : { ...val, stage: 'response' };
};

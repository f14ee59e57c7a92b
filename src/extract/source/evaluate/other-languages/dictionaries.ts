import { exactValue } from '../../../../model/index.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import { fixedText } from '../../syntax/slots.ts';
import { answerMember } from '../answers.ts';
import { listOf } from '../lists.ts';
import { valuesUnder } from '../objects.ts';
import { asText } from '../texts.ts';
import type { AnswerVal, Env, ObjectVal, Val } from '../values.ts';
import { unknown } from '../values.ts';

const isAbsent = (val: Val): boolean => val.kind === 'primitive' && (val.value ?? undefined) === undefined;

/** `x.get('name', other)`: what is there, and beside what may be missing the other. */
const orElse = (vals: readonly Val[], other: readonly Val[] | undefined): readonly Val[] => {
  const found = vals.filter((val) => !isAbsent(val));
  return found.length === vals.length && found.every(({ kind }) => kind !== 'unknown' && kind !== 'answer')
    ? found
    : [...found, ...(other ?? (found.length === 0 ? vals : []))];
};

const pairsOf = (object: ObjectVal, node: ts.Node): readonly Val[] => [
  {
    kind: 'list',
    node,
    complete: object.complete,
    items: object.members.map((member) => () => [
      {
        kind: 'list',
        node: member.node,
        complete: true,
        items: [() => [asText(fixedText(member.nameNode, member.name), node)], () => member.value()],
      },
    ]),
  },
];

const ofObject = (
  object: ObjectVal,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Val[] | undefined => {
  if (name === 'get' || name === 'pop' || name === 'setdefault')
    return orElse(valuesUnder(object, argument(0), node), argument(1));
  if (name === 'items') return pairsOf(object, node);
  if (name === 'copy') return [{ ...object, literal: undefined }];
  if (name !== 'values') return undefined;
  return [
    listOf(
      node,
      object.members.map((member) => () => member.value()),
    ),
  ];
};

const ofAnswer = (
  answer: AnswerVal,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Val[] | undefined => {
  const [key] = node.arguments;
  const said = argument(0)?.[0];
  const step = said?.kind === 'text' ? exactValue(said.text) : undefined;
  if ((name !== 'get' && name !== 'pop') || !key) return undefined;
  const member = step === undefined ? unknown() : [answerMember(answer, step, key, true)];
  return orElse(member, argument(1));
};

/** A method of a dictionary in a language that has them; `undefined` for everything else. */
export const dictionaryMethod = (
  val: Val,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Val[] | undefined => {
  if (!loweredFile(node)) return undefined;
  if (val.kind === 'object') return ofObject(val, name, node, argument);
  return val.kind === 'answer' && val.stage === 'body' ? ofAnswer(val, name, node, argument) : undefined;
};

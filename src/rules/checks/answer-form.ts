import type { Area } from '../api/identify.ts';
import type { ResponseFact, Rule, Tree } from '../../model/index.ts';
import { ANSWER_VALIDATORS } from '../load/answers.ts';
import type { ValidationError } from '../load/validator.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { findingAt, message } from './message.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ResolvedUrl } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  readonly areas: readonly Area[];
  /** Name of the schema of right responses. */
  readonly schema: keyof typeof ANSWER_VALIDATORS;
}

type AnswerRule = Rule & { readonly options: Options };

const step = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Response as a value; pointers to unknown parts are added to `hidden`. */
const valueOf = (tree: Tree, pointer: string, hidden: Set<string>): unknown => {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map((item, at) => valueOf(item, `${pointer}/${at}`, hidden));
  if (tree.kind === 'opaque') {
    hidden.add(pointer);
    return null;
  }
  const members = tree.members.map(
    ({ key, value }) => [key.value, valueOf(value, `${pointer}/${step(key.value)}`, hidden)] as const,
  );
  return Object.assign(Object.create(null), Object.fromEntries(members)) as unknown;
};

/** `/3/labels/provider` → `[].labels.provider`: groups the same problem in several entries. */
const generalised = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, name) => (/^\d+$/.test(name) ? `${path}[]` : `${path}${path && '.'}${name}`), '');

const alternatives = (schema: unknown): string =>
  (schema as readonly { readonly required?: readonly string[] }[])
    .flatMap(({ required }) => required ?? [])
    .join(' or ');

const TEXTS: Readonly<Record<string, (error: ValidationError) => string>> = {
  type: ({ params }) => message('mustBe', { wanted: String(params['type']) }),
  enum: ({ params }) =>
    message('mustBe', { wanted: (params['allowedValues'] as readonly string[]).join(', ') }),
  required: ({ params }) => message('lacks', { name: String(params['missingProperty']) }),
  anyOf: ({ schema }) => `lacks ${alternatives(schema)}`,
  pattern: ({ schemaPath }) => message(schemaPath.includes('target') ? 'hostAndPort' : 'hexadecimal'),
};

const problemText = (error: ValidationError): string => {
  const text = TEXTS[error.keyword]?.(error) ?? error.message ?? message('notValid');
  return `${generalised(error.instancePath) || 'the answer'} ${text}`;
};

const mistakesIn = (body: Tree, schema: Options['schema']): readonly ValidationError[] => {
  const hidden = new Set<string>();
  const validator = ANSWER_VALIDATORS[schema];
  if (validator(valueOf(body, '', hidden))) return [];
  const errors = validator.errors ?? [];
  // Of alternatives the error that comes with them is reported, not what each lacks.
  return errors.filter(
    ({ schemaPath, instancePath }) => !/\/anyOf\/\d/.test(schemaPath) && !hidden.has(instancePath),
  );
};

const MAX_REPORTED = 3;

const draftOf = (
  rule: AnswerRule,
  response: ResponseFact,
  located: ResolvedUrl,
  mistakes: readonly ValidationError[],
): PendingFinding => {
  const all = [...new Set(mistakes.map(problemText))];
  const more = all.length > MAX_REPORTED ? [`and ${all.length - MAX_REPORTED} more`] : [];
  const data = { problems: [...all.slice(0, MAX_REPORTED), ...more].join('; ') };
  const finding = findingAt(rule, response, {
    data,
    anchor: data.problems,
    pointer: mistakes[0]!.instancePath,
    operation: located.identity.operation,
    exchange: response.exchange,
  });
  return { finding, part: 'alone', requests: [] };
};

const draftsFor = (
  rule: AnswerRule,
  response: ResponseFact,
  { view }: CheckContext,
): readonly PendingFinding[] => {
  const { areas, schema } = rule.options;
  const located = view.callOf(response.request)?.located.find(({ address }) => areas.includes(address.area));
  const right = response.status === undefined || response.status === 200;
  if (located === undefined || !right || response.body === undefined) return [];
  const mistakes = mistakesIn(response.body, schema);
  return mistakes.length === 0 ? [] : [draftOf(rule, response, located, mistakes)];
};

/** Finds recorded responses that do not have the structure of the specification. */
export const answerForm: Check<Options> = {
  name: 'answer-form',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run: (rule, context) =>
    factsOfKind(context.facts, 'response').flatMap((response) => draftsFor(rule, response, context)),
};

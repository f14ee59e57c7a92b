import type { Check, CheckContext, PendingFinding } from '../check.ts';
import { addressWords } from '../../api/address-words.ts';
import { answeredDrafts } from './answered.ts';
import { declaredDrafts } from './declared.ts';
import { escapeNotes } from './escapes.ts';
import { matchedDrafts } from './matched-bodies.ts';
import { message } from '../message.ts';
import { mentionNotes } from './mentions.ts';
import { withoutBrokenTypes } from './declared-reads.ts';
import { removalsByVersion, stepsOf } from './options.ts';
import type { PropertyOptions, PropertyRule } from './options.ts';
import { readsBesideBase } from './reads-beside-base.ts';
import { readDrafts } from './reads.ts';
import { sentReadNotes } from './sent-reads.ts';
import { sentDrafts } from './sent.ts';
import { staleMockNotes } from './stale-mocks.ts';
import { unknownBodyNotes } from './unknown-bodies.ts';

const namesIn = ({ properties, anchors, later = [] }: PropertyOptions): readonly string[] =>
  [
    ...[...properties, ...later.flatMap((era) => era.properties)].flatMap(({ path, reads }) => [
      path,
      ...(reads ?? []).map(({ from }) => from),
    ]),
    ...anchors.request,
    ...anchors.response,
  ]
    .flatMap(stepsOf)
    .filter((name) => name !== '*');

const safeOnes = (drafts: readonly PendingFinding[]): number =>
  drafts.filter(({ finding }) => finding.fix?.safety === 'safe').length;

const keyOf = ({ finding: { file, span } }: PendingFinding): string => `${file}:${span.start}`;

/** A finding on what is sent, with the advice for responses that are read into the same field. */
const alsoRead = (draft: PendingFinding, read: PendingFinding | undefined): PendingFinding => {
  if (read?.advice === undefined || read.finding.certainty !== 'certain') return draft;
  const note = message('alsoRead', { advice: read.advice.trim() });
  return { ...draft, finding: { ...draft.finding, message: `${draft.finding.message.trimEnd()} ${note}` } };
};

/** What is sent and read. A written property that may be a body is none where a response is read into it: a struct of Go. */
const draftsOf = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] => {
  const reads = readDrafts(rule, context);
  const read = new Map(reads.map((draft) => [keyOf(draft), draft]));
  const sent = sentDrafts(rule, context)
    .filter((draft) => draft.finding.certainty === 'certain' || !read.has(keyOf(draft)))
    .map((draft) => alsoRead(draft, read.get(keyOf(draft))));
  const beside = readsBesideBase(rule, context).filter((draft) => !read.has(keyOf(draft)));
  const matched = matchedDrafts(rule, context);
  const isMatched = new Set(matched.map(keyOf));
  const others = [...sent, ...answeredDrafts(rule, context), ...reads, ...beside];
  return [...others.filter((draft) => !isMatched.has(keyOf(draft))), ...matched];
};

/** Makes findings and the changes of their types safe only together. */
const withTypes = (
  rule: PropertyRule,
  context: CheckContext,
  drafts: readonly PendingFinding[],
): readonly PendingFinding[] => {
  const declared = declaredDrafts(rule, context, drafts);
  const held = withoutBrokenTypes(drafts, declared, context);
  return safeOnes(held) === safeOnes(drafts) ? [...held, ...declared] : withTypes(rule, context, held);
};

/** A property that a resource version took away or renamed: sent, returned, read or declared. */
export const changedProperty: Check<PropertyOptions> = {
  name: 'changed-property',
  vocabulary: (options, api) => ({
    addresses: addressWords(api),
    distinctive: options.distinctive,
    common: namesIn(options).filter((name) => !options.distinctive.includes(name)),
    successors: options.successors,
    telling: options.telling ?? [],
  }),
  run(rule, context) {
    return removalsByVersion(rule.options, context.settings.target).flatMap((options) => {
      const own = { ...rule, options };
      return withTypes(own, context, draftsOf(own, context));
    });
  },
  notes(rule, context) {
    return removalsByVersion(rule.options, context.settings.target).flatMap((options) => [
      ...unknownBodyNotes(options, context),
      ...escapeNotes(options, context),
      ...sentReadNotes(options, context),
      ...mentionNotes(options, context),
      ...staleMockNotes(options, context),
    ]);
  },
};

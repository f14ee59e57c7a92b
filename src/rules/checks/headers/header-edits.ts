import { insertMember } from '../../../fix/edits/members.ts';
import { rewriteSlot } from '../../../fix/edits/spelling.ts';
import { contains, entriesOf, flatten, overlaps } from '../../../model/index.ts';
import type {
  CallerInsertion,
  Edit,
  InsertionPoint,
  HeaderEntry,
  HeaderSet,
  Slot,
  Text,
} from '../../../model/index.ts';
import { callsOnly } from '../accounted.ts';
import type { CheckContext } from '../check.ts';
import { type HeaderState, nameLike, sentEntries } from '../header-state.ts';
import { requirementState } from '../header-requirements.ts';
import type { HeaderRequirement } from '../header-requirements.ts';
import type { ApiCall } from '../fact-index.ts';

/** Problem of a header of a call. */
export type MissingHeader = Extract<HeaderState, { kind: 'bad' | 'absent' | 'partly' }>;

/** Header to be written for a call, and what it replaces. */
export interface HeaderJob {
  readonly call: ApiCall;
  readonly lack: MissingHeader;
  readonly value: string;
  /** Spellings of the header in what other calls at the same location send: an insertion there has to use the same one. */
  readonly beside?: readonly string[];
}

/** The name of the header as it is written already: a second spelling is never added. */
const nameFor = (header: string, written: readonly string[], headers: HeaderSet): string | undefined => {
  const names = new Set(written);
  return names.size > 1 ? undefined : ([...names][0] ?? nameLike(header, headers));
};

/** The different spellings of the header in what these calls send, and in the only form that their client accepts. */
export const spellingsIn = (
  jobs: readonly Pick<HeaderJob, 'call' | 'lack'>[],
  header: string,
): readonly string[] => [
  ...new Set(
    jobs.flatMap(({ call, lack }) => [
      ...(lack.kind === 'absent' ? [] : lack.entries.map(({ name }) => name.value)),
      ...(header === 'Accept' && call.request.headers.lowerAccept ? ['accept'] : []),
    ]),
  ),
];

/** The edit of one of several values, where it is written as a whole within the entry. */
const valueEdit = (
  { place }: HeaderEntry,
  text: Text,
  value: string,
  source: string | undefined,
): Edit | undefined => {
  const [part, ...others] = text.parts;
  if (part?.kind !== 'known' || others.length > 0) return undefined;
  const { slot } = part;
  const isOwn = slot.file === place.file && contains(place.span, slot.span);
  return isOwn && part.from === 0 && part.to === slot.value.length
    ? rewriteSlot(slot, value, source)
    : undefined;
};

/** True where nothing but this header of calls that all need the same value is made of a constant. */
const isOnlyFor = (slot: Slot, value: string, need: HeaderRequirement, context: CheckContext): boolean => {
  const { settings, api } = context;
  const takes = ({ parts }: Text): boolean =>
    parts.some(
      (own) => own.kind === 'known' && own.slot.file === slot.file && overlaps(own.slot.span, slot.span),
    );
  const isAlike = (call: ApiCall): boolean =>
    !call.foreign &&
    need.applies(call) &&
    requirementState(call, need).kind === 'bad' &&
    need.wanted(call, slot.value, settings.target, api) === value &&
    !call.request.urls.some(takes) &&
    call.request.headers.entries.every(
      ({ name, values: sent = [] }) =>
        name.value.toLowerCase() === need.header.toLowerCase() || !sent.some(takes),
    );
  return callsOnly(slot, context)?.every(isAlike) === true;
};

/** Results about constants: a thousand calls that send one ask about it once. */
const constants = new WeakMap<CheckContext, Map<string, boolean>>();

/** The constant that an entry takes its value from, in the same file, if it can be changed: `const ACCEPT = 'application/json'`. */
const constantOf = (
  { place, values = [] }: HeaderEntry,
  { value }: HeaderJob,
  need: HeaderRequirement,
  context: CheckContext,
): Slot | undefined => {
  const [part, ...others] = values[0]?.parts ?? [];
  if (part?.kind !== 'known' || others.length > 0) return undefined;
  const { slot } = part;
  const isApart = slot.file === place.file && !overlaps(slot.span, place.span);
  if (!isApart || slot.spelling === 'fixed' || part.from > 0 || part.to < slot.value.length) return undefined;
  const known = constants.get(context) ?? new Map<string, boolean>();
  constants.set(context, known);
  const key = [need.header, value, slot.file, slot.span.start].join('\n');
  const isKnown = known.get(key) ?? isOnlyFor(slot, value, need, context);
  known.set(key, isKnown);
  return isKnown ? slot : undefined;
};

/** The edits that make the values of an entry right; `undefined` where one of them is written elsewhere. */
const entryEdits = (
  entry: HeaderEntry,
  job: HeaderJob,
  need: HeaderRequirement,
  context: CheckContext,
): readonly Edit[] | undefined => {
  const { call, value } = job;
  const { text, settings, api } = context;
  const source = text(entry.place.file);
  const bad = (entry.values ?? []).filter((own) => need.judge(flatten(own)) === 'bad');
  if (entry.values?.length === 1) {
    const slot = constantOf(entry, job, need, context) ?? entry.place;
    const edit = bad.length > 0 ? rewriteSlot(slot, value, source) : undefined;
    return bad.length === 0 ? [] : edit && [edit];
  }
  const edits = bad.map((own) =>
    valueEdit(entry, own, need.wanted(call, flatten(own), settings.target, api), source),
  );
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
};

const insertion = (
  gap: InsertionPoint | undefined,
  job: HeaderJob,
  need: HeaderRequirement,
): readonly Edit[] | undefined => {
  const entries = job.lack.kind === 'absent' ? [] : job.lack.entries;
  const name = nameFor(
    need.header,
    entries.length > 0 ? spellingsIn([job], need.header) : (job.beside ?? []),
    job.call.request.headers,
  );
  // What is appended would come to a second value.
  const appended = entries.some(({ by }) => by === 'append' || by === 'add');
  return gap === undefined || name === undefined || appended
    ? undefined
    : [insertMember(gap, name, job.value)];
};

/** The edits after which the header is right on each path; none where one of them cannot be made. */
export const headerEdits = (
  job: HeaderJob,
  need: HeaderRequirement,
  context: CheckContext,
): readonly Edit[] => {
  const { lack } = job;
  if (lack.kind === 'absent') return insertion(lack.gap, job, need) ?? [];
  const gap = lack.kind === 'partly' && lack.gap !== 'none' ? lack.gap : undefined;
  // The edits of a fix lie in one file.
  const changed = lack.entries.filter(({ values = [] }) =>
    values.some((value) => need.judge(flatten(value)) === 'bad'),
  );
  const files = new Set([...changed.map(({ place }) => place.file), ...(gap ? [gap.file] : [])]);
  if (files.size > 1) return [];
  const all = lack.entries.map((entry) => entryEdits(entry, job, need, context));
  const added = lack.kind === 'partly' && lack.gap !== 'none' ? insertion(lack.gap, job, need) : [];
  return added === undefined || all.some((edits) => edits === undefined)
    ? []
    : [...all.flatMap((edits) => edits ?? []), ...added];
};

/** Edit that makes one call send the header, over its shared headers. */
export const editAtCall = (job: HeaderJob, need: HeaderRequirement): Edit | undefined => {
  const { call, value } = job;
  const { headers, file, span } = call.request;
  // It would be in one literal with that of the call itself.
  const own = entriesOf(headers, need.header).some(
    ({ name, by }) => by === undefined && name.file === file && contains(span, name.span),
  );
  // A hook of the client runs after the call, and would replace it; a default that is appended is sent beside it.
  const { callLayer = Infinity } = headers;
  const remains = sentEntries(headers, need.header).some(
    ({ layer = 0, by }) => layer > callLayer || (by === 'append' && layer < callLayer),
  );
  if (own || remains) return undefined;
  const name = nameFor(need.header, spellingsIn([job], need.header), headers);
  return headers.atCall && name !== undefined ? insertMember(headers.atCall, name, value) : undefined;
};

/** Edit that makes the requests of one caller of a wrapper send the header. */
export const editAtCaller = (
  { point }: CallerInsertion,
  job: HeaderJob,
  need: HeaderRequirement,
): Edit | undefined => {
  const name = nameFor(need.header, spellingsIn([job], need.header), job.call.request.headers);
  return name === undefined ? undefined : insertMember(point, name, job.value);
};

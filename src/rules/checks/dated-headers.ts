import { entriesOf, flatten } from '../../model/index.ts';
import type { HeaderSet, SlotRange, Text } from '../../model/index.ts';
import type { CheckContext } from './check.ts';
import { answerTo, deadlineIn, endingOn } from './answer-evidence.ts';
import { answering, answeringUnlisted, lifecycleOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { isDate, vendorTypes } from './media.ts';
import type { VendorType } from './media.ts';
import { knownRanges } from './places.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';

/** Lifecycle state of the version that a header date resolves to; `unlisted` and `computed` for other dates. */
export type DateState =
  | Lifecycle
  /** A later date that is not a version: it resolves to `version`. */
  | { readonly state: 'unlisted'; readonly version: string }
  /** Worked out at run time. */
  | { readonly state: 'computed' };

/** Date in a header of a call, with one problem of it. */
export interface Dated {
  readonly call: ApiCall;
  readonly located: ResolvedUrl;
  /** Source text; '' for a computed one. */
  readonly date: string;
  readonly range: SlotRange;
  readonly state: DateState;
}

const HEADERS = ['Accept', 'Content-Type'];

/** True when a hole in `[from, to)` of the flattened text comes from the clock. */
const readsClock = (text: Text, from: number, to: number): boolean => {
  let offset = 0;
  for (const part of text.parts) {
    if (part.kind === 'hole' && part.clock === true && from <= offset && offset < to) return true;
    offset += part.kind === 'hole' ? 1 : part.to - part.from;
  }
  return false;
};

/**
 * State of the version that a date resolves to: from the recorded response if it states one, else from the
 * list.
 */
const lifecycleFor = (
  date: string,
  { identity: { info } }: ResolvedUrl,
  call: ApiCall,
  context: CheckContext,
) => {
  const { api, settings } = context;
  const listed = lifecycleOf(date, info, settings.today, api);
  const answer = answerTo(call, context);
  const deadline = answer && deadlineIn(answer);
  if (deadline === undefined) return listed;
  return endingOn(deadline, listed, answering(date, info, api) ?? date, settings.today);
};

const statesOf = (
  date: string,
  located: ResolvedUrl,
  call: ApiCall,
  context: CheckContext,
): readonly DateState[] => {
  const unlisted = answeringUnlisted(date, located.identity.info, context.api);
  const own = lifecycleFor(date, located, call, context);
  return unlisted === undefined ? [own] : [own, { state: 'unlisted', version: unlisted }];
};

/** Version that a vendor media type in a header requests. */
const datesOfType = (
  text: Text,
  type: VendorType,
  call: ApiCall,
  context: CheckContext,
): readonly Dated[] => {
  const located = call.located.filter(isAdministration);
  const from = type.start + type.text.indexOf(type.version);
  const to = from + type.version.length;
  if (readsClock(text, from, to)) {
    const [range] = knownRanges(text, type.start, type.start + type.text.length);
    if (range === undefined) return [];
    return located
      .slice(0, 1)
      .map((one) => ({ call, located: one, date: '', range, state: { state: 'computed' } }));
  }
  const [range] = knownRanges(text, from, to);
  if (!isDate(type.version) || range === undefined) return [];
  return located.flatMap((one) =>
    statesOf(type.version, one, call, context).map((state) => ({
      call,
      located: one,
      date: type.version,
      range,
      state,
    })),
  );
};

/** Cache of the dates of calls, shared by all rules about them. */
const known = new WeakMap<CheckContext, Map<ApiCall, readonly Dated[]>>();

/** The dates in the headers of a call of the administration API, with the state of the versions they resolve to. */
export const datesIn = (call: ApiCall, context: CheckContext): readonly Dated[] => {
  const ofRun = known.get(context) ?? new Map<ApiCall, readonly Dated[]>();
  known.set(context, ofRun);
  const dates = ofRun.get(call) ?? readDates(call, context);
  ofRun.set(call, dates);
  return dates;
};

const datesOf = (headers: HeaderSet, name: string, call: ApiCall, context: CheckContext): readonly Dated[] =>
  entriesOf(headers, name).flatMap(({ values }) =>
    (values ?? []).flatMap((text) =>
      vendorTypes(flatten(text)).flatMap((type) => datesOfType(text, type, call, context)),
    ),
  );

/** Content type of the response: it shows the version where a recording has no request date. */
const readDates = (call: ApiCall, context: CheckContext): readonly Dated[] => {
  const asked = HEADERS.flatMap((header) => datesOf(call.request.headers, header, call, context));
  const answer = asked.length > 0 ? undefined : answerTo(call, context);
  return answer === undefined ? asked : datesOf(answer.headers, 'Content-Type', call, context);
};

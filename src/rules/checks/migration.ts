import { addTo, groupBy, heldBack, reasonOf } from '../../model/index.ts';
import type { Finding, Fix, Note } from '../../model/index.ts';
import type { PendingFinding, RequestNote } from './check.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import type { ApiCall, FactIndex } from './fact-index.ts';
import { because, message } from './message.ts';

/** Reason why it is unproven that a request sends its version header after the migration. */
const unprovenHeader = (call: ApiCall): Note => {
  const lacks = ['absent', 'bad', 'partly'].includes(
    requirementState(call, HEADER_REQUIREMENTS.version).kind,
  );
  const isSure = lacks && call.request.heuristic !== true;
  if (isSure) return because(call.request, message('refused'));
  const { unseenAt } = call.request.headers;
  return unseenAt ? because(unseenAt, message('headerUnseen')) : because(call.request, message('noHeader'));
};

/** Reason why the URL of a finding stays, although requests built on it move. */
const fixedUrl = (finding: Finding, calls: readonly ApiCall[]): Note => {
  const isGone = calls.some(({ located }) =>
    located.some(({ identity }) => identity.endpoint?.fate === 'removed'),
  );
  return because(finding, isGone ? message('goneEndpoint') : message('fixedUrl'));
};

/** Union of sets (union-find), keyed by text. */
class Components {
  private readonly parents = new Map<string, string>();

  find(member: string): string {
    let root = member;
    for (let up = this.parents.get(root); up !== undefined; up = this.parents.get(root)) root = up;
    if (root !== member) this.parents.set(member, root);
    return root;
  }

  join(a: string, b: string): void {
    const [first, second] = [this.find(a), this.find(b)].sort();
    if (first !== second) this.parents.set(second!, first!);
  }
}

const isPart = ({ part, requests, finding }: PendingFinding): boolean =>
  part === 'move' || (part !== 'alone' && requests.length > 0 && finding.fix !== undefined);

const nameOf = ({ finding }: PendingFinding): string =>
  `${finding.file}:${String(finding.span.start).padStart(9, '0')}:${finding.rule}`;

/** Keys that put drafts into one migration group: a shared request, or an edit that fixes several of them. */
const links = ({ finding, requests }: PendingFinding): readonly string[] => [
  ...requests.map((id) => `~request ${id}`),
  ...(finding.fix?.edits ?? []).map(({ span }) => `~text ${finding.file}:${span.start}:${span.end}`),
];

/** Groups drafts into migrations: those that share a request or an edited text, directly or transitively. */
const migrationsOf = (drafts: readonly PendingFinding[]): readonly (readonly PendingFinding[])[] => {
  const components = new Components();
  const parts = drafts.filter(isPart);
  for (const draft of parts) for (const link of links(draft)) components.join(nameOf(draft), link);
  const groups = groupBy(parts, (draft) => components.find(nameOf(draft)));
  return [...groups.values()].filter((group) => group.some(({ part }) => part === 'move'));
};

/** State of grouping the drafts of a run. */
interface Run {
  readonly view: FactIndex;
  readonly isEnabled: (rule: string, file: string) => boolean;
  /** Drafts about each request. */
  readonly about: ReadonlyMap<string, readonly PendingFinding[]>;
  /** Further facts about each request. */
  readonly notes: ReadonlyMap<string, readonly RequestNote[]>;
}

/** True when the finding goes away in a run of `fix`, or need not go away. */
const isSettled = ({ finding, blocks }: PendingFinding, { isEnabled }: Run): boolean =>
  (finding.severity !== 'error' && blocks !== true) ||
  (isEnabled(finding.rule, finding.file) && finding.fix?.safety === 'safe');

/** True when the call sends its version header after the run, as far as it needs one. */
const isVersioned = (call: ApiCall, { about }: Run): boolean => {
  const need = HEADER_REQUIREMENTS.version;
  const state = requirementState(call, need).kind;
  if (!need.applies(call) || state === 'good') return true;
  if (state === 'unknown' && call.request.headers.unwritten === true) return true;
  const drafts = about.get(call.request.id) ?? [];
  return drafts.some(({ part, finding }) => part === 'header' && finding.fix !== undefined);
};

/** Why a finding keeps its migration from being safe; `undefined` where it does not. */
const doubtAbout = (draft: PendingFinding, run: Run): Note | undefined => {
  const { finding, part, reason, requests } = draft;
  const own = reasonOf(finding.fix);
  if (own !== undefined) return own;
  // A URL that nothing will rewrite (generated code) cannot move together with anything.
  if (part === 'move' && finding.fix === undefined)
    return fixedUrl(
      finding,
      requests.flatMap((id) => run.view.callOf(id) ?? []),
    );
  if (isSettled(draft, run)) return undefined;
  const isOff = finding.fix !== undefined;
  return because(finding, reason ?? message(isOff ? 'disabledRule' : 'openFinding', { rule: finding.rule }));
};

/** Why a request may be wrong after the run; `undefined` where it is proven right. */
const doubtOfRequest = (id: string, run: Run): Note | undefined => {
  const call = run.view.callOf(id);
  const about = run.about.get(id) ?? [];
  const open = about.flatMap((draft) => (isSettled(draft, run) ? [] : (doubtAbout(draft, run) ?? [])));
  const known = run.notes.get(id)?.find(({ kind }) => kind === 'doubt')?.note;
  if (open[0] !== undefined || known !== undefined) return open[0] ?? known;
  return call === undefined || isVersioned(call, run) ? undefined : unprovenHeader(call);
};

const firstOf = <T>(items: Iterable<T>, noteOf: (item: T) => Note | undefined): Note | undefined => {
  for (const item of items) {
    const note = noteOf(item);
    if (note !== undefined) return note;
  }
  return undefined;
};

const requestsOf = (group: readonly PendingFinding[]): ReadonlySet<string> =>
  new Set(group.flatMap(({ requests }) => requests));

/** Why it is unknown whether a request sends the version header: no finding says so, before the fix or after it. */
const doubtOfHeader = (id: string, run: Run): Note | undefined => {
  const call = run.view.callOf(id);
  if (call === undefined || isVersioned(call, run)) return undefined;
  return requirementState(call, HEADER_REQUIREMENTS.version).kind === 'unknown'
    ? unprovenHeader(call)
    : undefined;
};

/** The gravest doubt about a migration; it is safe without any. */
const doubtOf = (group: readonly PendingFinding[], run: Run): Note | undefined => {
  const ids = requestsOf(group);
  return (
    firstOf(ids, (id) => doubtOfHeader(id, run)) ??
    firstOf(group, (draft) => doubtAbout(draft, run)) ??
    firstOf(ids, (id) => doubtOfRequest(id, run))
  );
};

const withFix = (draft: PendingFinding, change: (fix: Fix) => Fix): Finding => {
  const { finding } = draft;
  return finding.fix === undefined ? finding : { ...finding, fix: change(finding.fix) };
};

const byRequest = <T extends { readonly requests: readonly string[] }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> => {
  const about = new Map<string, T[]>();
  for (const one of all) {
    for (const id of one.requests) addTo(about, id, one);
  }
  return about;
};

/** Maximum number of assumptions listed for a fix. */
const MAX_ASSUMED = 10;

const placeKey = ({ file, span }: Note): string => `${file}:${span.start}`;

/** Assumptions about a request that has no doubt. */
const assumedOf = (notes: readonly RequestNote[]): readonly Note[] =>
  notes.some(({ kind }) => kind === 'doubt') ? [] : notes.map(({ note }) => note);

/** Fix of a URL, with the assumptions to review after its requests have moved. */
const withAssumptions = (fix: Fix, { part, requests }: PendingFinding, run: Run): Fix => {
  if (part !== 'move') return fix;
  const assumed = requests.flatMap((id) => assumedOf(run.notes.get(id) ?? []));
  // Of the notes about one location the first counts.
  const all = [...assumed.toReversed(), ...(fix.assumes ?? []).toReversed()];
  const notes = [...new Map(all.map((note) => [placeKey(note), note])).values()].toReversed();
  return notes.length === 0 ? fix : { ...fix, assumes: notes.slice(0, MAX_ASSUMED) };
};

/**
 * Addition to the message of a base that is not fixed: the reason, if the findings of its requests do not
 * state it.
 */
const explained = (finding: Finding, draft: PendingFinding, run: Run): Finding => {
  if (draft.part !== 'move' || finding.fix?.safety !== 'unsafe') return finding;
  const reasons = draft.requests
    .flatMap((id) => run.about.get(id) ?? [])
    .flatMap((other) => (isSettled(other, run) ? [] : (other.reason ?? [])));
  const [reason] = reasons.toSorted();
  return reason === undefined ? finding : { ...finding, message: `${finding.message} ${reason}` };
};

/** The finding of a draft whose migration cannot be made, because one of its URLs must not change. */
const unchanged = ({ finding, stays }: PendingFinding): Finding =>
  stays === true || finding.fix === undefined
    ? finding
    : { ...finding, fix: undefined, message: `${finding.message} ${message('addressStays')}` };

/**
 * Groups findings into migrations: a URL with the headers and bodies of all requests built on it (contract
 * §6). A migration is safe if each request then sends its version header, and every problem of the request
 * and its response is fixed by a safe fix of the same run; disabled rules fix nothing. If one of its URLs
 * must not change, none of its edits are made.
 */
export const decideMigrations = (
  drafts: readonly PendingFinding[],
  view: FactIndex,
  isEnabled: (rule: string, file: string) => boolean,
  notes: readonly RequestNote[] = [],
): readonly Finding[] => {
  const run: Run = { view, isEnabled, about: byRequest(drafts), notes: byRequest(notes) };
  const decided = new Map<PendingFinding, Finding>();
  for (const group of migrationsOf(drafts)) {
    if (group.some(({ stays }) => stays === true)) {
      for (const draft of group) decided.set(draft, unchanged(draft));
      continue;
    }
    const doubt = doubtOf(group, run);
    const name = `migration ${group.map(nameOf).sort()[0]}`;
    for (const draft of group) {
      // The doubt about its own requests, where there is one: no doubt about the group is left unsaid.
      const own = doubt && draft.part !== 'move' ? (doubtOf([draft], run) ?? doubt) : doubt;
      const fixed = withFix(draft, (fix) =>
        withAssumptions(heldBack({ ...fix, group: name }, own), draft, run),
      );
      decided.set(draft, explained(fixed, draft, run));
    }
  }
  return drafts.map((draft) => decided.get(draft) ?? draft.finding);
};

import { entriesOf, flatten, HOLE, entryNamed } from '../../model/index.ts';
import type { Api, OperationInfo, Place, VersionState, VersionUse } from '../../model/index.ts';
import type { Settings } from './check.ts';
import { answering, daysBetween, laterVersion, lifecycleOf } from './lifecycle.ts';
import { isDate, vendorTypes } from './media.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, ResolvedUrl, FactIndex } from './fact-index.ts';

/** Version that a header value requests: a date, `preview`, or a word for one that is unknown. */
const askedBy = (value: string): readonly string[] =>
  vendorTypes(value).map(({ version }) => {
    if (version.includes(HOLE)) return 'computed';
    return version === 'preview' || isDate(version) ? version : 'unseen';
  });

const askedIn = ({ request }: ApiCall, { address }: ResolvedUrl): readonly string[] => {
  if (address.area === 'legacy') return ['legacy'];
  const entries = entriesOf(request.headers, 'accept');
  const asked = entries.flatMap(({ values }) => (values ?? []).flatMap((text) => askedBy(flatten(text))));
  if (asked.length > 0) return [...new Set(asked)];
  return entries.length === 0 && request.headers.complete ? ['none'] : ['unseen'];
};

const UNSEEN = {
  version: null,
  deletion: null,
  listed: false,
  daysLeft: null,
  next: null,
  changes: null,
} as const;

const changesOf = (operation: string, date: string | null, api: Api): string | null =>
  api.changes.find((change) => change.date === date && change.operations.includes(operation))?.says ?? null;

type Judged = Omit<VersionUse, 'operation' | 'asked' | 'places'>;

/** Version that a requested date resolves to, with its state today. */
const judged = (operation: string, date: string, info: OperationInfo, api: Api, today: string): Judged => {
  const version = answering(date, info, api) ?? null;
  const lifecycle = lifecycleOf(date, info, today, api);
  const ends = 'deletion' in lifecycle ? lifecycle : undefined;
  const deletion = ends?.deletion ?? null;
  const next = version === null ? null : (laterVersion(version, info, today) ?? null);
  return {
    version,
    state: lifecycle.state,
    deletion,
    listed: ends?.listed ?? false,
    daysLeft: deletion === null ? null : daysBetween(today, deletion),
    next,
    changes: changesOf(operation, next, api),
  };
};

const PLAIN: Readonly<Record<string, VersionState>> = {
  preview: 'preview',
  computed: 'unseen',
  unseen: 'unseen',
};

const useOf = (operation: string, asked: string, info: OperationInfo, api: Api, settings: Settings) => {
  const { target, today } = settings;
  const date = asked === 'legacy' || asked === 'none' ? target : asked;
  const plain = entryNamed(PLAIN, asked);
  const state = plain === undefined ? judged(operation, date, info, api, today) : { ...UNSEEN, state: plain };
  return { operation, asked, ...state };
};

/** The nearest deadline first, then by name. */
const inOrder = (a: VersionUse, b: VersionUse): number => (rank(a) < rank(b) ? -1 : 1);

const rank = ({ deletion, operation, asked }: VersionUse): string =>
  `${deletion ?? '9999-12-31'} ${operation} ${asked}`;

/** A call counts once, however many URLs it may have: that of `.env` and its fallback, say. */
const withPlace = (places: readonly Place[], { file, span }: Place): readonly Place[] =>
  places.some((known) => known.file === file && known.span.start === span.start)
    ? places
    : [...places, { file, span }];

/**
 * The operations of the administration API that are called, with the version that each resolves to (specification
 * §3, §9.2). Calls whose operation cannot be determined are left out.
 */
export const versionUses = (view: FactIndex, api: Api, settings: Settings): readonly VersionUse[] => {
  const found = new Map<string, VersionUse>();
  for (const call of view.calls)
    for (const located of call.located.filter(isAdministration)) {
      const { operation, info } = located.identity;
      if (operation === undefined || info === undefined) continue;
      for (const asked of askedIn(call, located)) {
        const key = `${operation}\n${asked}`;
        const known = found.get(key) ?? { ...useOf(operation, asked, info, api, settings), places: [] };
        found.set(key, { ...known, places: withPlace(known.places, call.request) });
      }
    }
  return [...found.values()].toSorted(inOrder);
};

import { answering, laterVersion, lifecycleOf } from '../rules/checks/lifecycle.ts';
import { isDate } from '../rules/checks/media.ts';
import type { Api, OperationInfo } from '../model/index.ts';
import type { Configuration } from './configuration.ts';
import type { ReplyStep } from './message.ts';
import { pass, stop } from './message.ts';
import { refusal } from './refusals.ts';

/** The version that a request resolves to, and what the response has to announce. */
export interface Negotiated {
  /** `yyyy-mm-dd` or `preview`. */
  readonly version: string;
  readonly suffix: string;
  /** Announcements of an end: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

interface Asked {
  readonly version: string;
  readonly suffix: string;
}

export interface Negotiation {
  readonly api: Api;
  readonly product: string;
  /** `yyyy-mm-dd` */
  readonly today: string;
  readonly configuration: Configuration;
}

const MEDIA_RANGE = /^application\/vnd\.([\w-]+)\.(\d{4}-\d{2}-\d{2}|preview)\+([a-z]+)\s*(;.*)?$/i;

const isRefused = (parameters: string | undefined): boolean =>
  /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i.test(parameters ?? '');

/** Versions that a header requests, in order. */
const askedIn = (accept: readonly string[], product: string): readonly Asked[] =>
  accept
    .flatMap((value) => value.split(','))
    .flatMap((range): readonly Asked[] => {
      const [, name, version, suffix, parameters] = MEDIA_RANGE.exec(range.trim()) ?? [];
      if (name?.toLowerCase() !== product || isRefused(parameters)) return [];
      const wanted = version!.toLowerCase();
      return wanted === 'preview' || isDate(wanted)
        ? [{ version: wanted, suffix: suffix!.toLowerCase() }]
        : [];
    });

/** The version that a date resolves to: the newest one up to it that is out. A preview is newer than any date. */
const resolve = (asked: string, info: OperationInfo, { api, today }: Negotiation): string | undefined => {
  const preview = info.versions.find(({ date }) => date === 'preview');
  if (asked === 'preview' && preview !== undefined) return preview.date;
  return answering(asked < today ? asked : today, info, api);
};

const httpDate = (date: string): string => new Date(`${date}T00:00:00Z`).toUTCString();

/** The day a newer version made this one deprecated; the specification knows no other way (§3). */
const deprecationOf = (version: string, info: OperationInfo, today: string): string | undefined =>
  info.versions
    .map(({ date }) => date)
    .filter((date) => date !== 'preview' && date > version && date <= today)
    .toSorted()[0];

const announcements = (
  version: string,
  info: OperationInfo,
  { api, today }: Negotiation,
): Negotiated['headers'] => {
  const state = lifecycleOf(version, info, today, api);
  if (state.state !== 'deprecated') return [];
  const since = deprecationOf(version, info, today);
  const seconds = since === undefined ? undefined : Date.parse(`${since}T00:00:00Z`) / 1000;
  return [
    ...(seconds === undefined ? [] : [['deprecation', `@${seconds}`] as const]),
    ...(state.deletion === undefined ? [] : [['sunset', httpDate(state.deletion)] as const]),
  ];
};

const suffixesIn = (version: string, info: OperationInfo): readonly string[] =>
  info.versions.find(({ date }) => date === version)?.suffixes ?? [];

const judged = (
  asked: Asked,
  info: OperationInfo,
  negotiation: Negotiation,
): ReplyStep<Negotiated> | undefined => {
  const { version: date, suffix } = asked;
  const version = resolve(date, info, negotiation);
  if (version === undefined || !suffixesIn(version, info).includes(suffix)) return undefined;
  if (version === 'preview') return pass({ version, suffix, headers: [] });
  const { api, today, configuration } = negotiation;
  const state = lifecycleOf(version, info, today, api);
  if (state.state === 'deleted') {
    const next = laterVersion(version, info, today);
    const successor = next === undefined ? [] : [next];
    return stop(refusal(configuration, 'VERSION_GONE', [version, state.deletion ?? '', ...successor]));
  }
  return pass({ version, suffix, headers: announcements(version, info, negotiation) });
};

/**
 * Version that the `Accept` headers request (specification §4.4, §9.2): 406 if none names a version that the
 * operation has or had, 410 if it was deleted.
 */
export const negotiate = (
  accept: readonly string[],
  info: OperationInfo,
  negotiation: Negotiation,
): ReplyStep<Negotiated> => {
  const { configuration, product } = negotiation;
  const outcomes = askedIn(accept, product)
    .map((asked) => judged(asked, info, negotiation))
    .filter((outcome) => outcome !== undefined);
  const best = outcomes.find(({ ok }) => ok) ?? outcomes[0];
  if (best !== undefined) return best;
  const suffix = info.versions.at(-1)?.suffixes[0] ?? 'json';
  return stop(refusal(configuration, 'INVALID_VERSION_DATE', [product, suffix]));
};

/** The content type of a response in a version. */
export const versionedType = (product: string, version: string, suffix: string): string =>
  `application/vnd.${product}.${version}+${suffix}${suffix === 'json' ? ';charset=utf-8' : ''}`;

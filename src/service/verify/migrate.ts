import { isDate, suffixesOf, vendorTypes, versionFor } from '../../rules/checks/media.ts';
import { isJsonObject, entryNamed } from '../../model/index.ts';
import type { Api, JsonObject } from '../../model/index.ts';
import type { PayloadUse, VersionStep } from '../../payload/mapping.ts';
import type { Validators } from '../../payload/validate.ts';
import type { Remark } from '../../payload/outcome.ts';
import { forward, reviewsOf } from '../../payload/values.ts';
import type { Moved } from '../../payload/values.ts';
import type { ReplayCall } from './call.ts';

/** Settings of a migration. */
export interface Migration {
  readonly api: Api;
  readonly target: string;
  readonly steps: readonly VersionStep[];
  readonly validators: Validators;
  /** True when conversions that need review count as reviewed. */
  readonly unsafe: boolean;
  /** The path of a call in the versioned API; `undefined` where that has no such endpoint. */
  readonly successor: (call: ReplayCall) => string | undefined;
}

/** A call as it should be sent, or why it cannot be migrated. `review`: what a person should look at first. */
export type Migrated =
  | { readonly ok: true; readonly call: ReplayCall; readonly review: string | undefined }
  | { readonly ok: false; readonly why: string };

const USES: Readonly<Record<string, PayloadUse>> = {
  'clusters.create': 'create',
  'clusters.modify': 'modify',
};

interface Reshaped {
  readonly moved: Moved;
  readonly reviews: readonly Remark[];
}

const reshaped = (
  body: JsonObject,
  use: PayloadUse,
  steps: readonly VersionStep[],
  validators: Validators,
) => {
  let result: Reshaped = { moved: { ok: true, value: body }, reviews: [] };
  for (const step of steps) {
    if (!result.moved.ok) return result;
    const moved = forward(result.moved.value, step, use, validators);
    result = { moved, reviews: [...result.reviews, ...(moved.ok ? (moved.reviews ?? []) : [])] };
  }
  return result;
};

/** Removes the request's own values from a sentence on manual steps: no report may repeat them. */
const withoutValues = (message: string): string =>
  message.replaceAll(/ to (?:"(?:[^"\\]|\\.)*"|`[^`]*`|-?\d[\d.]*|true|false|null)/g, ' to its value');

const said = (remark: Remark | undefined): string =>
  withoutValues(`${remark?.pointer ?? ''} ${remark?.message ?? 'its body cannot be said.'}`.trim());

/** The version whose words the body is written in once it is migrated: what the call requests, or else the target. */
const wantedBy = ({ area, accept, located }: ReplayCall, { target }: Migration): string => {
  const asked = vendorTypes(accept ?? '').find(({ product }) => product === located.address.product);
  return area === 'versioned' && asked !== undefined && isDate(asked.version) ? asked.version : target;
};

const TWICE = 'A field of its body occurs twice: it is unknown which one counts.';

const withBody = (call: ReplayCall, migration: Migration): Migrated => {
  const plain = { ok: true, call, review: undefined } as const;
  const use = entryNamed(USES, call.operation ?? '');
  if (call.doubled !== undefined) return { ok: false, why: `${call.doubled} ${TWICE}`.trim() };
  if (use === undefined || !isJsonObject(call.body)) return plain;
  const wanted = wantedBy(call, migration);
  const steps = migration.steps.filter(({ to }) => to <= wanted);
  const { moved, reviews } = reshaped(call.body, use, steps, migration.validators);
  if (!moved.ok) return { ok: false, why: said(moved.reasons[0]) };
  const [first] = steps;
  const ofOld = call.area === 'legacy' && first !== undefined ? reviewsOf(call.body, first, use) : [];
  const review = migration.unsafe ? undefined : [...reviews, ...ofOld].find(({ told }) => told !== true);
  return { ok: true, call: { ...call, body: moved.value }, review: review && said(review) };
};

const acceptFor = (call: ReplayCall, { target }: Migration): string => {
  const { info } = call.located.identity;
  const given = call.accept ?? '';
  if (
    vendorTypes(given).some(
      ({ product, version }) => product === call.located.address.product && version !== '',
    )
  )
    return given;
  const version = versionFor(info, target);
  const suffixes = suffixesOf(info, version) ?? ['json'];
  const suffix = suffixes.find((one) => given.includes(one)) ?? suffixes[0] ?? 'json';
  return `application/vnd.${call.located.address.product}.${version}+${suffix}`;
};

const contentTypeFor = ({ body, contentType }: ReplayCall): string | undefined =>
  contentType === undefined && body !== undefined ? 'application/json' : contentType;

const administered = (call: ReplayCall, migration: Migration): Migrated => {
  const successor = migration.successor(call);
  const path = call.area === 'legacy' ? successor : call.path;
  if (successor === undefined || path === undefined) {
    const other = call.located.identity.endpoint?.successor;
    const instead = other === undefined || other === null ? '' : ` Instead: ${other}`;
    return { ok: false, why: `The versioned API has no such endpoint.${instead}` };
  }
  return withBody(
    { ...call, path, accept: acceptFor(call, migration), contentType: contentTypeFor(call) },
    migration,
  );
};

/** A URL with a version that its part of the service does not have, corrected. */
const corrected = (call: ReplayCall, { api }: Migration): ReplayCall => {
  const area = call.area.replace('misversioned-', '');
  const resource = api.resources.find((candidate) => candidate.area === area);
  if (area === call.area || resource === undefined) return call;
  const { path } = call.located.address;
  const own = call.path.slice(call.path.length - path.length);
  return {
    ...call,
    path: area === 'discovery' ? resource.path.replace(/\/groups\/.*$/, '') + own : resource.path,
  };
};

/** The call as our fixes would have it: a recording is never edited, so they are made to the request alone. */
export const migrated = (call: ReplayCall, migration: Migration): Migrated =>
  call.area === 'legacy' || call.area === 'versioned'
    ? administered(call, migration)
    : { ok: true, call: corrected(call, migration), review: undefined };

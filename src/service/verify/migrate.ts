import { suffixesOf, vendorTypes, versionFor } from '../../rules/checks/media.ts';
import type { Api } from '../../model/index.ts';
import type { PayloadUse, Step } from '../../payload/mapping.ts';
import type { Validators } from '../../payload/validate.ts';
import { forward } from '../../payload/values.ts';
import type { Json, JsonObject, Moved } from '../../payload/values.ts';
import type { ReplayCall } from './call.ts';

/** What a migration goes by. */
export interface Migration {
  readonly api: Api;
  readonly target: string;
  readonly steps: readonly Step[];
  readonly validators: Validators;
  /** Where a path of the unversioned API is kept in the versioned one; `undefined` where it is not. */
  readonly successor: (call: ReplayCall) => string | undefined;
}

/** A call as it should be sent, or why it cannot be migrated. */
export type Migrated =
  { readonly ok: true; readonly call: ReplayCall } | { readonly ok: false; readonly why: string };

const USES: Readonly<Record<string, PayloadUse>> = {
  'clusters.create': 'create',
  'clusters.modify': 'modify',
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reshaped = (body: JsonObject, use: PayloadUse, { steps, target, validators }: Migration): Moved => {
  let moved: Moved = { ok: true, value: body };
  for (const step of steps.filter(({ to }) => to <= target))
    if (moved.ok) moved = forward(moved.value, step, use, validators);
  return moved;
};

/** What to do by hand names the request's own values, which no report may repeat. */
const withoutValues = (message: string): string =>
  message.replaceAll(/ to (?:"(?:[^"\\]|\\.)*"|`[^`]*`|-?\d[\d.]*|true|false|null)/g, ' to its value');

const withBody = (call: ReplayCall, migration: Migration): Migrated => {
  const use = USES[call.operation ?? ''];
  if (use === undefined || !isObject(call.body)) return { ok: true, call };
  const moved = reshaped(call.body, use, migration);
  if (moved.ok) return { ok: true, call: { ...call, body: moved.value } };
  const [reason] = moved.reasons;
  return {
    ok: false,
    why: withoutValues(`${reason?.pointer ?? ''} ${reason?.message ?? 'its body cannot be said.'}`.trim()),
  };
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
  const path = call.area === 'legacy' ? migration.successor(call) : call.path;
  if (path === undefined) {
    const successor = call.located.identity.endpoint?.successor;
    const instead = successor === undefined || successor === null ? '' : ` Instead: ${successor}`;
    return { ok: false, why: `The versioned API has no such endpoint.${instead}` };
  }
  return withBody(
    { ...call, path, accept: acceptFor(call, migration), contentType: contentTypeFor(call) },
    migration,
  );
};

/** An address with a version that its part of the service does not have, put right. */
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
    : { ok: true, call: corrected(call, migration) };

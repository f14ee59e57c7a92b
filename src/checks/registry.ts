import type { Check } from './check.ts';
import { answerForm } from './answer-form.ts';
import { answerType } from './answer-type.ts';
import { callForm } from './call-form.ts';
import { callRate } from './call-rate.ts';
import { endpointMoved } from './endpoint-moved.ts';
import { mediaType } from './media-type.ts';
import { mixedVersions } from './mixed-versions.ts';
import { movedBase } from './moved-base.ts';
import { changedProperty } from './properties/index.ts';
import { rejectedStatus } from './rejected-status.ts';
import { requiredHeader } from './required-header.ts';
import { suppressionState } from './suppressions/index.ts';
import { tokenReuse } from './token-reuse.ts';
import { unlistedEndpoint } from './unlisted-endpoint.ts';
import { versionState } from './version-state.ts';

/** Every check, by name. A rule's `options` were validated against the check's schema when it was loaded. */
const CHECKS: readonly Check<never>[] = [
  movedBase,
  endpointMoved,
  unlistedEndpoint,
  requiredHeader,
  mediaType,
  changedProperty,
  rejectedStatus,
  versionState,
  callForm,
  suppressionState,
  callRate,
  tokenReuse,
  answerForm,
  answerType,
  mixedVersions,
];

const byName = new Map(CHECKS.map((check) => [check.name, check]));

/** The check of that name; rules whose check does not exist are refused when they are loaded. */
export const checkNamed = (name: string): Check<never> => {
  const check = byName.get(name);
  if (check === undefined) throw new Error(`no check is called "${name}"`);
  return check;
};

import type { Check } from './checks/check.ts';
import { answerForm } from './checks/answer-form.ts';
import { answerType } from './checks/answer-type.ts';
import { callForm } from './checks/call-form.ts';
import { callRate } from './checks/call-rate.ts';
import { endpointMoved } from './checks/endpoint-moved.ts';
import { mediaType } from './checks/media-type.ts';
import { mixedVersions } from './checks/mixed-versions.ts';
import { movedBase } from './checks/moved-base.ts';
import { changedProperty } from './checks/properties/index.ts';
import { rejectedStatus } from './checks/rejected-status.ts';
import { requiredHeader } from './checks/required-header.ts';
import { suppressionState } from './suppressions/index.ts';
import { tokenReuse } from './checks/token-reuse.ts';
import { unlistedEndpoint } from './checks/unlisted-endpoint.ts';
import { versionState } from './checks/version-state.ts';

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

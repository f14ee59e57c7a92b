import type { Finding, Note } from '../../model/index.ts';
import type { Call } from './fact-index.ts';
import { NEEDS, needState } from './needs.ts';
import { because, message } from './message.ts';

/** Why it cannot be said that a request sends its version header once it moves. */
export const unprovenHeader = (call: Call): Note => {
  const lacks = ['absent', 'bad', 'partly'].includes(needState(call, NEEDS.version).kind);
  const isSure = lacks && call.request.presumed !== true;
  return because(call.request, isSure ? message('refused') : message('noHeader'));
};

/** Why nothing changes the URL of a finding whose requests are built on others that do move. */
export const fixedUrl = (finding: Finding, calls: readonly Call[]): Note => {
  const isGone = calls.some(({ located }) =>
    located.some(({ identity }) => identity.endpoint?.fate === 'removed'),
  );
  return because(finding, isGone ? message('goneEndpoint') : message('fixedUrl'));
};

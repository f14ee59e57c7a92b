import type { Fact, Place, Redacted, RequestFact } from '../model/index.ts';
import { joined, say, separated, word } from '../redact/gate.ts';
import { redactText } from '../redact/redact.ts';
import type { Position } from './report.ts';
import { placeText } from './traces.ts';

type Locate = (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;

const requestText = (request: RequestFact, locate: Locate): Redacted => {
  const via = request.trail.map((place) => placeText(place, locate));
  const trail = via.length === 0 ? word('') : say`, reached from ${separated(via)}`;
  const method = request.method === undefined ? word('of unknown method') : redactText(request.method);
  return say`  request ${method} by ${redactText(request.client)} at ${placeText(request, locate)}${trail}\n`;
};

const unusedText = (place: Place, locate: Locate): Redacted =>
  say`  URL at ${placeText(place, locate)}: no request that uses it was found\n`;

/**
 * Text of `--verbose`: which calls were recognized as requests, and through which call sites; then the URLs on which
 * no request was seen to be built (`unused`). Prints no value.
 */
export const trailText = (facts: readonly Fact[], unused: readonly Place[], locate: Locate): Redacted => {
  const requests = facts.filter((fact): fact is RequestFact => fact.kind === 'request');
  const authored = requests.filter((request) => request.origin !== 'recording');
  return joined([
    ...authored.map((request) => requestText(request, locate)),
    ...unused.map((place) => unusedText(place, locate)),
  ]);
};

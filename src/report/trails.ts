import type { Fact, Place, RequestFact } from '../model/index.ts';
import type { Position } from './report.ts';
import { placeText } from './traces.ts';

type Locate = (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;

const requestText = (request: RequestFact, locate: Locate): string => {
  const via = request.trail.map((place) => placeText(place, locate));
  const trail = via.length === 0 ? '' : `, reached from ${via.join(', ')}`;
  return `  request ${request.method ?? 'of unknown method'} by ${request.client} at ${placeText(request, locate)}${trail}\n`;
};

const unusedText = (place: Place, locate: Locate): string =>
  `  address at ${placeText(place, locate)}: no request that is built on it is seen\n`;

/**
 * For `--verbose`: which calls were recognised as requests, and through which places; then the addresses on which no
 * request was seen to be built (`unused`). Prints no value.
 */
export const trailText = (facts: readonly Fact[], unused: readonly Place[], locate: Locate): string => {
  const requests = facts.filter((fact): fact is RequestFact => fact.kind === 'request');
  const authored = requests.filter((request) => request.origin !== 'recording');
  return [
    ...authored.map((request) => requestText(request, locate)),
    ...unused.map((place) => unusedText(place, locate)),
  ].join('');
};

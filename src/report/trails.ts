import type { Fact, Place, RequestFact } from '../model/index.ts';
import type { Position } from './report.ts';
import { printable } from './style.ts';

type Locate = (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;

const placeText = ({ file, span }: Place, locate: Locate): string => {
  const { line, column } = locate(file, [span.start]).get(span.start)!;
  return `${printable(file)}:${line}:${column}`;
};

const requestText = (request: RequestFact, locate: Locate): string => {
  const via = request.trail.map((place) => placeText(place, locate));
  const trail = via.length === 0 ? '' : `, reached from ${via.join(', ')}`;
  return `  request ${request.method ?? 'of unknown method'} by ${request.client} at ${placeText(request, locate)}${trail}\n`;
};

/** For `--verbose`: which calls were recognised as requests, and through which places. Prints no value. */
export const trailText = (facts: readonly Fact[], locate: Locate): string => {
  const requests = facts.filter((fact): fact is RequestFact => fact.kind === 'request');
  return requests
    .filter((request) => request.origin !== 'recording')
    .map((request) => requestText(request, locate))
    .join('');
};

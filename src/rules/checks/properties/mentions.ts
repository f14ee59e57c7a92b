import type { Finding } from '../../../model/index.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import { isAdministration } from '../fact-index.ts';
import type { ApiCall } from '../fact-index.ts';
import { areNested } from '../places.ts';
import { hasMoved } from '../remaining.ts';
import { nearestTo, ownShapes, readsIn } from './needs.ts';
import type { Need } from './needs.ts';
import { ownName, stepsOf } from './options.ts';
import type { Property, PropertyOptions } from './options.ts';
import { carried } from './resource.ts';

/** Name of the property that a read of `name` loses: itself, or what contains it. */
export const lostBy = (name: string, { properties }: PropertyOptions): Property | undefined =>
  properties.find(
    ({ only, path, reads = [] }) =>
      only !== 'request' && [path, ...reads.map(({ from }) => from)].some((at) => stepsOf(at).includes(name)),
  );

/** A call whose response loses properties, or may be one: its path is not fully known. */
interface Losing {
  readonly call: ApiCall;
  readonly isSure: boolean;
}

const losing = (options: PropertyOptions, { view, api }: CheckContext): readonly Losing[] =>
  view.calls.flatMap((call) => {
    if (call.request.origin !== 'authored' || call.request.discarded === true) return [];
    if (!call.located.some(isAdministration)) return [];
    const { kind } = carried(call, 'response', options, api);
    return kind === 'other' ? [] : [{ call, isSure: kind === 'resource' }];
  });

const noteOf = (
  { call }: Losing,
  { name, note }: Need,
  options: PropertyOptions,
): RequestNote | undefined => {
  const property = lostBy(name, options);
  if (property === undefined) return undefined;
  const { replacement } = property;
  const remains: Finding['data'] = { property: ownName(property), replacement, version: options.version };
  return { kind: 'doubt', requests: [call.request.id], note, remains };
};

/**
 * Reads of removed properties in a request's project that no request is seen to answer: whatever the way, the response of
 * any request that has the property may come there, and the request stays.
 */
export const mentionNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const telling = new Set(options.telling);
  const reads = readsIn(options, context).filter(({ name }) => telling.has(name));
  if (reads.length === 0) return [];
  const { projectOf } = context.settings;
  const isOwn = ownShapes(context);
  return losing(options, context).flatMap((one) => {
    const moved = hasMoved(one.call);
    if (moved && !one.isSure) return [];
    const project = projectOf(one.call.request.file);
    const near = reads.filter(
      (need) => areNested(projectOf(need.note.file), project) && !(moved && isOwn(need)),
    );
    const nearest = nearestTo(one.call.request.file, near, context);
    const told = moved || nearest === undefined ? near : [nearest];
    return told.flatMap((need) => noteOf(one, need, options) ?? []);
  });
};

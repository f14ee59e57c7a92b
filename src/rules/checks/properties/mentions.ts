import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { areNested } from '../places.ts';
import { hasMoved } from '../remaining.ts';
import { readsIn } from './explained-reads.ts';
import { nearestTo, ownShapes } from './needs.ts';
import type { Need } from './needs.ts';
import { lossOf } from './options.ts';
import type { PropertyOptions } from './options.ts';
import { mayLose } from './resource.ts';

/** Calls in code that may lose properties and whose response is used. */
const losing = (options: PropertyOptions, context: CheckContext): readonly ApiCall[] =>
  context.view.calls.filter(
    (call) =>
      call.request.origin === 'authored' &&
      call.request.discarded !== true &&
      mayLose(call, options, context.api),
  );

/** True for the name of a property itself, not of a member that went with it. */
const isOuter = ({ name }: Need, options: PropertyOptions): boolean =>
  lossOf(name, options)?.property === name;

const noteOf = (
  { request }: ApiCall,
  { name, note }: Need,
  options: PropertyOptions,
): RequestNote | undefined => {
  const remains = lossOf(name, options);
  return remains && { kind: 'doubt', requests: [request.id], note, remains };
};

/**
 * Reads of removed properties in a request's project that are not traced to a request: the response of any request
 * that has the property may reach them, so that request stays as it is.
 */
export const mentionNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const telling = new Set(options.telling);
  const reads = readsIn(options, context).filter(({ name }) => telling.has(name));
  if (reads.length === 0) return [];
  const { projectOf } = context.settings;
  const isOwn = ownShapes(context);
  return losing(options, context).flatMap((call) => {
    const moved = hasMoved(call);
    const project = projectOf(call.request.file);
    const near = reads.filter(
      (need) => areNested(projectOf(need.note.file), project) && !(moved && isOwn(need)),
    );
    const nearest = nearestTo(call.request.file, near, context);
    // Behind a move the outer name is reported: `providerSettings` of `providerSettings.instanceSizeName`.
    const told = moved || nearest === undefined ? near.filter((need) => isOuter(need, options)) : [nearest];
    return told.flatMap((need) => noteOf(call, need, options) ?? []);
  });
};

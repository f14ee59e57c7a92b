import type { ReadFact } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { ownName, stepsOf } from './options.ts';
import type { Property, PropertyOptions } from './options.ts';
import { contentOfCall, mayLose } from './resource.ts';

/** The new shape has no property of that name at any depth. */
const isGone = (property: Property): boolean =>
  property.only !== 'request' &&
  stepsOf(property.path).length === 1 &&
  property.replacement?.includes(ownName(property)) !== true;

/** Calls in the same file that get the resource: a read of an unknown response may be of theirs. */
export const callsBeside = (
  { file, request }: ReadFact,
  options: PropertyOptions,
  { view, api }: Pick<CheckContext, 'view' | 'api'>,
): readonly ApiCall[] =>
  request !== undefined
    ? []
    : view.calls.filter(
        (call) =>
          call.request.file === file && contentOfCall(call, 'response', options, api).kind === 'resource',
      );

/** True for a name that only the old shape has, in what may be the resource: a response of the API, or one beside a call that gets it. */
export const isGoneName = (
  read: ReadFact,
  options: PropertyOptions,
  context: Pick<CheckContext, 'view' | 'api'>,
): boolean => {
  const name = read.path[0]?.name;
  if (!options.properties.some((property) => isGone(property) && ownName(property) === name)) return false;
  const call = context.view.callOf(read.request);
  return call === undefined
    ? callsBeside(read, options, context).length > 0
    : mayLose(call, options, context.api);
};

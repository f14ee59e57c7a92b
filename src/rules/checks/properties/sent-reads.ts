import type { Tree, TreeRead } from '../../../model/index.ts';
import { select } from '../../load/jsonpath.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { because, message } from '../message.ts';
import { hasMoved } from '../remaining.ts';
import { bodiesOf } from './bodies.ts';
import { ownName, stepsOf } from './options.ts';
import type { Property, PropertyOptions } from './options.ts';
import { contentOfCall } from './resource.ts';

/** Reads of a property that a payload, which is wholly seen, does not have. */
const missedIn = (tree: Tree, { path }: Property): readonly TreeRead[] => {
  const [name, ...rest] = stepsOf(path);
  if (rest.length > 0 || tree.kind !== 'object' || !tree.complete) return [];
  if (tree.members.some(({ key }) => key.value === name)) return [];
  return (tree.reads ?? []).filter((read) => read.name === name);
};

const notesOn = (call: ApiCall, options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const { properties, version } = options;
  const what = contentOfCall(call, 'request', options, context.api);
  if (what.kind !== 'resource') return [];
  const roots = bodiesOf(call, context).flatMap((body) => select(body, what.path));
  return roots.flatMap(({ tree }) =>
    properties.flatMap((property) =>
      missedIn(tree, property).map((read): RequestNote => ({
        kind: 'doubt',
        requests: [call.request.id],
        note: because(read, message('readFromSent', { name: read.name })),
        remains: { property: ownName(property), replacement: property.replacement, version },
      })),
    ),
  );
};

/** Code that takes a removed property from a payload which has the new shape: `body.providerSettings` beside its call. */
export const sentReadNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] =>
  context.view.calls.filter(hasMoved).flatMap((call) => notesOn(call, options, context));

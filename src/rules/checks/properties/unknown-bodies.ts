import { because, message } from '../message.ts';
import type { Place, Tree } from '../../../model/index.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { hasMoved } from '../remaining.ts';
import { bodiesOf } from './bodies.ts';
import { stepsOf } from './options.ts';
import type { PropertyOptions } from './options.ts';
import { contentOfCall } from './resource.ts';
import { notesOnWrittenBodies } from './written-bodies.ts';

type Paths = readonly (readonly string[])[];

/** Rest of the paths after a step. */
const behind = (paths: Paths, step: string): Paths =>
  paths.flatMap(([first, ...rest]) => (first === step || first === '*' ? [rest] : []));

/** First unknown position of a payload at which one of the paths may exist. */
const hiddenIn = (tree: Tree, paths: Paths): Place | undefined => {
  if (paths.every(({ length }) => length === 0) || tree.kind === 'scalar') return undefined;
  if (tree.kind === 'opaque') return tree;
  const inner =
    tree.kind === 'list'
      ? tree.items.map((item) => hiddenIn(item, behind(paths, '*')))
      : tree.members.map(({ key, value }) => hiddenIn(value, behind(paths, key.value)));
  return inner.find((place) => place !== undefined) ?? (tree.complete ? undefined : tree);
};

/** True for a payload with a name of the new shape. */
const isNew = (tree: Tree, successors: ReadonlySet<string>): boolean => {
  if (tree.kind === 'list') return tree.items.some((item) => isNew(item, successors));
  return (
    tree.kind === 'object' &&
    tree.members.some(({ key, value }) => successors.has(key.value) || isNew(value, successors))
  );
};

/** First position of a request to such a resource whose body is not seen; an operation that takes one is sent with one. */
const hiddenBy = (
  call: ApiCall,
  paths: Paths,
  options: PropertyOptions,
  context: CheckContext,
): Place | undefined => {
  const what = contentOfCall(call, 'request', options, context.api);
  const { origin } = call.request;
  if (what.kind !== 'resource') return undefined;
  if (origin !== 'authored' && origin !== 'collection') return undefined;
  const successors = new Set(options.successors);
  const bodies = bodiesOf(call, context).filter((body) => !isNew(body, successors));
  if (call.request.body === undefined) return call.request;
  return bodies.map((body) => hiddenIn(body, paths)).find((place) => place !== undefined);
};

/** Notes about requests with unknown bodies, which the versioned API may reject. */
export const unknownBodyNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const properties = options.properties.filter(({ only, lone }) => only !== 'response' && lone === undefined);
  const paths = properties.map(({ path }) => stepsOf(path));
  return context.view.calls.flatMap((call): readonly RequestNote[] => {
    const place = hiddenBy(call, paths, options, context);
    if (place === undefined) return [];
    const key = call.request.hasBody === false ? 'noBody' : 'unseenBody';
    return [
      { kind: 'doubt', requests: [call.request.id], note: because(place, message(key)) },
      ...(key === 'unseenBody' && hasMoved(call) ? notesOnWrittenBodies(call, options, context) : []),
    ];
  });
};

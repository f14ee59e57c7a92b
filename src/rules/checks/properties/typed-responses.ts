import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { contentOfCall } from './resource.ts';
import { type PropertyOptions, stepsOf } from './options.ts';

/** Positions of types that are written for the resource in the response of a known call. */
export const typesOfResource = (options: PropertyOptions, context: CheckContext): ReadonlySet<string> =>
  new Set(
    factsOfKind(context.facts, 'typed').flatMap(({ request, path, type: { file, span } }) => {
      const call = context.view.callOf(request);
      const content = call && contentOfCall(call, 'response', options, context.api);
      if (content?.kind !== 'resource') return [];
      const wanted = stepsOf(content.path);
      const isWhole = wanted.length === path.length && wanted.every((name, at) => name === path[at]);
      return isWhole ? [`${file}:${span.start}`] : [];
    }),
  );

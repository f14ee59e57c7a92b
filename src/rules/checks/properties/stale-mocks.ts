import type { CheckContext, RequestNote } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import { areNested } from '../places.ts';
import { hasMoved } from '../remaining.ts';
import { lossOf } from './options.ts';
import type { PropertyOptions } from './options.ts';
import { mayLose } from './resource.ts';

/**
 * Mocks that return a removed property for a request that has moved and whose response is read by its new names: the tests
 * fail until the mocks change too.
 */
export const staleMockNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const mocked = factsOfKind(context.facts, 'name').filter(
    ({ as, name }) => as === 'mocked' && options.telling?.includes(name) === true,
  );
  if (mocked.length === 0) return [];
  const { projectOf } = context.settings;
  const successors = new Set(options.successors);
  const readAnew = new Set(
    factsOfKind(context.facts, 'read').flatMap(({ request, path }) =>
      request !== undefined && path.some(({ name }) => successors.has(name)) ? [request] : [],
    ),
  );
  const calls = context.view.calls.filter(
    (call) => readAnew.has(call.request.id) && hasMoved(call) && mayLose(call, options, context.api),
  );
  return calls.flatMap(({ request }) =>
    mocked.flatMap((fact): readonly RequestNote[] => {
      const remains = lossOf(fact.name, options);
      if (remains?.property !== fact.name) return [];
      if (!areNested(projectOf(fact.file), projectOf(request.file))) return [];
      const note = because(fact, message('mockedElsewhere', { name: fact.name }));
      return [{ kind: 'doubt', requests: [request.id], note, remains, severity: 'warning' }];
    }),
  );
};

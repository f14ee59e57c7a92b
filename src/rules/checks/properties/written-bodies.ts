import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import { areNested } from '../places.ts';
import { lossOf } from './options.ts';
import type { PropertyOptions } from './options.ts';

/** Locations that write a removed property, perhaps for the unknown body of a request that has moved. */
export const notesOnWrittenBodies = (
  call: ApiCall,
  options: PropertyOptions,
  { facts, settings: { projectOf } }: CheckContext,
): readonly RequestNote[] => {
  const project = projectOf(call.request.file);
  return factsOfKind(facts, 'name').flatMap((fact): readonly RequestNote[] => {
    const remains = options.telling?.includes(fact.name) ? lossOf(fact.name, options) : undefined;
    if (fact.as !== 'written' || remains?.property !== fact.name) return [];
    if (!areNested(projectOf(fact.file), project)) return [];
    const note = because(fact, message('writtenForBody', { name: fact.name }));
    return [{ kind: 'doubt', requests: [call.request.id], note, remains }];
  });
};

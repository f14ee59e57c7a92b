import type { Note, ReadFact } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import { ownName } from './options.ts';
import type { PropertyOptions } from './options.ts';

/**
 * Read of a property that keeps its name and changes its meaning, from the response in which `to` replaces
 * another one: code that distinguishes the two would get the same value twice.
 */
export const changedMeaning = (
  { request }: ReadFact,
  to: string,
  { properties }: PropertyOptions,
  { facts }: CheckContext,
): Note | undefined => {
  const name = properties
    .filter(({ lone }) => lone !== undefined)
    .map(ownName)
    .find((each) => each === to);
  if (name === undefined || request === undefined) return undefined;
  const beside = factsOfKind(facts, 'read').find(
    (read) => read.request === request && read.path.at(-1)?.name === name,
  );
  return beside && because(beside, message('changedMeaning', { name }));
};

import type { Make } from '../mapping.ts';
import type { VerbScope } from '../scope.ts';
import { madeScalar } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { above, cases, first, lookup, several, when } from './choose.ts';
import { definition, listOf, objectOf, take } from './compose.ts';
import { each } from './each.ts';
import { entries } from './entries.ts';
import { keyed, merge } from './gather.ts';
import { before, same, sum } from './aggregate.ts';
import { update } from './update.ts';
import type { MakeOf, MakePart, Verb } from './verb.ts';

type Run<V extends Verb> = (verb: MakeOf<V>, scope: VerbScope, make: MakePart) => Shape | undefined;

const VERBS: { readonly [V in Verb]: Run<V> } = {
  take,
  value: (verb) => madeScalar(verb.value),
  object: objectOf,
  list: listOf,
  update,
  each,
  entries,
  first,
  when,
  cases,
  lookup,
  several,
  above,
  same,
  sum,
  before,
  keyed,
  merge,
  use: definition,
};

const isVerb = (key: string): key is Verb => Object.hasOwn(VERBS, key);

/** Makes a part of the new payload; undefined where there is nothing to make it from. */
export const make = (part: Make, scope: VerbScope): Shape | undefined => {
  const verb = Object.keys(part).find(isVerb);
  if (verb === undefined) throw new TypeError(`no verb in ${JSON.stringify(part)}`);
  const run = VERBS[verb] as (part: Make, scope: VerbScope, make: MakePart) => Shape | undefined;
  return run(part, scope, make);
};

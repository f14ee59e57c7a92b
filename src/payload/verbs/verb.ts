import type { Make } from '../mapping.ts';
import type { VerbScope } from '../scope.ts';
import type { Shape } from '../shape.ts';

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The first key of a part says what is done. */
export type Verb = Extract<
  KeysOf<Make>,
  | 'take'
  | 'value'
  | 'object'
  | 'list'
  | 'update'
  | 'each'
  | 'entries'
  | 'first'
  | 'when'
  | 'cases'
  | 'lookup'
  | 'several'
  | 'above'
  | 'same'
  | 'sum'
  | 'before'
  | 'keyed'
  | 'merge'
  | 'use'
>;

export type MakeOf<V extends Verb> = Extract<Make, Readonly<Record<V, unknown>>>;

/** Makes a part inside another one. */
export type MakePart = (part: Make, scope: VerbScope) => Shape | undefined;

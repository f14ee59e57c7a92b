import type { EscapeFact, Note, Place, Tree } from '../../../model/index.ts';
import { because, message } from '../message.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import { factsOfKind } from '../fact-index.ts';
import { ownName, stepsOf } from './options.ts';
import type { PropertyOptions, Property } from './options.ts';
import { carried } from './resource.ts';

/** Properties that an assumption names one by one. */
const MOST_NAMED = 4;

const listed = (lost: readonly Property[]): string => {
  const names = lost.map(ownName);
  return `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ' and more' : ''}`;
};

const isElement = (name: string): boolean => name === '*' || /^\d+$/.test(name);

const leadsTo = (left: readonly string[], path: readonly string[]): boolean =>
  left.every((name, at) => name === path[at] || (path[at] === '*' && isElement(name)));

/** True when what is taken or leaves may hold the place at `path`. */
const holds = ({ path: left, as }: EscapeFact, path: readonly string[]): boolean => {
  if (as === 'asked' || as === 'named') {
    const name = left.at(-1);
    const isIt = name === '*' ? path[left.length - 1] !== '*' : name === path[left.length - 1];
    return isIt && left.length <= path.length && leadsTo(left.slice(0, -1), path);
  }
  if (left.length >= path.length || !leadsTo(left, path)) return false;
  return as !== 'field' || path[left.length] !== '*';
};

/** A response of changed shape that leaves, with the properties that it loses. */
interface Escaped {
  readonly fact: EscapeFact;
  readonly operation: string;
  readonly lost: readonly Property[];
}

const escapedIn = (
  fact: EscapeFact,
  options: PropertyOptions,
  { view, api }: CheckContext,
): Escaped | undefined => {
  const call = view.callOf(fact.request);
  const what = call && carried(call, 'response', options, api);
  if (what?.kind !== 'resource') return undefined;
  const lost = options.properties.filter(
    ({ only, path }) => only !== 'request' && holds(fact, stepsOf(what.path + path.slice(1))),
  );
  return lost.length === 0 ? undefined : { fact, operation: what.operation, lost };
};

/** Names that are read of the lost properties, and inside of them. */
const namesOf = ({ lost }: Escaped): ReadonlySet<string> =>
  new Set(lost.flatMap(({ path, reads = [] }) => [path, ...reads.map(({ from }) => from)]).flatMap(stepsOf));

const DOUBTS = { asked: 'askedField', named: 'namedField' } as const;

/** What is done with the response may take what it loses. */
const doubt = ({ fact, operation, lost }: Escaped): Note => {
  const key = fact.as === 'asked' || fact.as === 'named' ? DOUBTS[fact.as] : 'unknownOperation';
  return because(fact, message(key, { operation, names: listed(lost) }));
};

/** Members that a validator demands, at any depth. */
const demanded = (tree: Tree): readonly (Place & { readonly name: string })[] => {
  if (tree.kind === 'list') return tree.items.flatMap(demanded);
  if (tree.kind !== 'object') return [];
  return tree.members.flatMap(({ key: { file, span, value: name }, value, certain }) => [
    ...(certain ? [{ file, span, name }] : []),
    ...demanded(value),
  ]);
};

/** A place that needs a property of the old shape, and why it does. */
interface Need {
  readonly name: string;
  readonly note: Note;
}

const readsIn = ({ facts }: CheckContext): readonly Need[] =>
  factsOfKind(facts, 'name').flatMap((fact) =>
    fact.as === 'read'
      ? [{ name: fact.name, note: because(fact, message('unexplainedRead', { name: fact.name })) }]
      : [],
  );

const demandsIn = ({ facts }: CheckContext): readonly Need[] =>
  factsOfKind(facts, 'declaration')
    .filter(({ isType, origin }) => !isType && origin === 'authored')
    .flatMap(({ tree }) => demanded(tree))
    .map((fact) => ({ name: fact.name, note: because(fact, message('demanded', { name: fact.name })) }));

const assumption = ({ fact, operation, lost }: Escaped): Note =>
  because(fact, message('responsesLeave', { operation, names: listed(lost) }));

/**
 * Responses that leave the code which is seen to get them. Where something in the tree reads or demands a lost property,
 * and no call is seen to give it, the request stays; else a person is told where to look.
 */
export const escapeNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const escaped = factsOfKind(context.facts, 'escape').flatMap(
    (fact) => escapedIn(fact, options, context) ?? [],
  );
  if (escaped.length === 0) return [];
  const telling = new Set(options.telling);
  const reads = readsIn(context);
  const demands = demandsIn(context);
  // A common name is the property's own where the response surely meets a validator, or stands beside one.
  const concerns = ({ name, note }: Need, { stated, file }: EscapeFact): boolean =>
    telling.has(name) || stated || note.file === file;
  return escaped.flatMap((one): readonly RequestNote[] => {
    const requests = [one.fact.request];
    if (one.fact.as !== 'leaves') return [{ kind: 'doubt', requests, note: doubt(one) }];
    const names = namesOf(one);
    // What a validator gives on is followed as well.
    const met = demands.filter((demand) => concerns(demand, one.fact));
    const own = new Set(one.lost.map(ownName));
    const read = reads.filter(
      ({ name, note }) => telling.has(name) || (own.has(name) && note.file === one.fact.file),
    );
    const needs = one.fact.stated ? met : [...met, ...read];
    const need = needs.find(({ name }) => names.has(name));
    if (need !== undefined) return [{ kind: 'doubt', requests, note: need.note }];
    return one.fact.stated ? [] : [{ kind: 'assumption', requests, note: assumption(one) }];
  });
};

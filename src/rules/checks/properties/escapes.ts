import type { EscapeFact, Finding, Note } from '../../../model/index.ts';
import { because, message } from '../message.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { areNested, fileHolding } from '../places.ts';
import { readsIn } from './explained-reads.ts';
import { declaredIn, demandsIn, keysIn, nearestTo, ownShapes } from './needs.ts';
import type { Need } from './needs.ts';
import { ownName, stepsOf } from './options.ts';
import type { PropertyOptions, Property } from './options.ts';
import { hasMoved } from '../remaining.ts';
import { contentOfCall, mayLose } from './resource.ts';

/** Properties that an assumption names one by one. */
const MAX_NAMED = 4;

const listed = (lost: readonly Property[]): string => {
  const names = lost.map(ownName);
  return `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ' and more' : ''}`;
};

const isElement = (name: string): boolean => name === '*' || /^\d+$/.test(name);

const leadsTo = (left: readonly string[], path: readonly string[]): boolean =>
  left.every((name, at) => name === path[at] || (path[at] === '*' && isElement(name)));

/** True when an escaping or read value may include the property at `path`. */
const holds = ({ path: left, as }: EscapeFact, path: readonly string[]): boolean => {
  // Keys that are given one by one lead through the property.
  if (as === 'named' && left.length > path.length)
    return !path.includes('*') && path.every((name, at) => name === left[at]);
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
  /** `undefined` for a call that may be one of several operations: its path is not fully known. */
  readonly operation: string | undefined;
  readonly lost: readonly Property[];
  /** Files that it may come to at once: where it leaves, and those whose code leads to the request. */
  readonly files: ReadonlySet<string>;
}

/** Paths at which the resource may be in the response of an unknown operation. */
const ANYWHERE = ['$', '$[*]', '$.results[*]'];

const escapedIn = (
  fact: EscapeFact,
  options: PropertyOptions,
  { view, api }: CheckContext,
): Escaped | undefined => {
  const call = view.callOf(fact.request);
  if (call === undefined || !mayLose(call, options, api)) return undefined;
  const what = contentOfCall(call, 'response', options, api);
  const { operation, paths } =
    what.kind === 'resource'
      ? { operation: what.operation, paths: [what.path] }
      : { operation: undefined, paths: ANYWHERE };
  // Of an unknown operation no more is known than that some code gets the response.
  if (operation === undefined && fact.as !== 'leaves') return undefined;
  const lost = options.properties.filter(
    ({ only, path }) =>
      only !== 'request' && paths.some((root) => holds(fact, stepsOf(root + path.slice(1)))),
  );
  const files = new Set([fileHolding(fact.file), ...call.request.trail.map(({ file }) => file)]);
  return lost.length === 0 ? undefined : { fact, operation, lost, files };
};

/** Names that are read of the lost properties, and inside of them. */
const namesOf = ({ lost }: Escaped): ReadonlySet<string> =>
  new Set(lost.flatMap(({ path, reads = [] }) => [path, ...reads.map(({ from }) => from)]).flatMap(stepsOf));

const DOUBTS = { asked: 'askedField', named: 'namedField' } as const;

/** Use of a response that may read a removed property. */
const doubt = ({ fact, operation = '', lost }: Escaped): Note => {
  const key = fact.as === 'asked' || fact.as === 'named' ? DOUBTS[fact.as] : 'unknownOperation';
  return because(fact, message(key, { operation, names: listed(lost) }));
};

const assumptionOf = ({ fact, operation, lost }: Escaped): Note | undefined =>
  operation === undefined || fact.stated
    ? undefined
    : because(fact, message('responsesLeave', { operation, names: listed(lost) }));

/** Locations of the tree that need what the escaped response loses. */
interface Met {
  readonly reads: readonly Need[];
  readonly demands: readonly Need[];
}

/** Needs that one escaped response may meet, those of validators first. */
const metBy = (one: Escaped, { reads, demands }: Met, telling: ReadonlySet<string>): readonly Need[] => {
  const { stated } = one.fact;
  const own = new Set(one.lost.map(ownName));
  const names = namesOf(one);
  const isNear = ({ note }: Need): boolean => one.files.has(note.file);
  // A common name is the property's own where the response surely meets a validator, or is beside one. What was inside of it
  // may be demanded of the new shape, or of another thing: `providerName`.
  const met = demands.filter(
    (need) => telling.has(need.name) || (own.has(need.name) && (stated || isNear(need))),
  );
  const read = reads.filter((need) => telling.has(need.name) || (own.has(need.name) && isNear(need)));
  // Those of an unknown operation by telling names are the matter of `mentionNotes`.
  const isMet = (need: Need): boolean =>
    names.has(need.name) && (one.operation !== undefined || (own.has(need.name) && isNear(need)));
  return (stated ? met : [...met, ...read]).filter(isMet);
};

/** Note about the response, before its request moves. */
const notesBefore = (one: Escaped, needs: readonly Need[], context: CheckContext): readonly RequestNote[] => {
  const requests = [one.fact.request];
  // What a validator gives on is followed as well.
  if (one.fact.as !== 'leaves') return [{ kind: 'doubt', requests, note: doubt(one) }];
  const need = nearestTo(one.fact.file, needs, context);
  if (need !== undefined) return [{ kind: 'doubt', requests, note: need.note }];
  const assumption = assumptionOf(one);
  return assumption === undefined ? [] : [{ kind: 'assumption', requests, note: assumption }];
};

/**
 * Reads of removed properties in the projects of a request, without duplicates; nested properties count with
 * their parent. Other projects may be about clusters of their own, so that their reads are only warned of.
 */
const toldOnce = (
  needs: readonly Need[],
  one: Escaped,
  { settings: { projectOf } }: CheckContext,
): readonly Need[] => {
  const project = projectOf(one.fact.file);
  const own = new Set(one.lost.map(ownName));
  const files = new Set(needs.flatMap(({ name, note }) => (own.has(name) ? [note.file] : [])));
  return needs
    .filter(({ name, note }) => own.has(name) || !files.has(note.file))
    .map((need) => (areNested(projectOf(need.note.file), project) ? need : { ...need, severity: 'warning' }));
};

/** Note about the removed properties, after the request has moved. */
const notesAfter = (
  one: Escaped,
  needs: readonly Need[],
  { version }: PropertyOptions,
): readonly RequestNote[] => {
  const { as, path, request } = one.fact;
  const remains = (name: string): Finding['data'] => ({
    property: name,
    replacement: one.lost.find((property) => ownName(property) === name)?.replacement ?? null,
    version,
  });
  // A name that is worked out is not written.
  const isNamed = (as === 'named' || as === 'asked') && path.at(-1) !== '*';
  // To look for a name is no read of it.
  if (isNamed && as === 'asked') return [];
  const written: readonly Need[] = isNamed ? [{ name: ownName(one.lost[0]!), note: doubt(one) }] : needs;
  return written.map(({ name, note, severity }) => ({
    kind: 'doubt',
    requests: [request],
    note,
    remains: remains(name),
    severity,
  }));
};

/**
 * Notes about responses that leave the analysed code. If the tree reads or requires a removed property and no
 * known call supplies it, the request's fix is unsafe; else the position is listed for review.
 */
export const escapeNotes = (options: PropertyOptions, context: CheckContext): readonly RequestNote[] => {
  const escaped = factsOfKind(context.facts, 'escape').flatMap(
    (fact) => escapedIn(fact, options, context) ?? [],
  );
  if (escaped.length === 0) return [];
  const telling = new Set(options.telling);
  const before: Met = { reads: readsIn(options, context), demands: demandsIn(context) };
  const isOwn = ownShapes(context);
  const after: Met = {
    reads: [...before.reads, ...declaredIn(context, new Set(options.successors))].filter(
      (need) => !isOwn(need) && (need.inText !== true || telling.has(need.name)),
    ),
    demands: before.demands.filter((need) => !isOwn(need)),
  };
  const keys = keysIn(context).filter((need) => telling.has(need.name) && !isOwn(need));
  const metAfter = (one: Escaped): readonly Need[] => {
    const { as, file } = one.fact;
    const looked = as === 'unknown' || as === 'field' ? keys.filter(({ note }) => note.file === file) : [];
    return [...metBy(one, after, telling), ...looked];
  };
  const { projectOf } = context.settings;
  const asking = new Set(
    context.view.calls.flatMap((call) =>
      mayLose(call, options, context.api) ? [projectOf(call.request.file)] : [],
    ),
  );
  // Another project that sets the name itself, or requests clusters itself, reads what is its own.
  const isForeign = (need: Need, { fact }: Escaped): boolean => {
    const project = projectOf(need.note.file);
    if (areNested(project, projectOf(fact.file))) return false;
    return isOwn(need) || [...asking].some((other) => areNested(project, other));
  };
  const near = (needs: readonly Need[], one: Escaped): readonly Need[] =>
    needs.filter((need) => !isForeign(need, one));
  return escaped.flatMap((one): readonly RequestNote[] => {
    const call = context.view.callOf(one.fact.request);
    return call !== undefined && hasMoved(call)
      ? notesAfter(one, toldOnce(near(metAfter(one), one), one, context), options)
      : notesBefore(one, near(metBy(one, before, telling), one), context);
  });
};

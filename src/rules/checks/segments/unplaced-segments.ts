import { flatten, HOLE, judgedFix } from '../../../model/index.ts';
import type { Endpoint, Place, Rule, SlotRange, Text } from '../../../model/index.ts';
import { renamedPath, renamedSegments } from '../../api/renames.ts';
import type { RenamedSegment, RenamedTemplate } from '../../api/renames.ts';
import type { CheckContext, PendingFinding, RequestNote } from '../check.ts';
import type { ApiCall, ResolvedUrl } from '../fact-index.ts';
import { isAdministration } from '../fact-index.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, findingAt, message } from '../message.ts';
import { areNested, knownRanges, placeOfRange, rewriteRanges, slotKey } from '../places.ts';
import { unusedAddresses } from '../version-places.ts';

/** A written segment that the versioned API names otherwise, in a text that is not known to be part of a URL. */
interface Unplaced {
  readonly at: Place;
  readonly segment: RenamedSegment;
  readonly range: SlotRange;
  /** The endpoint, where the text names another segment of it too, so that it is a path: `groups/{}/whitelist`. */
  readonly endpoint: Endpoint | undefined;
}

const isHole = (segment: string): boolean => segment.includes('{}') || segment.includes(HOLE);

const agree = (segment: string | undefined, named: string | undefined): boolean =>
  segment === undefined || named === undefined || isHole(segment) || named === '{}' || segment === named;

/** True for a path that may have the segment: it is unknown from there on, or at that place. */
const mayHold = (
  { address: { path, open } }: ResolvedUrl,
  { path: template, index }: RenamedTemplate,
): boolean => {
  const segments = path.split('/').filter(Boolean);
  const last = segments.at(-1);
  const goesOn = open && (last === undefined || isHole(last));
  if (segments.some((segment, at) => !agree(segment, template[at]))) return false;
  return segments.length > index ? isHole(segments[index]!) : goesOn;
};

/**
 * True for a written path that may be the rest of the URL of an endpoint: `{}/whitelist` of `/groups/{}/whitelist`. A value of
 * a parameter tells nothing where nothing is written before it: `/settings/whitelist`.
 */
const fits = (written: readonly string[], at: number, { path, index }: RenamedTemplate): boolean =>
  written.length - at <= path.length - index &&
  written.every((segment, own) => {
    const place = index - at + own;
    if (own === 0 && !isHole(segment)) return path[place] === segment;
    // What stands in front of the path may be a base.
    return place < 0 ? isHole(segment) : agree(segment, path[place]);
  });

/** Matches a URL of which at least the scheme is known: where it goes is seen. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

/** Texts that requests to the API, or to another host that is seen, and URLs of the API are built of. */
const builtSlots = ({ facts, view }: CheckContext): ReadonlySet<string> => {
  const texts = [
    ...factsOfKind(facts, 'request').flatMap(({ urls }) => urls),
    ...factsOfKind(facts, 'expectation').flatMap(({ urls }) => urls),
    ...factsOfKind(facts, 'foreign').flatMap(({ urls }) => urls.filter((url) => ABSOLUTE.test(flatten(url)))),
    ...view.links.map(({ located: { text } }) => text),
  ];
  return new Set(
    texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? slotKey(part.slot) : []))),
  );
};

/** Segments of a written path, with their positions; a method may stand before the path: `POST /groups`. */
const pathIn = (text: Text): readonly { readonly from: number; readonly name: string }[] => {
  const [, method = '', path = ''] = /^([A-Z]{3,7} +)?([^?#]*)/.exec(flatten(text))!;
  return Array.from(path.matchAll(/[^/]+/g), ({ index, 0: name }) => ({ from: method.length + index, name }));
};

const unplacedIn = (
  text: Text,
  built: ReadonlySet<string>,
  { api, text: textOf }: CheckContext,
): readonly Unplaced[] => {
  const written = pathIn(text);
  const names = written.map(({ name }) => name);
  return written.flatMap(({ from, name }, at): readonly Unplaced[] => {
    const segment = renamedSegments(api).find(({ before }) => name.replaceAll(HOLE, '') === before);
    const [range] = segment === undefined ? [] : knownRanges(text, from, from + name.length);
    if (segment === undefined || range === undefined || built.has(slotKey(range.slot))) return [];
    const fitting = segment.endpoints.filter((template) => fits(names, at, template));
    if (fitting.length === 0) return [];
    const isPath = names.some((other, own) => own !== at && !isHole(other));
    const endpoint = isPath ? fitting[0]!.endpoint : undefined;
    return [{ at: placeOfRange(range, textOf), segment, range, endpoint }];
  });
};

const mayName = ({ located }: ApiCall, { segment }: Unplaced): boolean =>
  located.some(
    (url) => isAdministration(url) && segment.endpoints.some((endpoint) => mayHold(url, endpoint)),
  );

const noteOf = (one: Unplaced, requests: readonly string[]): RequestNote => {
  const { before, after } = one.segment;
  return {
    kind: 'doubt',
    requests,
    note: because(one.at, message('unplacedSegment', { before, after })),
    remains: { endpoint: before, replacement: after, note: null, property: before },
    // A word may have any meaning.
    severity: 'warning',
  };
};

interface UnplacedWith {
  readonly one: Unplaced;
  readonly requests: readonly string[];
}

const found = new WeakMap<CheckContext, readonly UnplacedWith[]>();

/** Legacy names of segments in texts that no URL is seen to be built of, each with the requests that may have it in their path. */
const unplacedWith = (context: CheckContext): readonly UnplacedWith[] => {
  const known = found.get(context) ?? searched(context);
  found.set(context, known);
  return known;
};

const searched = (context: CheckContext): readonly UnplacedWith[] => {
  const { view, facts, settings } = context;
  const texts = factsOfKind(facts, 'url').filter(
    ({ use, origin }) => use === 'value' && origin === 'authored',
  );
  if (texts.length === 0) return [];
  const isNear = (a: Place, b: Place): boolean =>
    areNested(settings.projectOf(a.file), settings.projectOf(b.file));
  const calls = view.calls.filter(({ request }) => request.origin === 'authored');
  const built = builtSlots(context);
  return texts.flatMap(({ text }) =>
    unplacedIn(text, built, context).map((one) => {
      const near = calls.filter((call) => isNear(call.request, one.at) && mayName(call, one));
      return { one, requests: near.map(({ request: { id } }) => id) };
    }),
  );
};

/**
 * Notes on legacy names of path segments in texts that no URL is seen to be built of, in a project with requests whose path
 * is not known: `client.segment('whitelist')`.
 */
export const unplacedSegmentNotes = (context: CheckContext): readonly RequestNote[] =>
  unplacedWith(context).flatMap(({ one, requests }) =>
    // One note for each request: what has moved is told of, whatever else has not.
    one.endpoint === undefined ? requests.map((id) => noteOf(one, [id])) : [],
  );

const pathDraft = (
  rule: Rule,
  { at, range, segment: { after } }: Unplaced,
  endpoint: Endpoint,
  requests: readonly string[],
  { text }: CheckContext,
): PendingFinding => {
  const edits = rewriteRanges([range], after, text);
  const title = message('fixEndpoint', { names: after });
  const fix = edits && judgedFix({ title, edits, group: undefined }, because(at, message('noCall')));
  const finding = findingAt(rule, at, {
    data: { endpoint: endpoint.template, replacement: renamedPath(endpoint), note: null },
    anchor: `unplaced ${endpoint.path}`,
    certainty: 'likely',
    fix,
  });
  return { finding, part: 'move', requests };
};

/**
 * Findings for legacy paths in texts that no URL is seen to be built of, in a project that calls the API by a path or a base
 * of which no request is known: `this.get(`groups/${id}/whitelist`)`.
 */
export const unplacedPaths = (rule: Rule, context: CheckContext): readonly PendingFinding[] => {
  const paths = unplacedWith(context).filter(({ one }) => one.endpoint !== undefined);
  if (paths.length === 0) return [];
  const { projectOf } = context.settings;
  const bases = new Set(unusedAddresses(context.view).map(({ file }) => projectOf(file)));
  const isNear = ({ file }: Place): boolean => [...bases].some((base) => areNested(base, projectOf(file)));
  return paths
    .filter(({ one, requests }) => requests.length > 0 || isNear(one.at))
    .map(({ one, requests }) => pathDraft(rule, one, one.endpoint!, requests, context));
};

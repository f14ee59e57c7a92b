import { HOLE, judgedFix } from '../../../model/index.ts';
import type { Endpoint, Fix, Place, Rule, SlotRange, Text } from '../../../model/index.ts';
import { adviceOn, renamedPath } from '../../api/renames.ts';
import { legacySegments } from '../../api/telling-paths.ts';
import type { LegacySegment } from '../../api/telling-paths.ts';
import type { CheckContext, PendingFinding, RequestNote } from '../check.ts';
import { because, findingAt, message } from '../message.ts';
import { areNested, knownRanges, placeOfRange, rewriteRanges, slotKey } from '../places.ts';
import { unusedAddresses } from '../version-places.ts';
import {
  builtSlots,
  callsThatMayHold,
  fits,
  isUnknownSegment,
  segmentsOfText,
  writtenPaths,
} from './templates.ts';

/** What becomes of the endpoints that are searched for. */
type Gone = 'renamed' | 'removed';

/** A written segment that the versioned API does not have there, in a text that is not known to be part of a URL. */
interface Unplaced {
  readonly at: Place;
  readonly segment: LegacySegment;
  readonly range: SlotRange;
  /** The endpoint, where the text names another segment of it too, so that it is a path: `groups/{}/whitelist`. */
  readonly endpoint: Endpoint | undefined;
}

const unplacedIn = (
  text: Text,
  built: ReadonlySet<string>,
  segments: readonly LegacySegment[],
  textOf: CheckContext['text'],
): readonly Unplaced[] => {
  const written = segmentsOfText(text);
  const names = written.map(({ name }) => name);
  return written.flatMap(({ from, name }, at): readonly Unplaced[] => {
    const segment = segments.find(({ before }) => name.replaceAll(HOLE, '') === before);
    const [range] = segment === undefined ? [] : knownRanges(text, from, from + name.length);
    if (segment === undefined || range === undefined || built.has(slotKey(range.slot))) return [];
    const fitting = segment.endpoints.filter((template) => fits(names, at, template));
    if (fitting.length === 0) return [];
    const isPath = names.some((other, own) => own !== at && !isUnknownSegment(other));
    const endpoint = isPath ? fitting[0]!.endpoint : undefined;
    return [{ at: placeOfRange(range, textOf), segment, range, endpoint }];
  });
};

/** Note on a word that may be a renamed segment of a request's path. */
const noteOf = ({ at, segment: { before } }: Unplaced, after: string, id: string): RequestNote => ({
  kind: 'doubt',
  requests: [id],
  note: because(at, message('unplacedSegment', { before, after })),
  remains: { endpoint: before, replacement: after, note: null, property: before },
  // A word may have any meaning.
  severity: 'warning',
});

interface UnplacedWith {
  readonly one: Unplaced;
  readonly requests: readonly string[];
}

const found = new WeakMap<CheckContext, Map<Gone, readonly UnplacedWith[]>>();

/** Segments of legacy paths in texts that no URL is seen to be built of, each with the requests that may have it in their path. */
const unplacedWith = (context: CheckContext, gone: Gone): readonly UnplacedWith[] => {
  const known = found.get(context) ?? new Map<Gone, readonly UnplacedWith[]>();
  found.set(context, known);
  const listed = known.get(gone) ?? searched(context, gone);
  known.set(gone, listed);
  return listed;
};

const searched = (context: CheckContext, gone: Gone): readonly UnplacedWith[] => {
  const texts = writtenPaths(context);
  if (texts.length === 0) return [];
  const built = builtSlots(context);
  const segments = legacySegments(context.api)[gone];
  return texts.flatMap((text) =>
    unplacedIn(text, built, segments, context.text).map((one) => {
      const calls = callsThatMayHold(one.at.file, one.segment.endpoints, context);
      return { one, requests: calls.map(({ request: { id } }) => id) };
    }),
  );
};

/**
 * Notes on legacy names of path segments in texts that no URL is seen to be built of, in a project with requests whose path
 * is not known: `client.segment('whitelist')`.
 */
export const unplacedSegmentNotes = (context: CheckContext): readonly RequestNote[] =>
  unplacedWith(context, 'renamed').flatMap(({ one, requests }) => {
    const { after } = one.segment;
    // One note for each request: what has moved is reported, whatever else has not.
    return one.endpoint === undefined && after !== null ? requests.map((id) => noteOf(one, after, id)) : [];
  });

const fixOf = ({ at, range, segment: { after } }: Unplaced, text: CheckContext['text']): Fix | undefined => {
  if (after === null) return undefined;
  const edits = rewriteRanges([range], after, text);
  const title = message('fixEndpoint', { names: after });
  return edits && judgedFix({ title, edits, group: undefined }, because(at, message('noCall')));
};

const pathDraft = (
  rule: Rule,
  one: Unplaced,
  endpoint: Endpoint,
  requests: readonly string[],
  { text }: CheckContext,
): PendingFinding => {
  const isRenamed = one.segment.after !== null;
  const replacement = isRenamed ? renamedPath(endpoint) : endpoint.successor;
  const finding = findingAt(rule, one.at, {
    data: { endpoint: endpoint.template, replacement, note: isRenamed ? null : adviceOn(endpoint) },
    anchor: `unplaced ${endpoint.path}`,
    certainty: 'likely',
    fix: fixOf(one, text),
  });
  return { finding, part: 'move', requests };
};

/**
 * Findings for legacy paths in texts that no URL is seen to be built of, in a project that calls the API by a path or a base
 * of which no request is known: `this.get(`groups/${id}/whitelist`)`.
 */
export const unplacedPaths = (rule: Rule, context: CheckContext, gone: Gone): readonly PendingFinding[] => {
  const paths = unplacedWith(context, gone).filter(({ one }) => one.endpoint !== undefined);
  if (paths.length === 0) return [];
  const { projectOf } = context.settings;
  const bases = new Set(unusedAddresses(context.view).map(({ file }) => projectOf(file)));
  const isNear = ({ file }: Place): boolean => [...bases].some((base) => areNested(base, projectOf(file)));
  return paths
    .filter(({ one, requests }) => requests.length > 0 || isNear(one.at))
    .map(({ one, requests }) => pathDraft(rule, one, one.endpoint!, requests, context));
};

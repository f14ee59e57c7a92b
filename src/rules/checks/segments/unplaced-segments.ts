import { flatten, HOLE } from '../../../model/index.ts';
import type { Place, Text } from '../../../model/index.ts';
import { renamedSegments } from '../../api/renames.ts';
import type { RenamedSegment } from '../../api/renames.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall, ResolvedUrl } from '../fact-index.ts';
import { isAdministration } from '../fact-index.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { because, message } from '../message.ts';
import { areNested, knownRanges, placeOfRange, slotKey } from '../places.ts';

/** A written segment that the versioned API names otherwise, in a text that is not known to be part of a URL. */
interface Unplaced {
  readonly at: Place;
  readonly segment: RenamedSegment;
  /** True where the text has other segments beside it, so that it is a path. */
  readonly inPath: boolean;
}

type Template = RenamedSegment['endpoints'][number];

const isHole = (segment: string): boolean => segment.includes('{}') || segment.includes(HOLE);

const agree = (segment: string | undefined, named: string | undefined): boolean =>
  segment === undefined || named === undefined || isHole(segment) || named === '{}' || segment === named;

/** True for a path that may have the segment: it is unknown from there on, or at that place. */
const mayHold = ({ address: { path, open } }: ResolvedUrl, { path: template, index }: Template): boolean => {
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
const fits = (written: readonly string[], at: number, { path, index }: Template): boolean =>
  written.length - at <= path.length - index &&
  written.every((segment, own) => {
    const place = index - at + own;
    if (own === 0 && !isHole(segment)) return path[place] === segment;
    // What stands in front of the path may be a base.
    return place < 0 ? isHole(segment) : agree(segment, path[place]);
  });

/** Files and positions of the texts of which requests and URLs of any service are seen to be built. */
const builtSlots = ({ facts, view }: CheckContext): ReadonlySet<string> => {
  const sent = (['request', 'foreign', 'expectation'] as const).flatMap((kind) =>
    factsOfKind(facts, kind).flatMap(({ urls }) => urls),
  );
  const texts = [...sent, ...view.links.map(({ located: { text } }) => text)];
  return new Set(
    texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? slotKey(part.slot) : []))),
  );
};

const unplacedIn = (
  text: Text,
  built: ReadonlySet<string>,
  { api, text: textOf }: CheckContext,
): readonly Unplaced[] => {
  const path = /^[^?#]*/.exec(flatten(text))![0];
  const written = [...path.matchAll(/[^/]+/g)];
  const names = written.map(([name]) => name);
  return written.flatMap(({ index: from, 0: name }, at): readonly Unplaced[] => {
    const segment = renamedSegments(api).find(({ before }) => name.replaceAll(HOLE, '') === before);
    const [range] = segment === undefined ? [] : knownRanges(text, from, from + name.length);
    if (segment === undefined || range === undefined || built.has(slotKey(range.slot))) return [];
    if (!segment.endpoints.some((endpoint) => fits(names, at, endpoint))) return [];
    return [{ at: placeOfRange(range, textOf), segment, inPath: written.length > 1 }];
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
    ...(!one.inPath && { severity: 'warning' }),
  };
};

/**
 * Notes on legacy names of path segments in texts that no URL is seen to be built of, in a project with requests whose path
 * is not known: `client.segment('whitelist')`.
 */
export const unplacedSegmentNotes = (context: CheckContext): readonly RequestNote[] => {
  const {
    view,
    facts,
    settings: { projectOf },
  } = context;
  const texts = factsOfKind(facts, 'url').filter(
    ({ use, origin }) => use === 'value' && origin === 'authored',
  );
  const calls = view.calls.filter(({ request }) => request.origin === 'authored');
  if (texts.length === 0 || calls.length === 0) return [];
  const built = builtSlots(context);
  return texts.flatMap(({ text, file }) =>
    unplacedIn(text, built, context).flatMap((one): readonly RequestNote[] => {
      const near = calls.filter(
        (call) => areNested(projectOf(call.request.file), projectOf(file)) && mayName(call, one),
      );
      // One note for each request: what has moved is told of, whatever else has not.
      return near.map(({ request: { id } }) => noteOf(one, [id]));
    }),
  );
};

import { flatten, HOLE, slotsOf } from '../../../model/index.ts';
import type { Text } from '../../../model/index.ts';
import type { TellingTemplate } from '../../api/telling-paths.ts';
import { split } from '../../api/trie.ts';
import type { CheckContext } from '../check.ts';
import type { ApiCall, ResolvedUrl } from '../fact-index.ts';
import { isAdministration } from '../fact-index.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { areNested, slotKey } from '../places.ts';

/** True for a segment that is not known. */
export const isUnknownSegment = (segment: string): boolean =>
  segment.includes('{}') || segment.includes(HOLE);

const agree = (segment: string | undefined, named: string | undefined): boolean =>
  segment === undefined ||
  named === undefined ||
  isUnknownSegment(segment) ||
  named === '{}' ||
  segment === named;

/** True for a path that may have the telling segment: it is unknown from there on, or at that position. */
export const mayHold = (
  { address: { path, open } }: ResolvedUrl,
  { path: template, index }: TellingTemplate,
): boolean => {
  const segments = split(path);
  const last = segments.at(-1);
  const goesOn = open && (last === undefined || isUnknownSegment(last));
  if (segments.some((segment, at) => !agree(segment, template[at]))) return false;
  return segments.length > index ? isUnknownSegment(segments[index]!) : goesOn;
};

/**
 * True for a written path that may be the rest of the URL of an endpoint: `{}/whitelist` of `/groups/{}/whitelist`. A value of
 * a parameter identifies nothing where nothing is written before it: `/settings/whitelist`.
 */
export const fits = (written: readonly string[], at: number, { path, index }: TellingTemplate): boolean =>
  written.length - at <= path.length - index &&
  written.every((segment, own) => {
    const place = index - at + own;
    if (own === 0 && !isUnknownSegment(segment)) return path[place] === segment;
    // What precedes the path may be a base.
    return place < 0 ? isUnknownSegment(segment) : agree(segment, path[place]);
  });

/** Matches a URL of which at least the scheme is known: where it goes is seen. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

const slotsOfUrls = ({ facts, view }: CheckContext): ReadonlySet<string> => {
  const texts = [
    ...factsOfKind(facts, 'request').flatMap(({ urls }) => urls),
    ...factsOfKind(facts, 'expectation').flatMap(({ urls }) => urls),
    ...factsOfKind(facts, 'foreign').flatMap(({ urls }) => urls.filter((url) => ABSOLUTE.test(flatten(url)))),
    ...view.links.map(({ located: { text } }) => text),
  ];
  return new Set(texts.flatMap((text) => slotsOf(text).map(slotKey)));
};

const built = new WeakMap<CheckContext, ReadonlySet<string>>();

/** Texts that requests to the API, or to another host that is seen, and URLs of the API are built of. */
export const builtSlots = (context: CheckContext): ReadonlySet<string> => {
  const slots = built.get(context) ?? slotsOfUrls(context);
  built.set(context, slots);
  return slots;
};

/** Segments of a written path, with their positions; a method may precede the path: `POST /groups`. */
export const segmentsOfText = (text: Text): readonly { readonly from: number; readonly name: string }[] => {
  const [, method = '', path = ''] = /^([A-Z]{3,7} +)?([^?#]*)/.exec(flatten(text))!;
  return Array.from(path.matchAll(/[^/]+/g), ({ index, 0: name }) => ({ from: method.length + index, name }));
};

/** Texts of code that may be paths without a base. */
export const writtenPaths = ({ facts }: CheckContext): readonly Text[] =>
  factsOfKind(facts, 'url').flatMap(({ use, origin, text }) =>
    use === 'value' && origin === 'authored' ? [text] : [],
  );

/** Calls in the project of a file whose path may be that of one of the templates. */
export const callsThatMayHold = (
  file: string,
  templates: readonly TellingTemplate[],
  { view, settings: { projectOf } }: CheckContext,
): readonly ApiCall[] =>
  view.calls.filter(
    ({ request, located }) =>
      request.origin === 'authored' &&
      areNested(projectOf(request.file), projectOf(file)) &&
      located.some((url) => isAdministration(url) && templates.some((template) => mayHold(url, template))),
  );

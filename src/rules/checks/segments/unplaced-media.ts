import { entriesOf, flatten } from '../../../model/index.ts';
import type { Place } from '../../../model/index.ts';
import { otherMediaTemplates } from '../../api/telling-paths.ts';
import type { OtherMediaTemplate } from '../../api/telling-paths.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { HEADER_REQUIREMENTS } from '../header-requirements.ts';
import { isHidden } from '../header-state.ts';
import { because, message } from '../message.ts';
import { knownRanges, placeOfRange, slotKey } from '../places.ts';
import {
  builtSlots,
  callsThatMayHold,
  fits,
  isUnknownSegment,
  segmentsOfText,
  writtenPaths,
} from './templates.ts';

/** True where the call may ask for the media type: its callers give the header, or one arm of it does. */
const mayAskFor = ({ request: { headers } }: ApiCall, { suffix }: OtherMediaTemplate): boolean =>
  entriesOf(headers, HEADER_REQUIREMENTS.version.header).some(
    ({ values }) =>
      values === undefined ||
      values.some((value) => isHidden(flatten(value)) || flatten(value).includes(suffix)),
  );

const noteOf = (at: Place, { suffix }: OtherMediaTemplate, call: ApiCall): RequestNote => ({
  kind: 'doubt',
  requests: [call.request.id],
  note: because(at, message('unplacedMedia', { suffix })),
  remains: { property: suffix, header: HEADER_REQUIREMENTS.version.header, value: `+${suffix}` },
});

/**
 * Notes on paths of logs and invoices in texts that no URL is seen to be built of, in a project with requests whose path is
 * not known, and which ask for JSON: `['log', '/groups/:id/clusters/:host/logs/mongodb.gz']`.
 */
export const unplacedMediaNotes = (context: CheckContext): readonly RequestNote[] => {
  const texts = writtenPaths(context);
  if (texts.length === 0) return [];
  const built = builtSlots(context);
  const templates = otherMediaTemplates(context.api);
  return texts.flatMap((text) => {
    const written = segmentsOfText(text);
    const names = written.map(({ name }) => name);
    const last = written.at(-1);
    const isPath = names.slice(0, -1).some((name) => !isUnknownSegment(name));
    if (last === undefined || !isPath) return [];
    const template = templates.find(
      (one) => last.name.endsWith(one.end) && fits(names, names.length - 1, one),
    );
    const [range] = template === undefined ? [] : knownRanges(text, last.from, last.from + last.name.length);
    if (template === undefined || range === undefined || built.has(slotKey(range.slot))) return [];
    const at = placeOfRange(range, context.text);
    return callsThatMayHold(at.file, [template], context)
      .filter((call) => !mayAskFor(call, template))
      .map((call) => noteOf(at, template, call));
  });
};

import type { Finding, Note, Rule, Severity } from '../../model/index.ts';
import type { CheckContext, PendingFinding, RequestNote } from './check.ts';
import { agreedOperation } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { findingAt, message } from './message.ts';
import { areNested } from './places.ts';

/** True for a request that goes to the versioned API, and nowhere else. */
export const hasMoved = ({ located, foreign }: ApiCall): boolean =>
  !foreign && located.length > 0 && located.every(({ address }) => address.area === 'versioned');

const isLegacy = ({ address }: ResolvedUrl): boolean => address.area === 'legacy';

/** Projects that still have to do with the legacy API: what they write may be about that. */
const legacyProjects = ({ view, settings: { projectOf } }: CheckContext): readonly string[] => {
  const calls = view.calls.filter(({ located }) => located.some(isLegacy));
  const links = view.links.filter(({ located }) => isLegacy(located));
  const files = [...calls.map(({ request }) => request.file), ...links.map(({ url }) => url.file)];
  return [...new Set(files.map(projectOf))];
};

/** Notes that one finding replaces, and the calls that they are about. */
interface Written {
  readonly note: Note;
  readonly remains: Finding['data'];
  readonly severity: Severity | undefined;
  readonly calls: readonly ApiCall[];
}

/** Notes of one location that are about calls which have moved, as one. */
const byPlace = (notes: Iterable<RequestNote>, { view }: CheckContext): readonly Written[] => {
  const places = new Map<string, Written>();
  for (const { requests, note, remains, severity } of notes) {
    const calls = requests.flatMap((id) => view.callOf(id) ?? []);
    if (remains === undefined || calls.length === 0 || !calls.every(hasMoved)) continue;
    const key = `${note.file}:${note.span.start}:${note.span.end}:${String(remains['property'])}`;
    places.set(key, { note, remains, severity, calls: [...(places.get(key)?.calls ?? []), ...calls] });
  }
  return [...places.values()];
};

const findingOf = (rule: Rule, { note, remains, severity, calls }: Written): PendingFinding => {
  const finding = findingAt(rule, note, {
    data: remains,
    severity: severity ?? rule.severity,
    certainty: 'likely',
    message: message('staysWritten', { text: note.text }),
    anchor: `remains ${note.text}`,
    operation: agreedOperation(calls.flatMap(({ located }) => located)),
  });
  return { finding, part: 'alone', requests: [] };
};

/**
 * What spoke against moving requests and is written as before, now that all of a project have moved: a partial migration,
 * however it came about. The same judgment is made before and after, so that no fix makes it go away.
 */
export const remaining = (
  rule: Rule,
  notes: Iterable<RequestNote>,
  context: CheckContext,
): readonly PendingFinding[] => {
  const written = byPlace(notes, context);
  if (written.length === 0) return [];
  const { projectOf } = context.settings;
  const legacy = legacyProjects(context);
  return written
    .filter(({ note: { file } }) => !legacy.some((project) => areNested(project, projectOf(file))))
    .map((one) => findingOf(rule, one));
};

import type { Account } from '../../rules/account.ts';
import type { ApiCall, UrlLiteral, FactIndex } from '../../rules/checks/fact-index.ts';
import type { Fact, Finding, Place, ReadFact } from '../../model/index.ts';
import { overlaps } from '../../model/index.ts';
import type { Findings } from '../../pipeline/run.ts';

type PlaceText = (place: Place) => string;

const isOn = (place: Place, line: Place): boolean =>
  place.file === line.file && overlaps(place.span, line.span);

const operationOf = ({ located }: Pick<ApiCall, 'located'>): string =>
  located.map(({ identity }) => identity.operation).find((name) => name !== undefined) ?? 'unknown operation';

const methodOf = ({ request }: ApiCall): string => request.method ?? 'unknown method';

const callSentence = (call: ApiCall, placeText: PlaceText): string => {
  const via = call.request.trail.map(placeText);
  const reached = via.length === 0 ? '' : `, reached from ${via.join(', ')}`;
  return `Detected as a request: ${methodOf(call)}, ${operationOf(call)}, sent at ${placeText(call.request)}${reached}.`;
};

/** The requests that are built on a URL where it is written. */
const usersOf = ({ located }: UrlLiteral, { calls }: FactIndex): readonly ApiCall[] => {
  const slots = located.address.versionRanges.map(({ slot }) => slot);
  return calls.filter((call) =>
    call.located.some(({ address }) =>
      address.versionRanges.some(({ slot }) =>
        slots.some(({ file, span }) => file === slot.file && span.start === slot.span.start),
      ),
    ),
  );
};

const MAX_USERS = 5;

const linkSentence = (link: UrlLiteral, view: FactIndex, placeText: PlaceText): string => {
  const users = usersOf(link, view).map(({ request }) => placeText(request));
  if (link.url.follows === true) return 'A URL in a test: it changes together with the code under test.';
  if (link.url.unseen === true)
    return 'A URL of the API is passed to code that is not available, so it is unknown whether a request is sent: the fix of its base URL is unsafe.';
  if (users.length === 0)
    return 'A URL of the API. No request that uses it was found, so it is unknown whether the version header is sent: its fix is unsafe.';
  const more = users.length > MAX_USERS ? ` and ${users.length - MAX_USERS} more` : '';
  return `A URL of the API, used by the requests at ${users.slice(0, MAX_USERS).join(', ')}${more}.`;
};

const readSentence = ({ path, request, mixed }: ReadFact, view: FactIndex, placeText: PlaceText): string => {
  const call = view.callOf(request);
  const of = call === undefined ? 'a response' : `the response to the request at ${placeText(call.request)}`;
  const also = mixed === true ? ' Some callers pass something else here.' : '';
  return `Reads ${path.map(({ name }) => name).join('.')} of ${of}.${also}`;
};

const noteSentences = (fix: Finding['fix'], placeText: PlaceText): readonly string[] => [
  ...(fix?.safety === 'unsafe' ? [`${fix.reason.text} (${placeText(fix.reason)})`] : []),
  ...(fix?.assumes ?? []).map((note) => `Check by hand: ${note.text} (${placeText(note)})`),
];

const findingSentence = ({ rule, message, fix }: Finding, placeText: PlaceText): string =>
  [
    `${rule}: ${message} Fix: ${fix === undefined ? 'by hand' : fix.safety}.`,
    ...noteSentences(fix, placeText),
  ].join(' ');

const factSentences = (fact: Fact, view: FactIndex, placeText: PlaceText): readonly string[] => {
  if (fact.kind === 'read') return [readSentence(fact, view, placeText)];
  if (fact.kind === 'expectation')
    return ['An expectation of a test: its headers change together with the code under test.'];
  if (fact.kind === 'url' && fact.use === 'mention')
    return ['A URL that is only mentioned (a label, a log message, a comparison). It is left alone.'];
  return [];
};

/** Sentences on the fate of a text that can be a URL of the legacy API; findings are printed separately. */
const accountSentences = (account: Account): readonly string[] => {
  if (account.kind === 'unread')
    return [`A text that can be a URL of the legacy API is not accounted for: ${account.why}.`];
  if (account.kind === 'silenced')
    return [`A text that can be a URL of the legacy API is left alone: ${account.by}.`];
  return [];
};

/** Sentences on what the scan knows of a line. Names and locations only, and what findings say. */
export const sentencesAbout = (
  line: Place,
  { facts, findings, view, accounts }: Findings,
  placeText: PlaceText,
): readonly string[] => {
  const accounted = accounts.filter((account) => isOn(account, line)).flatMap(accountSentences);
  if (view === undefined) return accounted;
  const calls = view.calls.filter(({ request, located }) => isOn(request, line) && located.length > 0);
  const links = view.links.filter(({ url }) => isOn(url, line));
  const sentences = [
    ...calls.map((call) => callSentence(call, placeText)),
    ...links.map((link) => linkSentence(link, view, placeText)),
    ...facts.filter((fact) => isOn(fact, line)).flatMap((fact) => factSentences(fact, view, placeText)),
    ...findings
      .filter((finding) => isOn(finding, line))
      .map((finding) => findingSentence(finding, placeText)),
    ...accounted,
  ];
  return [...new Set(sentences)];
};

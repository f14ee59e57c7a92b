import { MESSAGES } from '../../src/generated/messages.ts';
import type { Files } from '../fixtures/pipeline.ts';

/** What becomes of a reason why a fix is unsafe, once the fix is made. */
export type Fate =
  /** The fix takes it away. */
  | { readonly removed: string }
  /** A finding or failure of its own says it, before and after: nothing changes there. */
  | { readonly own: string }
  /** The compiler or the tests of the project say it from then on. */
  | { readonly compiler: string }
  /** It rests on what nobody sees, so that nothing written is wrong afterwards: `fix` alone says it. */
  | { readonly unseen: string }
  /** It stays, and this rule reports it: in this program, after all its fixes. */
  | { readonly rule: string; readonly program: Files };

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const SENT = `{ headers: { Accept: 'application/json' } }`;
const GROUPS = `fetch('${BASE}/groups', ${SENT})`;
const CLUSTER = `(await (await fetch('${BASE}/groups/' + g + '/clusters/c', ${SENT})).json())`;

const file = (text: string): Files => ({ 'a.ts': text });

/** Sentences that are no reasons: titles, parts of sentences, what findings say. */
export const WORDS = [
  'unseenCode',
  'theText',
  'inRequest',
  'inUnseenRequest',
  'inOtherPart',
  'staysWritten',
  'mockMatches',
  'sendIt',
  'alsoRead',
  'sentFromThere',
  'addressStays',
  'targetEnds',
  'targetLater',
  'targetChanges',
  'changesIn',
  'severalCalls',
  'targetOnly',
  'wrongMethod',
  'wantsAuth',
  'secretsInBody',
  'noCredentials',
  'otherAuth',
  'untypedBody',
  'wrongBodyType',
  'fieldInQuery',
  'fieldMissing',
  'fixCallForm',
  'fixExpectedHeader',
  'unseenBodyElsewhere',
  'otherFileThanPayload',
  'raiseVersion',
  'fixPayload',
  'answerStillHas',
  'answeredError',
  'answeredPage',
  'answeredOther',
  'answeredInVersion',
  'answeredInType',
  'answeredRemoved',
  'answeredEnding',
  'namedElsewhere',
  'typeChangesToo',
  'nextVersion',
  'noLaterVersion',
  'operationEnds',
  'useInstead',
  'asListed',
  'afterDeprecation',
  'asAnswered',
  'floorVersion',
  'noSuchRule',
  'noStart',
  'noDate',
  'expired',
  'noReason',
  'nothingFound',
  'rulesFindNothing',
  'noSuchComment',
  'didYouMeanLine',
  'fixShorten',
  'fixRemoveComment',
  'useNotSeen',
  'versionNotSeen',
  'fixEndpoint',
  'fixAddHeader',
  'fixReplaceHeader',
  'fixRead',
  'fixBase',
  'fixAnswerType',
  'declareInstead',
  'declaredInPart',
  'fixDeclare',
  'mustBe',
  'lacks',
  'hostAndPort',
  'hexadecimal',
  'notValid',
  'fieldMustBe',
  'responsesLeave',
  'readFromSent',
  'writtenForBody',
] as const satisfies readonly (keyof typeof MESSAGES)[];

/** Every reason; a sentence that is in neither list does not compile. */
export const REASONS: Readonly<Record<Exclude<keyof typeof MESSAGES, (typeof WORDS)[number]>, Fate>> = {
  comparedUrl: {
    rule: 'legacy-base-url',
    program: file(`export const f = async () => {
  const r = await ${GROUPS};
  if (!r.url.startsWith('${BASE}/')) throw new Error('redirected');
  return r;
};`),
  },
  comparedHeader: {
    rule: 'missing-version-header',
    program: file(`const o = ${SENT};
export const f = () => fetch('${BASE}/groups', o);
export const g = (config: { headers: Record<string, string> }) => config.headers.Accept === 'application/json';`),
  },
  furtherUrls: { unseen: 'The other values of the URL.' },
  statedCall: { compiler: 'The test fails: its call is given one header more than it states.' },
  strayHeader: {
    rule: 'missing-version-header',
    program: file(`const all = { atlas: { 'X-A': '1' } };
for (const each of Object.values(all)) each['Accept'] = 'application/json';
export const f = () => fetch('${BASE}/groups', { headers: all.atlas });`),
  },
  servedHere: {
    rule: 'legacy-base-url',
    program: {
      'a.ts': `export const f = () => fetch('/api/atlas/v1.0/groups', ${SENT});`,
      'server.ts': `import express from 'express';
express().get('/api/atlas/v1.0/groups', (req, res) => res.json([]));`,
    },
  },
  noRequest: {
    rule: 'missing-version-header',
    program: file(`type Job = { url: string; headers?: Record<string, string> };
const run = (j: Job) => fetch(j.url, { headers: j.headers });
const jobs: Job[] = [{ url: '${BASE}/groups' }, { url: 'https://api.example.com/user' }];
export const all = () => Promise.all(jobs.map(run));`),
  },
  unseen: {
    rule: 'missing-version-header',
    program: file(
      `export const f = (client: { get(url: string): Promise<unknown> }) => client.get('${BASE}/groups');`,
    ),
  },
  noHeader: {
    rule: 'missing-version-header',
    program: file(`declare const up: (h: Record<string, string>) => Record<string, string>;
export const f = () => fetch('${BASE}/groups', { headers: up({ Accept: 'application/json' }) });`),
  },
  headerUnseen: {
    rule: 'missing-version-header',
    program: file(`import { setGlobalDispatcher, Agent, fetch } from 'undici';
setGlobalDispatcher(new Agent().compose((d) => (o, h) => d({ ...o, headers: { accept: 'application/json' } }, h)));
export const f = () => ${GROUPS};`),
  },
  otherUse: {
    rule: 'missing-version-header',
    program: file(`const BASE = '${BASE}';
type Job = { url: string; headers?: Record<string, string> };
const run = (j: Job) => fetch(j.url, { headers: j.headers });
const jobs: Job[] = [{ url: BASE + '/groups' }, { url: 'https://api.example.com/user' }];
export const all = () => Promise.all(jobs.map(run));
export const f = () => fetch(BASE + '/orgs', ${SENT});`),
  },
  unexplainedRead: {
    rule: 'removed-cluster-property',
    program: {
      'a.ts': `export const load = async (g: string) => ${CLUSTER};`,
      'b.ts': `export const show = (c: any) => c.srvAddress;`,
    },
  },
  demanded: {
    rule: 'removed-cluster-property',
    program: file(`import { z } from 'zod';
const Cluster = z.object({ name: z.string(), mongoURI: z.string() });
export const f = async (g: string) => Cluster.parse(${CLUSTER}).name;`),
  },
  namedField: {
    rule: 'removed-cluster-property',
    program: file(`const KEY = 'mongoURI';
export const f = async (g: string) => ${CLUSTER}[KEY];`),
  },
  unknownOperation: {
    rule: 'removed-cluster-property',
    program:
      file(`export const render = (t: string, o: any) => t.replace(/\\{\\{(\\w+)\\}\\}/g, (_, k) => o[k]);
export const f = async (g: string) => render('{{name}}: {{srvAddress}}', ${CLUSTER});`),
  },
  openFinding: {
    rule: 'removed-cluster-property',
    program: file(`export const f = async (g: string) => ${CLUSTER}.replicationFactor;`),
  },
  contested: { own: 'misversioned-endpoint, or whatever is wrong with the other URL' },
  unlistedEndpoint: {
    rule: 'unknown-endpoint',
    program: file(`export const f = () => fetch('${BASE}/nowhere/at/all', ${SENT});`),
  },
  unplacedSegment: {
    rule: 'renamed-endpoint',
    program: file(`export const at = (...segments: string[]) =>
  fetch(['${BASE}', ...segments].join('/'), ${SENT});
export const list = (at: any) => at('groups', 'g1', 'whitelist');`),
  },
  unplacedMedia: {
    rule: 'missing-version-header',
    program:
      file(`const PATHS = new Map([['one', '/groups/:g'], ['log', '/groups/:g/clusters/h/logs/mongodb.gz']]);
const fill = (path: string, params: Record<string, string>) =>
  Object.entries(params).reduce((filled, [name, value]) => filled.replace(':' + name, value), path);
export const f = (name: string, params: any) => fetch('${BASE}' + fill(PATHS.get(name)!, params), ${SENT});`),
  },
  laterCall: { removed: 'the request goes to the API that has the endpoint' },
  goneEndpoint: { own: 'removed-endpoint' },
  refused: { own: 'missing-version-header' },
  fixedUrl: { own: 'legacy-base-url' },
  sentElsewhere: { own: 'legacy-base-url' },
  brokenFile: { own: 'the file is among those that failed' },
  presumed: { removed: 'the header is written at the call' },
  otherMediaType: { unseen: 'the endpoint has no other media type, whatever reads its response' },
  underCondition: { removed: 'each arm of the condition sends the header' },
  sentAlready: { removed: 'the test expects what the code sends' },
  otherAnswers: { removed: 'the comparison accepts both media types' },
  otherWord: { removed: 'the value is the one that the service expects' },
  notOwn: { removed: 'the value is the one that the service expects' },
  noVersion: { removed: 'the version is one that the service knows' },
  unidentified: { removed: 'the payload has the new shape' },
  olderVersion: { removed: 'the request asks for the version of its payload' },
  inexactRead: { removed: 'the read takes what takes the place of the property' },
  likelyRead: { removed: 'the read takes what takes the place of the property' },
  noCall: { removed: 'the path is the one of the versioned API' },
  closedToHeader: { compiler: 'the type has no such member' },
  listedByType: { compiler: 'what else has the type allows no such text' },
  closedToText: { compiler: 'the type allows no such text' },
  closedToShape: { compiler: 'the type has another shape' },
  heldType: { compiler: 'the type has no such member' },
  heldOutsideType: { compiler: 'the type has no such member' },
  optionalMember: { compiler: 'the member may be absent' },
  otherNames: { compiler: 'the type has no such member' },
  givenByTest: { compiler: 'the test that passes the object fails' },
  mockedRead: { compiler: 'the test that has the mock fails' },
  matchedByMock: { compiler: 'the test that has the mock fails' },
  testNames: { compiler: 'the test fails that looks at what is sent' },
  mockedElsewhere: { compiler: 'the tests that have the mock fail' },
  ownHeader: { unseen: 'whether the other request sends the header too' },
  sharedHeader: { unseen: 'where the other request goes' },
  ownServer: { unseen: 'what the server of the page does with the path' },
  unknownAnswerType: { unseen: 'what is done with the content type' },
  changedMeaning: { unseen: 'what the code does with the two values, which are the same from then on' },
  askedField: { unseen: 'what the code does where the name is missing; to look for it reads nothing' },
  unseenBody: { unseen: 'what the body is; a payload that is written is found by itself' },
  noBody: { unseen: 'what the body is, and whether there is one' },
  unseenValue: { unseen: 'what the value is' },
  sharedBody: { unseen: 'what the other request wants' },
  readBody: {
    rule: 'removed-cluster-property',
    program: file(`export const f = async (g: string) => {
  const body = { name: 'n', clusterType: 'REPLICASET', providerSettings: { providerName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M10' } };
  await fetch('${BASE}/groups/' + g + '/clusters', { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return body.providerSettings.instanceSizeName;
};`),
  },
  readWholeBody: { unseen: 'what the code does with the fields that it takes' },
  unlocatedRead: { unseen: 'where the request is sent' },
  mixedRead: { unseen: 'what the other values are' },
  disabledRule: { unseen: 'the rule is off: the user asked for silence' },
};

/** True for a sentence that the template makes. */
export const isMadeBy = (template: string, text: string): boolean =>
  template.split(/\{\w+\}/).every((piece) => text.includes(piece));

const STAYING = Object.entries(REASONS).flatMap(([key, fate]) =>
  'program' in fate ? [{ template: MESSAGES[key as keyof typeof REASONS], rule: fate.rule }] : [],
);

/** The rule that reports a reason after the fix; `undefined` where it does not stay. */
export const ruleAfter = (reason: string): string | undefined =>
  STAYING.find(({ template }) => isMadeBy(template, reason))?.rule;

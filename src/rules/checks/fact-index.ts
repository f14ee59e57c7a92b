import { factsOfKind } from './facts-of-kind.ts';
import { addressOf, identify } from '../api/identify.ts';
import type { Address, CallIdentity } from '../api/identify.ts';
import { addTo, slotsOf } from '../../model/index.ts';
import type {
  Api,
  ExpectationFact,
  Fact,
  OperationInfo,
  Origin,
  RequestFact,
  Slot,
  Text,
  UrlFact,
} from '../../model/index.ts';
import { namesHost } from '../api/url-kind.ts';
import { slotKey } from './places.ts';

/** One possible value of a URL, with the call that it makes. */
export interface ResolvedUrl {
  readonly text: Text;
  readonly address: Address;
  readonly identity: CallIdentity;
}

/** A request, with those of its URLs that belong to the API. */
export interface ApiCall {
  readonly request: RequestFact;
  readonly located: readonly ResolvedUrl[];
  /** True when the request may also go elsewhere: to another host, another API, or an unknown URL. */
  readonly foreign: boolean;
}

/** Expectation of a test about a request, with those of its URLs that belong to the API. */
export interface TestExpectation {
  readonly fact: ExpectationFact;
  readonly located: readonly ResolvedUrl[];
}

/** A text that is used as a URL of the API, where it is written. */
export interface UrlLiteral {
  readonly url: UrlFact;
  readonly located: ResolvedUrl;
}

/** Text that may be used as a URL, with its parsed URL if it is one of the API. */
export interface UrlCandidate {
  readonly text: Text;
  readonly located: ResolvedUrl | undefined;
}

/** The facts of a scan, joined: what every check looks at. */
export interface FactIndex {
  readonly calls: readonly ApiCall[];
  readonly links: readonly UrlLiteral[];
  readonly expectations: readonly TestExpectation[];
  /** The texts that a slot is part of. */
  usesOf(slot: Slot): readonly UrlCandidate[];
  callOf(request: string | undefined): ApiCall | undefined;
  originOf(file: string): Origin | undefined;
  /** True when the file's project calls the administration API. */
  callsApi(file: string): boolean;
}

/** Facts about the projects of a scan, by folder. */
export interface Projects {
  /** Projects that certainly call the API. */
  readonly sure: Set<string>;
  /** Projects that call the administration API. */
  readonly calling: Set<string>;
  /** Projects with a URL that would be one of the API in a project that certainly calls it. */
  readonly inDoubt: Set<string>;
}

/** Empty project facts. */
export const noProjects = (): Projects => ({ sure: new Set(), calling: new Set(), inDoubt: new Set() });

/** True for the areas whose calls name a resource version. */
export const isAdministration = ({ address }: ResolvedUrl): boolean =>
  address.area === 'legacy' || address.area === 'versioned';

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/**
 * Other products also serve `/api/atlas/v2`. On an unknown host a known path of the API decides; an unknown
 * path counts as one of the API if the project certainly calls the API.
 */
const certaintyOf = (address: Address, resources: () => ReadonlySet<string>): 'sure' | 'maybe' | 'no' => {
  if (address.area !== 'versioned' || address.host !== undefined) return 'sure';
  const first = firstSegment(address.path);
  if (first === '' || first.includes('{}')) return 'maybe';
  return resources().has(first) ? 'sure' : 'no';
};

/** Parses URLs; loads the table of operations only for ambiguous ones. */
class Locator {
  private readonly addresses = new Map<Text, Address | undefined>();
  private resources: ReadonlySet<string> | undefined;
  private readonly api: Api;
  private readonly projects: Projects;

  constructor(api: Api, projects: Projects) {
    this.api = api;
    this.projects = projects;
  }

  /** Remembers the projects that surely call the API. To be called for all texts before the first `locate`. */
  learn(text: Text, project: string): void {
    const address = this.addressOf(text);
    const isSure = address === undefined ? namesHost(text, this.api) : this.judge(address) === 'sure';
    if (isSure) this.projects.sure.add(project);
  }

  /** `given`: the text is passed to unknown code, which may append a path to it. */
  locate(text: Text, method: string | undefined, project: string, given = false): ResolvedUrl | undefined {
    const address = this.addressOf(text);
    if (address === undefined) return undefined;
    const certainty = this.judge(address);
    if (certainty === 'no') return undefined;
    if (certainty === 'maybe' && !this.projects.sure.has(project)) {
      this.projects.inDoubt.add(project);
      return undefined;
    }
    const isBase = given && address.path === '' && address.open;
    return { text, address, identity: identify(isBase ? undefined : method, address, this.api) };
  }

  private addressOf(text: Text): Address | undefined {
    if (this.addresses.has(text)) return this.addresses.get(text);
    const address = addressOf(text, this.api);
    this.addresses.set(text, address);
    return address;
  }

  private judge(address: Address): 'sure' | 'maybe' | 'no' {
    return certaintyOf(
      address,
      () => (this.resources ??= new Set(this.api.operations.map(({ path }) => firstSegment(path)))),
    );
  }
}

type ProjectOf = (file: string) => string;

const callOf = (request: RequestFact, project: string, locator: Locator): ApiCall => {
  const located = request.urls.flatMap(
    (text) => locator.locate(text, request.method, project, request.heuristic) ?? [],
  );
  return { request, located, foreign: located.length < request.urls.length };
};

/** Counts a heuristic request only where it certainly goes to the administration API. */
const isCall = ({ request, located }: ApiCall): boolean =>
  request.heuristic !== true || located.some(isAdministration);

const expectationOf = (fact: ExpectationFact, project: string, locator: Locator): TestExpectation => ({
  fact,
  located: fact.urls.flatMap((text) => locator.locate(text, fact.method, project) ?? []),
});

const linkOf = (url: UrlFact, project: string, locator: Locator): readonly UrlLiteral[] => {
  const located = locator.locate(url.text, undefined, project);
  return located === undefined ? [] : [{ url, located }];
};

const callers = (
  calls: readonly ApiCall[],
  links: readonly UrlLiteral[],
  projectOf: ProjectOf,
): readonly string[] =>
  [
    ...calls.filter(({ located }) => located.some(isAdministration)).map(({ request }) => request.file),
    ...links.filter(({ located }) => isAdministration(located)).map(({ url }) => url.file),
  ].map(projectOf);

/** Texts by slot; computed on first use. */
const usesBySlot = (uses: readonly UrlCandidate[]): ((slot: Slot) => readonly UrlCandidate[]) => {
  let index: Map<string, UrlCandidate[]> | undefined;
  const build = (): Map<string, UrlCandidate[]> => {
    const built = new Map<string, UrlCandidate[]>();
    for (const use of uses) {
      const slots = slotsOf(use.text).map(slotKey);
      for (const key of new Set(slots)) addTo(built, key, use);
    }
    return built;
  };
  return (slot) => (index ??= build()).get(slotKey(slot)) ?? [];
};

/**
 * Builds the index of all or some facts of a scan. `projectOf` returns the folder of a file's project;
 * `projects` has the project facts of other parts of the same scan, and is updated with those of these facts.
 */
export const buildFactIndex = (
  facts: readonly Fact[],
  api: Api,
  projectOf: ProjectOf,
  projects: Projects = noProjects(),
): FactIndex => {
  const requests = factsOfKind(facts, 'request');
  const urls = factsOfKind(facts, 'url').filter(({ use }) => use === 'value');
  const locator = new Locator(api, projects);
  for (const url of urls) locator.learn(url.text, projectOf(url.file));
  for (const { urls: texts, file } of requests)
    for (const text of texts) locator.learn(text, projectOf(file));
  const calls = requests.map((request) => callOf(request, projectOf(request.file), locator)).filter(isCall);
  const links = urls.flatMap((url) => linkOf(url, projectOf(url.file), locator));
  const found = [...calls.flatMap(({ located }) => located), ...links.map(({ located }) => located)];
  const texts = [...requests.flatMap((request) => request.urls), ...urls.map(({ text }) => text)];
  const byText = new Map(found.map((located) => [located.text, located]));
  const byId = new Map(calls.map((call) => [call.request.id, call]));
  // A collection may hold saved responses, which are evidence: its URLs tell what the file is.
  const origins = new Map([...facts, ...urls].map((fact) => [fact.file, fact.origin]));
  for (const project of callers(calls, links, projectOf)) projects.calling.add(project);
  return {
    calls,
    links,
    expectations: factsOfKind(facts, 'expectation').map((fact) =>
      expectationOf(fact, projectOf(fact.file), locator),
    ),
    usesOf: usesBySlot(texts.map((text) => ({ text, located: byText.get(text) }))),
    callOf: (request) => (request === undefined ? undefined : byId.get(request)),
    originOf: (file) => origins.get(file),
    callsApi: (file) => projects.calling.has(projectOf(file)),
  };
};

/** The operation that all of these are; `undefined` when they differ or one cannot be determined. */
export const agreedOperation = (all: readonly ResolvedUrl[]): string | undefined => {
  const names = new Set(all.map(({ identity }) => identity.operation));
  return names.size === 1 ? [...names][0] : undefined;
};

/** Operations of the administration API that are called, by their names. */
export const operationsIn = ({ calls }: FactIndex): ReadonlyMap<string, OperationInfo> => {
  const found = new Map<string, OperationInfo>();
  for (const { identity } of calls.flatMap(({ located }) => located.filter(isAdministration)))
    if (identity.operation !== undefined && identity.info !== undefined)
      found.set(identity.operation, identity.info);
  return found;
};

import { groupBy, programFiles } from '../../model/index.ts';
import type { EscapeFact, Fact, NameFact, ReadFact, RequestFact } from '../../model/index.ts';
import type { ProjectHost } from '../extractor.ts';
import { givenNames } from './given-names.ts';
import { namesInText } from './names-in-text.ts';
import { isOfResponse, isOfWrittenDictionary } from './of-responses.ts';

const MAX_FILES = 200;

/** Files that describe properties, or list names used by others: they contain no reads. */
const PROSE =
  /\.(?:mdx?|markdown|adoc|rst|txt|csv|log|org|map|lock|snap|tf|tfvars|hcl|svg|patch|diff)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|CHANGELOG|LICENSE|README)[^/]*$/i;
const TERRAFORM = /\.(?:tf|hcl)$/;
const CODE = /\.(?:[cm]?[jt]sx?|gs)$/;
/** Other languages whose programs receive responses. */
const LANGUAGES = programFiles(['groovy'], ['typescript']);
const JENKINSFILE = /(?:^|\/)jenkinsfile[^/]*$/i;
const TEST = /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/_.-])(?:test|spec)s?[_.][^/]*$|[a-z]Tests?\.\w+$/;

const readPlaces = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.kind === 'read'
        ? fact.path.flatMap(({ slot }) => (slot ? [`${slot.file}:${slot.span.end}`] : []))
        : [],
    ),
  );

/** File that was not examined because there are too many. */
const unread = (file: string, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  file,
  span: { start: 0, end: 0 },
  name,
  as: 'read',
});

/** Matches the read of a name: `.instanceSizeName`, `["name"]`. */
const STEP = /\.([A-Za-z_]\w*)|\[\\?["'](\w+)\\?["']\]/y;

const stepsBehind = (text: string, at: number): readonly string[] => {
  const steps: string[] = [];
  STEP.lastIndex = at;
  for (let step = STEP.exec(text); step !== null; step = STEP.exec(text)) steps.push(step[1] ?? step[2]!);
  return steps;
};

/**
 * Read of a name in a file that also receives responses: `data.http.clusters` and `c.providerSettings` of one module.
 */
const readOf = (text: string, { file, span, name }: NameFact): ReadFact => {
  const slot = { file, span, value: name, spelling: 'fixed' } as const;
  const step = { name, slot, optional: false };
  const behind = stepsBehind(text, span.end).map((each) => ({ ...step, name: each }));
  return {
    kind: 'read',
    origin: 'authored',
    request: undefined,
    path: [step, ...behind],
    form: 'member',
    bothShapes: false,
    file,
    span,
  };
};

/** Code files that send requests, except tests, whose mocks respond. */
const callingFiles = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.kind === 'request' &&
      fact.origin === 'authored' &&
      (LANGUAGES.test(fact.file) || JENKINSFILE.test(fact.file)) &&
      !TEST.test(fact.file)
        ? [fact.file]
        : [],
    ),
  );

/** True for a request of code, and for a URL that one may use. */
const maySend = (fact: Fact): boolean =>
  fact.origin === 'authored' && (fact.kind === 'request' || (fact.kind === 'url' && fact.use === 'value'));

/** Scripts of a collection may read the response of any request in it. */
const givenToScripts = ({ id: request, file, span }: RequestFact): EscapeFact => ({
  kind: 'escape',
  origin: 'collection',
  request,
  path: [],
  stated: false,
  as: 'leaves',
  file,
  span,
});

/** Facts about reads across files: possible readers of a response, and responses that leave the code. */
type Across = NameFact | ReadFact | EscapeFact;

/**
 * Reads in files of all other languages of one of the names, from values not known to be a response: of
 * telling names, and in files where a response leaves the followed code of all names in rules. A collection
 * may have scripts that read its responses. `facts` have their positions in real files.
 */
export const namesInOtherFiles = (
  facts: readonly Fact[],
  { telling, names, successors }: Readonly<Record<'telling' | 'names' | 'successors', readonly string[]>>,
  host: ProjectHost,
  isEvidence: (file: string) => boolean,
): readonly Across[] => {
  const leaving = new Set(facts.flatMap(({ kind, file }) => (kind === 'escape' ? [file] : [])));
  const collected = groupBy(
    facts.filter((fact): fact is RequestFact => fact.kind === 'request' && fact.origin === 'collection'),
    ({ file }) => file,
  );
  const calling = callingFiles(facts);
  const isCalled = leaving.size > 0 || facts.some(maySend);
  if (telling.length === 0 || (collected.size === 0 && !isCalled)) return [];
  const isOwn = (file: string): boolean => leaving.has(file) || collected.has(file) || calling.has(file);
  // A module's outputs pass on responses.
  const ofModules = [...leaving].some((file) => TERRAFORM.test(file));
  const isAsked = (file: string): boolean =>
    isCalled && (!PROSE.test(file) || (ofModules && TERRAFORM.test(file))) && !isEvidence(file);
  const mentions = (file: string): boolean => {
    const text = host.read(file) ?? '';
    return names.some((name) => text.includes(name));
  };
  const held = new Set(host.holding?.(telling) ?? []);
  const files = [...new Set([...leaving, ...calling, ...held])].filter(
    (file) =>
      !CODE.test(file) &&
      (isOwn(file) || isAsked(file)) &&
      (collected.has(file) || held.has(file) || mentions(file)),
  );
  const known = readPlaces(facts);
  const told = new Set(telling);
  const found = files.slice(0, MAX_FILES).flatMap((file) => {
    const text = host.read(file) ?? '';
    const wanted = leaving.has(file) || calling.has(file) ? names : telling;
    const all = namesInText(file, text, wanted).filter((fact) => !isOfWrittenDictionary(text, fact));
    const taken = all.filter(({ span }) => !known.has(`${file}:${span.end}`));
    const given = givenNames(file, text, wanted, successors);
    if (taken.length === 0 || !isOwn(file)) return [...all, ...given];
    const reads = taken
      .filter((fact) => (calling.has(fact.file) ? isOfResponse(text, fact) : told.has(fact.name)))
      .map((fact) => readOf(text, fact));
    return [...all, ...given, ...reads, ...(collected.get(file) ?? []).map(givenToScripts)];
  });
  return [...found, ...files.slice(MAX_FILES, MAX_FILES + 1).map((file) => unread(file, telling[0]!))];
};

import type { EscapeFact, Fact, NameFact, ReadFact, RequestFact } from '../../model/index.ts';
import type { ProjectHost } from '../extractor.ts';
import { lineStart } from '../lines.ts';

/** More places than this of one file say no more. */
const MOST_PLACES = 50;
const MOST_FILES = 200;

/** Files that speak about properties, or list what others call them: nothing is read there. */
const PROSE =
  /\.(?:mdx?|markdown|adoc|rst|txt|csv|log|org|map|lock|snap|tf|tfvars|hcl|svg|patch|diff)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|CHANGELOG|LICENSE|README)[^/]*$/i;
const CODE = /\.[cm]?[jt]sx?$/;
/** A description of an API, or what a recorder, a linter or a lock of packages wrote. */
const DESCRIPTION = /"?(?:openapi|swagger|asyncapi|lockfileVersion|creator)"?\s*:/;
/** Deeper indented comments are taken for code. */
const INDENT = 200;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%|rem\b)/i;

/** What stands behind a name that is given a value here: a key, an assignment. */
const GIVEN = /^\\?["'`]?\s*(?::(?!:)|=>|=(?!=|~))/;
/** What stands before a name that is taken from something: `.name`, `['name']`, `"name"`, `{name`. */
const TAKEN = /[.[{("'`]\s*$|->\s*$/;

const isRead = (text: string, start: number, end: number): boolean => {
  const before = text.slice(Math.max(0, start - 20), start).replace(/^[^]*[\r\n]/, '');
  if (!TAKEN.test(before) || GIVEN.test(text.slice(end, end + 20))) return false;
  const line = lineStart(text, start);
  return !COMMENT.test(text.slice(line, Math.min(start, line + INDENT)));
};

/** Where a text that is no source code of TypeScript or JavaScript takes one of the names from something. */
const namesInText = (file: string, text: string, names: readonly string[]): readonly NameFact[] => {
  if (DESCRIPTION.test(text.slice(0, 4000))) return [];
  const pattern = new RegExp(String.raw`\b(?:${names.join('|')})\b`, 'g');
  const found: NameFact[] = [];
  for (const match of text.matchAll(pattern)) {
    const [name] = match;
    const span = { start: match.index, end: match.index + name.length };
    if (!isRead(text, span.start, span.end)) continue;
    found.push({ kind: 'name', origin: 'authored', file, span, name, as: 'read' });
    if (found.length >= MOST_PLACES) break;
  }
  return found;
};

const readPlaces = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.kind === 'read'
        ? fact.path.flatMap(({ slot }) => (slot ? [`${slot.file}:${slot.span.end}`] : []))
        : [],
    ),
  );

/** A file that was not looked into because there are too many. */
const unread = (file: string, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  file,
  span: { start: 0, end: 0 },
  name,
  as: 'read',
});

/** What is taken from a name: `.instanceSizeName`, `["name"]`. */
const STEP = /\.([A-Za-z_]\w*)|\[\\?["'](\w+)\\?["']\]/y;

const stepsBehind = (text: string, at: number): readonly string[] => {
  const steps: string[] = [];
  STEP.lastIndex = at;
  for (let step = STEP.exec(text); step !== null; step = STEP.exec(text)) steps.push(step[1] ?? step[2]!);
  return steps;
};

/** Read of a name in a file that also gets responses: `data.http.clusters` and `c.providerSettings` of one module. */
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

const byFile = (requests: readonly RequestFact[]): ReadonlyMap<string, readonly RequestFact[]> => {
  const files = new Map<string, RequestFact[]>();
  for (const request of requests) {
    const known = files.get(request.file);
    if (known === undefined) files.set(request.file, [request]);
    else known.push(request);
  }
  return files;
};

/** A script of a collection reads the response of any request in it. */
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

/** Facts that lie across files: what reads a response which leaves, and which responses do. */
type Across = NameFact | ReadFact | EscapeFact;

/**
 * Places in files of all other languages that take one of the names from something of which nobody sees that it is a
 * response: those that tell, and in files where a response leaves the code that is followed all names of rules. A
 * collection may have scripts that read its responses. `facts` have their places in real files.
 */
export const namesBeyondCode = (
  facts: readonly Fact[],
  { telling, names }: { readonly telling: readonly string[]; readonly names: readonly string[] },
  host: ProjectHost,
  isEvidence: (file: string) => boolean,
): readonly Across[] => {
  const leaving = new Set(facts.flatMap(({ kind, file }) => (kind === 'escape' ? [file] : [])));
  const collected = byFile(
    facts.filter((fact): fact is RequestFact => fact.kind === 'request' && fact.origin === 'collection'),
  );
  if (telling.length === 0 || leaving.size + collected.size === 0) return [];
  const isOwn = (file: string): boolean => leaving.has(file) || collected.has(file);
  const isAsked = (file: string): boolean => leaving.size > 0 && !PROSE.test(file) && !isEvidence(file);
  const files = [...new Set([...leaving, ...(host.holding?.(telling) ?? [])])].filter(
    (file) => !CODE.test(file) && (isOwn(file) || isAsked(file)),
  );
  const known = readPlaces(facts);
  const told = new Set(telling);
  const found = files.slice(0, MOST_FILES).flatMap((file) => {
    const text = host.read(file) ?? '';
    const taken = namesInText(file, text, leaving.has(file) ? names : telling).filter(
      ({ span }) => !known.has(`${file}:${span.end}`),
    );
    if (taken.length === 0 || !isOwn(file)) return taken;
    const reads = taken.filter(({ name }) => told.has(name)).map((fact) => readOf(text, fact));
    return [...taken, ...reads, ...(collected.get(file) ?? []).map(givenToScripts)];
  });
  return [...found, ...files.slice(MOST_FILES, MOST_FILES + 1).map((file) => unread(file, telling[0]!))];
};

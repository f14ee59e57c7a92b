import type { Fact, NameFact } from '../../model/index.ts';
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
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%|rem\b)/i;

/** What stands behind a name that is given a value here: a key, an assignment. */
const GIVEN = /^\\?["'`]?\s*(?::(?!:)|=>|=(?!=|~))/;
/** What stands before a name that is taken from something: `.name`, `['name']`, `"name"`, `{name`. */
const TAKEN = /[.[{("'`]\s*$|->\s*$/;

const isRead = (text: string, start: number, end: number): boolean => {
  const line = lineStart(text, start);
  if (COMMENT.test(text.slice(line, start))) return false;
  const before = text.slice(Math.max(line, start - 20), start);
  return TAKEN.test(before) && !GIVEN.test(text.slice(end, end + 20));
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

/** Files of another language in which a response leaves: there each name counts that it loses. */
const leavingFiles = (facts: readonly Fact[]): ReadonlySet<string> =>
  new Set(facts.flatMap(({ kind, file }) => (kind === 'escape' && !CODE.test(file) ? [file] : [])));

/** A file that was not looked into because there are too many. */
const unread = (file: string, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  file,
  span: { start: 0, end: 0 },
  name,
  as: 'read',
});

/**
 * Places in files of all other languages that take one of the names from something of which nobody sees that it is a
 * response: those that tell, and in files where a response leaves the code that is followed all names of rules.
 */
export const namesBeyondCode = (
  facts: readonly Fact[],
  { telling, names }: { readonly telling: readonly string[]; readonly names: readonly string[] },
  host: ProjectHost,
  isEvidence: (file: string) => boolean,
): readonly NameFact[] => {
  if (telling.length === 0 || !facts.some(({ kind }) => kind === 'escape')) return [];
  const leaving = leavingFiles(facts);
  const files = [...new Set([...leaving, ...(host.holding?.(telling) ?? [])])].filter(
    (file) => !PROSE.test(file) && !CODE.test(file) && !isEvidence(file),
  );
  const known = readPlaces(facts);
  const found = files
    .slice(0, MOST_FILES)
    .flatMap((file) => namesInText(file, host.read(file) ?? '', leaving.has(file) ? names : telling))
    .filter(({ file, span }) => !known.has(`${file}:${span.end}`));
  return [...found, ...files.slice(MOST_FILES, MOST_FILES + 1).map((file) => unread(file, telling[0]!))];
};

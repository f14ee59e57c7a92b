import type { Fact, Place, ServedFact, Span, Text } from '../../model/index.ts';
import { addTo, flatten, programFiles } from '../../model/index.ts';
import type { ProjectHost } from '../extractor.ts';
import { isCodeName } from '../forms/not-analysed.ts';
import { lineStart } from '../lines.ts';

/** Maximum number of files that name a path to be examined; the next one counts as serving it. */
const MAX_FILES = 200;
/** Maximum number of positions per file. */
const MAX_PLACES = 20;

const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%|rem\b)/i;
/** Matches an API description, or a file written by a recorder or a package manager. */
const DESCRIPTION = /"?(?:openapi|swagger|asyncapi|lockfileVersion|creator)"?\s*:/;
const CODE = programFiles(['vue', 'svelte', 'astro']);
/** JSON files that configure how a host serves paths; others contain data. */
const HOSTING =
  /(?:^|\/)(?:package|vercel|now|firebase|netlify|staticwebapp\.config|[\w.-]*prox(?:y|ies)[\w.-]*)\.json$/i;
const JSON_FILE = /\.(?:json[c5]?|har|ndjson|jsonl)$/i;
/** Files whose own path is a route: `app/api/[...path]/route.ts`. */
const ROUTE_FILE = /(?:^|\/)(api\/(?:[\w-]+\/v[\d.]+(?=[/.])|(?:[\w-]+\/)?\[)[^/]*)/;
/**
 * Matches the text before the path of a route or proxy where a base URL may be too: `app.use(`,
 * `createProxyMiddleware(`.
 */
const REGISTERED =
  /(?:(?:\.(?:use|all|get|post|put|patch|delete|route|mount|register|any|handle|HandleFunc)|prox(?:y|ies)\w*)\(|\b(?:source|from|context|prefix|matcher|route)["']?\s*:)\s*\[?\s*$/i;
/** `"proxy": "http://localhost:4000"` in a package.json: forwards every request that is not for a file. */
const FORWARDS_ALL = /"proxy"\s*:\s*["{]/;

const isHosting = (file: string): boolean =>
  isCodeName(file) && (!JSON_FILE.test(file) || HOSTING.test(file));

/** True for a URL without a known host: a path, or a path after an unknown part. */
const isHostless = (text: Text, roots: readonly string[]): boolean => {
  const flat = flatten(text);
  return !/^[a-z][a-z\d+.-]*:\/\/[\w.-]+/i.test(flat) && roots.some((root) => flat.includes(root.slice(1)));
};

/** Spans of texts in requests and tests, by file: these are destinations, not served paths. */
const sentSpans = (facts: readonly Fact[]): ReadonlyMap<string, readonly Span[]> => {
  const found = new Map<string, Span[]>();
  const add = ({ file, span }: Place): void => {
    addTo(found, file, span);
  };
  const addText = ({ parts }: Text): void => {
    for (const part of parts) if (part.kind === 'known') add(part.slot);
  };
  for (const fact of facts) {
    if (fact.kind === 'request' || fact.kind === 'foreign' || fact.kind === 'expectation')
      fact.urls.forEach(addText);
    else if (fact.kind === 'url' && fact.follows === true) addText(fact.text);
    else if (fact.kind === 'mention' && /^(?:comment|log|prose|type|documentation)$/.test(fact.by)) add(fact);
  }
  return found;
};

/** Literal prefix of a path pattern: `/api/atlas` of `/api/atlas/:path*`, `\/api\/atlas\/.*`. */
const knownPath = (written: string): string => {
  const plain = written.replaceAll('\\', '');
  const end = plain.search(/[*:([{$?+<|^]|\.\*/);
  const known = end < 0 ? plain : plain.slice(0, plain.lastIndexOf('/', end));
  return known.replace(/\/+$/, '');
};

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`);

/** True where a path of the API is below the served one, or vice versa. */
const meets = (path: string, roots: readonly string[]): boolean =>
  path !== '' && roots.some((root) => isWithin(root, path) || isWithin(path, root));

const PATH = /(?<=["'`\s=^~(|/]|^)\^?\\?\/api(?:\\?\/[^\s"'`,;]*)?(?=["'`\s,;*?:)]|$)/gm;

/** True where a path is the whole of a text or regular expression in code that is not a base URL: a key, a route. */
const isServedInCode = (text: string, { start, end }: Span, isValue: boolean): boolean => {
  const before = text[start - 1] ?? '';
  if (before === '/') return true;
  if (!/["'`]/.test(before) || text[end] !== before) return false;
  return !isValue || REGISTERED.test(text.slice(Math.max(0, start - 60), start - 1));
};

const overlaps = (spans: readonly Span[], start: number): boolean =>
  spans.some((span) => span.start <= start && start < span.end);

/** Positions in a file that serve or forward a path of the API, or one above. */
const servedIn = (
  file: string,
  text: string,
  roots: readonly string[],
  sent: readonly Span[],
  values: readonly Span[],
): readonly ServedFact[] => {
  if (!CODE.test(file) && DESCRIPTION.test(text.slice(0, 4000))) return [];
  const found: ServedFact[] = [];
  for (const { 0: written, index: start } of text.matchAll(PATH)) {
    const path = knownPath(written.replace(/^\^/, ''));
    if (!meets(path, roots) || overlaps(sent, start)) continue;
    const span = { start, end: start + written.length };
    if (COMMENT.test(text.slice(lineStart(text, start), start))) continue;
    if (CODE.test(file) && !isServedInCode(text, span, overlaps(values, start))) continue;
    found.push({ kind: 'served', origin: 'authored', file, span, path });
    if (found.length >= MAX_PLACES) break;
  }
  const all = /(?:^|\/)package\.json$/.test(file) ? FORWARDS_ALL.exec(text) : null;
  if (all !== null) {
    const span = { start: all.index, end: all.index + '"proxy"'.length };
    found.push({ kind: 'served', origin: 'authored', file, span, path: '' });
  }
  return found;
};

const routeFiles = (files: readonly string[], roots: readonly string[]): readonly ServedFact[] =>
  files.flatMap((file): readonly ServedFact[] => {
    const [, named] = ROUTE_FILE.exec(file) ?? [];
    const path = named === undefined ? '' : knownPath(`/${named}`);
    const span = { start: 0, end: 0 };
    return meets(path, roots) ? [{ kind: 'served', origin: 'authored', file, span, path }] : [];
  });

const valueSpans = (facts: readonly Fact[], file: string): readonly Span[] =>
  facts.flatMap((fact) =>
    fact.kind === 'url' && fact.use === 'value'
      ? fact.text.parts.flatMap((part) =>
          part.kind === 'known' && part.slot.file === file ? [part.slot.span] : [],
        )
      : [],
  );

/**
 * Positions of the tree that serve or forward paths of the API: routes, proxies, rewrites, server settings.
 * `roots` are the root paths of the API: `/api/atlas/v1.0`. Searched only where a request has no host.
 */
export const servedPaths = (
  facts: readonly Fact[],
  roots: readonly string[],
  host: ProjectHost,
  isEvidence: (file: string) => boolean,
): readonly ServedFact[] => {
  const isOpen = facts.some(
    (fact) =>
      fact.kind === 'request' &&
      fact.origin !== 'recording' &&
      fact.urls.some((url) => isHostless(url, roots)),
  );
  if (!isOpen) return [];
  const words = ['/api', String.raw`\/api`];
  const files = [
    ...host.search(/\/api\b/, words),
    ...(host.holding?.([...words, '"proxy"']) ?? []).filter((file) => isHosting(file)),
  ].filter((file) => !isEvidence(file));
  const sent = sentSpans(facts);
  const found = [...new Set(files)]
    .slice(0, MAX_FILES)
    .flatMap((file) =>
      servedIn(file, host.read(file) ?? '', roots, sent.get(file) ?? [], valueSpans(facts, file)),
    );
  const beyond = files.slice(MAX_FILES, MAX_FILES + 1).map((file): ServedFact => ({
    kind: 'served',
    origin: 'authored',
    file,
    span: { start: 0, end: 0 },
    path: '',
  }));
  return [...found, ...routeFiles(host.files(), roots), ...beyond];
};

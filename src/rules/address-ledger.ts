import type { Account, AccountFate } from './account.ts';
import { message } from './checks/message.ts';
import type {
  Api,
  Fact,
  FailedFile,
  Finding,
  LegacyText,
  Origin,
  Place,
  Rule,
  SilenceReason,
  Span,
  Text,
} from '../model/index.ts';
import { contains, groupBy, slotsOf, SpanIndex } from '../model/index.ts';
import { urlKindOf } from './api/url-kind.ts';
import type { UrlKind } from './api/url-kind.ts';
import { legacyTexts } from './api/legacy-texts.ts';
import type { SuppressedFinding } from './run-rules.ts';

/** A file that was analysed and is held as text. */
export interface AnalysedFile {
  readonly path: string;
  readonly origin: Origin;
  readonly text: string;
}

export interface LedgerInput {
  readonly api: Api;
  readonly rules: readonly Rule[];
  readonly files: readonly AnalysedFile[];
  readonly facts: readonly Fact[];
  readonly findings: readonly Finding[];
  readonly hidden: readonly SuppressedFinding[];
  readonly failed: readonly FailedFile[];
  /** Parts of the files that no reader reads. */
  readonly notRead?: readonly (Place & { readonly why: string })[];
}

/** Finding, reported or suppressed, with the fields that the ledger needs. */
interface Known extends Place {
  readonly fate: AccountFate;
  /** True for a finding about a URL itself. */
  readonly isAddress: boolean;
}

/** A text that is built on a slot of a file, at the span of that slot. */
interface Built extends Place {
  readonly text: Text;
}

/** Findings, edits and mentions by file and position. */
type ByPlace<T> = ReadonlyMap<string, SpanIndex<T>>;

interface Tables {
  readonly api: Api;
  readonly known: ByPlace<Known>;
  readonly built: ByPlace<Built>;
  readonly mentions: ByPlace<{ readonly by: SilenceReason }>;
  readonly failed: ReadonlyMap<string, number>;
  readonly notRead: ByPlace<Place & { readonly why: string }>;
  readonly answers: ByPlace<Place>;
  readonly verdicts: Map<Text, UrlKind>;
  /** Cache of the fates of URLs by text: a URL that is written in many pieces is looked up once. */
  readonly fates: Map<Text, AccountFate | undefined>;
}

/** Checks whose findings are about URLs, where they are written. */
const ADDRESS_CHECKS: ReadonlySet<string> = new Set(['moved-base', 'endpoint-moved']);

const NOT_KNOWN = message('useNotSeen');
const NO_VERSION = message('versionNotSeen');

const indexed = <T extends { readonly span: Span }>(
  all: Iterable<T>,
  fileOf: (each: T) => string,
): ByPlace<T> => {
  const files = groupBy(all, fileOf);
  return new Map([...files].map(([file, own]) => [file, new SpanIndex(own, ({ span }) => span)]));
};

const byFile = <T extends Place>(all: readonly T[]): ByPlace<T> => indexed(all, ({ file }) => file);

/** Findings about URLs, by the ids of their rules. */
export const isAboutAddress = (rules: readonly Rule[]): ((finding: Finding) => boolean) => {
  const ids = new Set(rules.filter(({ check }) => ADDRESS_CHECKS.has(check)).map(({ id }) => id));
  return ({ rule }) => ids.has(rule);
};

const knownIn = ({ findings, hidden, rules }: LedgerInput): readonly Known[] => {
  const isAddress = isAboutAddress(rules);
  const shown = findings.map((finding): Known => ({
    file: finding.file,
    span: finding.span,
    fate: { kind: 'finding', finding },
    isAddress: isAddress(finding),
  }));
  const kept = hidden.map(({ finding, by }): Known => ({
    file: finding.file,
    span: finding.span,
    fate: { kind: 'silenced', by },
    isAddress: isAddress(finding),
  }));
  return [...shown, ...kept];
};

/** The texts of URLs, by the files and positions in which a part of them, or a copy of the part, is written. */
const builtIn = (facts: readonly Fact[], wanted: ReadonlySet<string>): Tables['built'] => {
  const built: Built[] = [];
  const add = (text: Text): void => {
    for (const part of text.parts) {
      if (part.kind !== 'known' || !wanted.has(part.slot.file)) continue;
      const { file, span, copies = [] } = part.slot;
      built.push({ file, span, text }, ...copies.map(({ slot }) => ({ file, span: slot.span, text })));
    }
  };
  for (const fact of facts) {
    if (fact.kind === 'url' && fact.use === 'value') add(fact.text);
    else if (fact.kind === 'request' || fact.kind === 'expectation') fact.urls.forEach(add);
  }
  return byFile(built);
};

const tablesOf = (input: LedgerInput, wanted: ReadonlySet<string>): Tables => ({
  api: input.api,
  known: byFile(knownIn(input).filter(({ file }) => wanted.has(file))),
  built: builtIn(input.facts, wanted),
  mentions: byFile(input.facts.filter((fact) => fact.kind === 'mention')),
  notRead: byFile(input.notRead ?? []),
  failed: new Map(input.failed.map(({ file, from = 0 }) => [file, from])),
  answers: byFile(input.facts.filter(({ origin }) => origin === 'recording')),
  verdicts: new Map(),
  fates: new Map(),
});

const sizeOf = ({ span }: Place): number => span.end - span.start;

const narrowest = (all: readonly Known[]): Known | undefined =>
  all.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];

/** Caches the result of `make` for each text. */
const once = <T>(known: Map<Text, T>, text: Text, make: (text: Text) => T): T => {
  if (!known.has(text)) known.set(text, make(text));
  return known.get(text)!;
};

/** The fate of the URL that a text is part of: that of the finding in any of the literals that spell it. */
const fateOfAddress = (text: Text, { known }: Tables): AccountFate | undefined => {
  for (const { file, span } of slotsOf(text)) {
    const found = known
      .get(file)
      ?.overlapping(span)
      .find(({ isAddress }) => isAddress);
    if (found !== undefined) return found.fate;
  }
  return undefined;
};

/** Verdict of the values that are built on a text; `none`: it is no URL of the legacy API. */
const fateByValue = (
  { span, open }: LegacyText,
  file: string,
  tables: Tables,
): AccountFate | 'none' | undefined => {
  const texts = tables.built.get(file)?.overlapping(span) ?? [];
  const verdict = (text: Text): UrlKind => urlKindOf(text, tables.api);
  const verdicts = texts.map(({ text }) => ({ text, verdict: once(tables.verdicts, text, verdict) }));
  const legacy = verdicts.filter(({ verdict }) => verdict === 'legacy');
  const found = legacy
    .map(({ text }) => once(tables.fates, text, (one) => fateOfAddress(one, tables)))
    .find((fate) => fate !== undefined);
  if (found !== undefined) return found;
  if (legacy.length > 0) return undefined;
  if (verdicts.some(({ verdict }) => verdict === 'ours')) return 'none';
  if (texts.length > 0 && verdicts.every(({ verdict }) => verdict === 'other-host'))
    return { kind: 'silenced', by: 'other-host' };
  return open ? { kind: 'unread', why: NO_VERSION } : undefined;
};

const fateOf = (found: LegacyText, { path, origin }: AnalysedFile, tables: Tables): AccountFate | 'none' => {
  const { span } = found;
  const from = tables.failed.get(path);
  if (from !== undefined && span.start >= from) return { kind: 'failed' };
  const known = tables.known.get(path)?.overlapping(span) ?? [];
  const address = narrowest(known.filter(({ isAddress }) => isAddress));
  if (address !== undefined) return address.fate;
  const mention = tables.mentions.get(path)?.overlapping(span)[0];
  if (mention !== undefined) return { kind: 'silenced', by: mention.by };
  const byValue = fateByValue(found, path, tables);
  if (byValue !== undefined) return byValue;
  const part = tables.notRead.get(path)?.overlapping(span)[0];
  if (part !== undefined) return { kind: 'unread', why: part.why };
  if (origin === 'generated') return { kind: 'silenced', by: 'generated' };
  if (
    tables.answers
      .get(path)
      ?.overlapping(span)
      .some((answer) => contains(answer.span, span)) === true
  )
    return { kind: 'silenced', by: 'recorded-answer' };
  return narrowest(known)?.fate ?? { kind: 'unread', why: found.open ? NO_VERSION : NOT_KNOWN };
};

/**
 * Ledger of URLs: every text in the analysed files that may be a URL of the legacy API, with its fate. Texts
 * that nothing accounts for are listed as `unread`.
 */
export const addressLedger = (input: LedgerInput): readonly Account[] => {
  const texts = legacyTexts(input.api);
  const found = input.files
    .map((file) => ({ file, texts: texts.in(file.text) }))
    .filter((each) => each.texts.length > 0);
  if (found.length === 0) return [];
  const tables = tablesOf(input, new Set(found.map(({ file }) => file.path)));
  return found.flatMap(({ file, texts: own }) =>
    own.flatMap((text): readonly Account[] => {
      const fate = fateOf(text, file, tables);
      return fate === 'none' ? [] : [{ file: file.path, span: text.span, ...fate }];
    }),
  );
};

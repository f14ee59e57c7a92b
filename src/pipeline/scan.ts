import { breakOf } from '../rules/parse-errors.ts';
import { settingsFor } from '../rules/checks/check.ts';
import type { Reshape, Settings } from '../rules/checks/check.ts';
import { noProjects, viewOf } from '../rules/checks/fact-index.ts';
import type { Projects, View } from '../rules/checks/fact-index.ts';
import { embeddingOf } from './embedded-text.ts';
import { mediaTypeFacts } from './media-type-facts.ts';
import { variableUses } from './variable-uses.ts';
import type { TextsWith } from './variable-uses.ts';
import type { Embedding } from './embedded-text.ts';
import { extractFiles } from './extract-files.ts';
import type { ExtractionInput } from './extract-files.ts';
import { inOrder as byPlace, judgeAll } from '../rules/run-rules.ts';
import type { Judgement } from '../rules/run-rules.ts';
import { addressLedger } from '../rules/address-ledger.ts';
import type { Account } from '../rules/address-ledger.ts';
import type { EmbeddedText, Fact, FailedFile, Finding, Form, SourceFile, Trace } from '../model/index.ts';
import type { ReadRecordings } from './scan-recordings.ts';
import type { Witness } from './recording-summary.ts';

export interface ScanInput extends ExtractionInput {
  readonly candidates: readonly SourceFile[];
  readonly settings: Settings;
  /** Files in other languages that write a vendor media type. */
  readonly mediaTypes?: readonly string[];
  /** Finds words in files that are not followed. */
  readonly textsWith?: TextsWith;
  /**
   * Looks on while recordings are judged a share at a time. Without it their facts are kept and joined with all others,
   * in memory that grows with the recordings.
   */
  readonly witness?: Witness | undefined;
  /** Loads what restructures payloads; called only when one is in sight. */
  readonly loadReshape: () => Promise<Reshape>;
}

export interface ScanOutcome {
  /** Of recordings that were judged a share at a time only what rules look at as a whole. */
  readonly facts: readonly Fact[];
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedFile[];
  /** What became of each text that can be an address of the legacy API, in the files that are held as text. */
  readonly accounts: readonly Account[];
  /** The facts, joined; `undefined` when there are none. */
  readonly view: View | undefined;
  /** What there is to say of the line that was asked about. */
  readonly traces?: readonly Trace[];
  /** What is kept of recordings that were judged a share at a time. */
  readonly witness?: Witness | undefined;
}

/** True for facts that may hold a payload to restructure. */
const holdsPayload = (fact: Fact): boolean =>
  fact.kind === 'payload'
    ? fact.origin === 'authored'
    : fact.kind === 'request' && (fact.body?.kind === 'object' || fact.bodies !== undefined);

/** Settings of files hold for the texts inside their strings. */
const insideTexts = (settings: Settings, { fileOf }: Embedding): Settings =>
  settings.of === undefined ? settings : { ...settings, of: (path) => settingsFor(settings, fileOf(path)) };

/** How facts are joined and judged, all at once or a share at a time. */
interface Court {
  readonly projects: Projects;
  readonly join: (facts: readonly Fact[]) => View;
  readonly judge: (facts: readonly Fact[], view: View, failed?: readonly FailedFile[]) => Promise<Judgement>;
}

const courtFor = (
  { candidates, host, ruleset, ...input }: ScanInput,
  embedded: readonly EmbeddedText[],
): Court => {
  const texts = new Map(candidates.map((file) => [file.path, file.text]));
  const embedding = embeddingOf(embedded, (file) => texts.get(file) ?? host.read(file));
  const settings = insideTexts(input.settings, embedding);
  const projects = noProjects();
  return {
    projects,
    join: (facts) => viewOf(facts, ruleset.api, settings.projectOf, projects),
    judge: async (facts, view, failed = []) => {
      const reshape = facts.some(holdsPayload) ? await input.loadReshape() : undefined;
      const broken = breakOf(failed, embedding.fileOf);
      const judged = judgeAll(facts, ruleset, settings, embedding.text, reshape, view, broken);
      const [findings, kept] = [judged.findings, judged.hidden.map(({ finding }) => finding)];
      const hidden = embedding.outwardEach(kept);
      return {
        findings: embedding.outward(findings),
        hidden: judged.hidden.map((each, index) => ({ ...each, finding: hidden[index]! })),
      };
    },
  };
};

/** Forms that tell of the same calls over and over, a line or a span each. */
const LOGS: ReadonlySet<Form> = new Set(['access-log', 'otlp']);

/** Recordings that a witness looks on are judged a share at a time, beside the facts of all else. */
const readInShares = async (
  input: ScanInput,
  recordings: readonly SourceFile[],
  court: Court,
  code: readonly Fact[],
): Promise<ReadRecordings> => {
  const { ruleset, settings, witness } = input;
  const { projects, join } = court;
  const { readRecordings } = await import('./scan-recordings.ts');
  const logs = new Set(recordings.filter(({ form }) => LOGS.has(form)).map(({ path }) => path));
  return readRecordings(
    {
      ruleset,
      settings,
      projects,
      witness,
      extract: (take) => extractFiles(input, recordings, take),
      judge: async (facts, view) => (await court.judge(facts, view)).findings,
      isLog: (file) => logs.has(file),
    },
    () => join(code),
  );
};

/** What files tell that no extractor reads for it. */
const settledFacts = (input: ScanInput): readonly Fact[] => {
  const { candidates, addresses, mediaTypes = [], textsWith } = input;
  const uses = textsWith === undefined ? [] : variableUses(candidates, addresses, textsWith);
  return [...mediaTypeFacts(candidates, mediaTypes, input), ...uses];
};

/** Facts of the candidates, then what the rules say of them. Loads only the extractors that have a file to read. */
export const scanFiles = async (input: ScanInput): Promise<ScanOutcome> => {
  const { candidates, witness } = input;
  const inShares = ({ origin }: SourceFile): boolean => witness !== undefined && origin === 'recording';
  const recordings = candidates.filter(inShares);
  const code = await extractFiles(
    input,
    candidates.filter((file) => !inShares(file)),
  );
  const { embedded, traces } = code;
  const settled = code.facts.length === 0 ? [] : settledFacts(input);
  const written = [...code.facts, ...settled];
  const accountsOf = (facts: readonly Fact[], failed: readonly FailedFile[], judged: Judgement) =>
    addressLedger({
      ...judged,
      ...input.ruleset,
      facts,
      failed,
      files: candidates.filter(({ origin }) => origin !== 'recording'),
    });
  if (written.length === 0 && recordings.length === 0) {
    const { failed } = code;
    const accounts = accountsOf([], failed, { findings: [], hidden: [] });
    return { facts: [], findings: [], failed, accounts, view: undefined, traces };
  }
  const court = courtFor(input, embedded);
  const read = recordings.length > 0 ? await readInShares(input, recordings, court, written) : undefined;
  const { sequences = [], findings: early = [], failed: unread = [] } = read ?? {};
  const facts = [...written, ...sequences];
  const failed = [...code.failed, ...unread];
  const view = court.join(facts);
  const late = await court.judge(facts, view, failed);
  if (read !== undefined) witness?.see({ facts: sequences, view, findings: late.findings });
  const findings = early.length === 0 ? late.findings : [...early, ...late.findings].toSorted(byPlace);
  const accounts = accountsOf(facts, failed, { ...late, findings });
  return { facts, findings, failed, accounts, view, traces, witness };
};

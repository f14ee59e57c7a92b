import { formatOf } from '../extract/forms/formats.ts';
import type { Fact, FailedFile, SourceFile } from '../model/index.ts';
import { addressLedger } from '../rules/address-ledger.ts';
import { settingsFor } from '../rules/checks/check.ts';
import type { Settings } from '../rules/checks/check.ts';
import { noProjects, buildFactIndex } from '../rules/checks/fact-index.ts';
import type { Projects, FactIndex } from '../rules/checks/fact-index.ts';
import { breakOf } from '../rules/parse-errors.ts';
import { inOrder, runAllRules } from '../rules/run-rules.ts';
import { embeddedDocuments } from './embedded-text.ts';
import type { EmbeddedDocuments } from './embedded-text.ts';
import { judgeIsolated, unsafeBesideFailed } from './failed-files.ts';
import type { IsolatedJudgement } from './failed-files.ts';
import type { ReadRecordings } from './judge-recordings.ts';
import type { RecordingSummary } from './recording-summary.ts';
import { withinReach } from './writable-files.ts';
import type { Facts, FileSet, Findings, RecordedFacts, Terms } from './run.ts';

/** True for facts that may hold a payload to restructure. */
const holdsPayload = (fact: Fact): boolean =>
  fact.kind === 'payload'
    ? fact.origin === 'authored'
    : fact.kind === 'request' && (fact.body?.kind === 'object' || fact.bodies !== undefined);

/** Settings of files hold for the texts inside their strings. */
const insideTexts = (settings: Settings, { fileOf }: EmbeddedDocuments): Settings =>
  settings.of === undefined ? settings : { ...settings, of: (path) => settingsFor(settings, fileOf(path)) };

/** Joins facts and runs the rules on them, all at once or a batch at a time. */
interface RuleRunner {
  readonly embedding: EmbeddedDocuments;
  readonly projects: Projects;
  readonly join: (facts: readonly Fact[]) => FactIndex;
  readonly run: (
    facts: readonly Fact[],
    view: FactIndex,
    failed?: readonly FailedFile[],
  ) => Promise<IsolatedJudgement>;
}

const ruleRunner = (terms: Terms, { files, embedded }: Facts): RuleRunner => {
  const { ruleset } = terms;
  const { inventory, host } = files;
  const texts = new Map(inventory.candidates.map((file) => [file.path, file.text]));
  const embedding = embeddedDocuments(embedded, (file) => texts.get(file) ?? host.read(file));
  const settings = insideTexts(terms.settings, embedding);
  const projects = noProjects();
  return {
    embedding,
    projects,
    join: (facts) => buildFactIndex(facts, ruleset.api, settings.projectOf, projects),
    run: async (facts, view, failed = []) => {
      const reshape = facts.some(holdsPayload) ? await terms.loadReshape() : undefined;
      const broken = breakOf(failed, embedding.chainOf);
      const { text, placeOf } = embedding;
      const judged = judgeIsolated(facts, (some) => {
        const seen = some === facts ? view : buildFactIndex(some, ruleset.api, settings.projectOf, projects);
        return runAllRules(some, ruleset, settings, text, reshape, seen, broken, placeOf);
      });
      const hidden = embedding.eachToHostFile(judged.hidden.map(({ finding }) => finding));
      return {
        lost: judged.lost,
        findings: embedding.toHostFiles(judged.findings),
        hidden: judged.hidden.map((each, index) => ({ ...each, finding: hidden[index]! })),
      };
    },
  };
};

/** Recordings, which are checked in batches with the facts of all other files. */
const judgeBatches = async (
  terms: Terms,
  { files, read }: RecordedFacts,
  runner: RuleRunner,
  code: readonly Fact[],
  { isChosen, summary }: Pick<FileSet, 'isChosen'> & { readonly summary: RecordingSummary },
): Promise<ReadRecordings> => {
  const { readRecordings } = await import('./judge-recordings.ts');
  const lost = new Map<string, FailedFile>();
  const logs = new Set(files.filter(({ form }) => formatOf(form).repeats).map(({ path }) => path));
  const judged = await readRecordings(
    {
      ...terms,
      projects: runner.projects,
      summary,
      files,
      reported: code.length === 0 ? files.filter(({ path }) => isChosen(path)) : files,
      extract: read,
      judge: async (facts, view) => {
        const batch = await runner.run(facts, view);
        for (const failed of batch.lost) lost.set(failed.file, failed);
        return batch.findings;
      },
      isLog: (file) => logs.has(file),
    },
    () => runner.join(code),
  );
  return { ...judged, failed: [...judged.failed, ...lost.values()] };
};

/** Summary of recordings; loaded only where there are some. */
const summaryFor = async ({ options }: Terms): Promise<RecordingSummary> =>
  new (await import('./recording-summary.ts')).RecordingSummary(options.excerpts);

const NOTHING: IsolatedJudgement = { findings: [], hidden: [], lost: [] };

const isText = ({ origin }: SourceFile): boolean => origin !== 'recording';

/** Unreadable embedded code does not make its file fail: its URLs are listed as unread. */
const realFiles = (failed: readonly FailedFile[], { chainOf }: EmbeddedDocuments): readonly FailedFile[] =>
  failed.filter(({ file }) => chainOf(file).length === 0);

/** Runs the rules on the facts of a run: its findings, and further data for the report. */
export const judge = async (terms: Terms, given: Facts): Promise<Findings> => {
  const { files, traces, recorded } = given;
  const summary = recorded && (await summaryFor(terms));
  const runner = ruleRunner(terms, given);
  const { embedding } = runner;
  const inFiles = embedding.factsInHostFiles(given.facts);
  const read =
    recorded && summary && (await judgeBatches(terms, recorded, runner, inFiles, { ...files, summary }));
  const { sequences = [], findings: early = [], failed: unread = [] } = read ?? {};
  const facts = [...given.facts, ...sequences];
  const broken = [...given.failed, ...unread];
  const isEmpty = facts.length === 0 && recorded === undefined;
  const view = isEmpty ? undefined : runner.join(facts);
  const late = view ? await runner.run(facts, view, broken) : NOTHING;
  const failed = [...broken, ...late.lost];
  const toHostFiles = inFiles === given.facts ? facts : [...inFiles, ...sequences];
  const shown = view && toHostFiles !== facts ? runner.join(toHostFiles) : view;
  if (shown) summary?.add({ facts: sequences, view: shown, findings: late.findings });
  const own = unsafeBesideFailed(late.findings, given.lost);
  const findings = early.length === 0 ? own : [...early, ...own].toSorted(inOrder);
  const accounts = addressLedger({
    ...late,
    ...terms.ruleset,
    findings,
    facts: toHostFiles,
    failed: realFiles(failed, embedding),
    notRead: embedding.factsInHostFiles(given.notRead),
    files: files.inventory.candidates.filter(isText),
  });
  // A shard only reports: what it leaves to others, a fix without shards applies.
  const within = terms.options.shard === undefined ? withinReach(findings, files) : findings;
  return {
    files,
    facts: toHostFiles,
    findings: within,
    failed: realFiles(failed, embedding),
    accounts,
    view: shown,
    traces,
    recordings: summary,
  };
};

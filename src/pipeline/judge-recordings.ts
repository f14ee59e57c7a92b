import { GroupedFindings } from './group-findings.ts';
import type { Area } from '../rules/api/identify.ts';
import type { Settings } from '../rules/checks/check.ts';
import { buildFactIndex } from '../rules/checks/fact-index.ts';
import type { ApiCall, Projects, FactIndex } from '../rules/checks/fact-index.ts';
import type { ExtractResult, TakeFacts } from '../extract/extractor.ts';
import { limitHeap } from '../io/heap.ts';
import type { Fact, FailedFile, Finding, SourceFile } from '../model/index.ts';
import type { Ruleset } from '../rules/load/index.ts';
import { sequenceAreas } from '../rules/sequences.ts';
import type { RecordingSummary } from './recording-summary.ts';

export interface RecordingsInput {
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  /** Data about projects from code; recordings add to it. */
  readonly projects: Projects;
  readonly files: readonly SourceFile[];
  /** Recordings that the run reports, where only other recordings can change their findings; else all. */
  readonly reported: readonly SourceFile[];
  /** Reads recordings, and gives their facts away. */
  readonly extract: (files: readonly SourceFile[], take: TakeFacts) => Promise<Pick<ExtractResult, 'failed'>>;
  /** The findings of the rules about a batch. */
  readonly judge: (facts: readonly Fact[], view: FactIndex) => Promise<readonly Finding[]>;
  /** True for a file that repeats the same calls. */
  readonly isLog: (file: string) => boolean;
  readonly summary: RecordingSummary;
}

/** Results of reading recordings. */
export interface ReadRecordings {
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedFile[];
  /** Facts of calls that rules check in sequence, together with all other batches. */
  readonly sequences: readonly Fact[];
}

/** The facts of a batch that belong to calls of these areas. */
const factsOfAreas = (
  facts: readonly Fact[],
  calls: readonly ApiCall[],
  areas: ReadonlySet<Area>,
): ReadonlySet<Fact> => {
  const chosen = calls.filter(({ located }) => located.some(({ address }) => areas.has(address.area)));
  if (chosen.length === 0) return new Set();
  const ids = new Set(chosen.map(({ request }) => request.id));
  const texts = new Set(chosen.flatMap(({ request }) => request.urls));
  return new Set(
    facts.filter((fact) => {
      if (fact.kind === 'url') return texts.has(fact.text);
      return ids.has(
        fact.kind === 'request' ? fact.id : fact.kind === 'response' ? (fact.request ?? '') : '',
      );
    }),
  );
};

const readOnce = async (input: RecordingsInput, files: readonly SourceFile[]): Promise<ReadRecordings> => {
  const { ruleset, settings, projects, summary } = input;
  const areas = sequenceAreas(ruleset);
  const alike = new GroupedFindings(input.isLog);
  const sequences: Fact[] = [];
  const join = (facts: readonly Fact[]): FactIndex =>
    buildFactIndex(facts, ruleset.api, settings.projectOf, projects);
  const take: TakeFacts = async (facts) => {
    limitHeap();
    const all = join(facts);
    const aside = factsOfAreas(facts, all.calls, areas);
    sequences.push(...aside);
    const rest = aside.size === 0 ? facts : facts.filter((fact) => !aside.has(fact));
    const view = aside.size === 0 ? all : join(rest);
    const told = alike.add(await input.judge(rest, view), rest);
    summary.add({ facts: rest, view, findings: told });
  };
  const { failed } = await input.extract(files, take);
  return { findings: alike.all(), failed, sequences };
};

/** True when an ambiguous URL is resolved now. */
const hasLearned = ({ inDoubt, sure }: Projects): boolean =>
  [...inDoubt].some((project) => sure.has(project));

/** True when nothing of these recordings depends on other ones: no call in sequence, no ambiguous URL. */
const isIndependent = ({ sequences }: ReadRecordings, { inDoubt }: Projects): boolean =>
  sequences.length === 0 && inDoubt.size === 0;

/**
 * Reads and checks recordings in batches, so that only findings and counts stay in memory. If a later
 * exchange shows that a project calls the API, and an earlier URL depended on that, they are read again.
 * Recordings that are not reported are read where others may depend on them. `code` has the facts of all other files.
 */
export const readRecordings = async (
  input: RecordingsInput,
  code: () => FactIndex,
): Promise<ReadRecordings> => {
  const { files, reported, projects, summary } = input;
  const read = (some: readonly SourceFile[]): Promise<ReadRecordings> => {
    projects.inDoubt.clear();
    summary.reset(code());
    return readOnce(input, some);
  };
  if (reported.length < files.length) {
    const own = await read(reported);
    if (isIndependent(own, projects)) return own;
  }
  const all = await read(files);
  return hasLearned(projects) ? read(files) : all;
};

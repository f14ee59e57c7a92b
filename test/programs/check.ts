import { compare, describe, hasRefusedBody, isApi, isUnmigrated, lostReads } from './oracle.ts';
import type { Invariant } from './oracle.ts';
import { javascript } from './family.ts';
import type { Family } from './family.ts';
import { SCENARIOS } from './run/run.ts';
import type { Files } from './run/run.ts';
import type { Event, Sent } from './run/world.ts';
import { typeErrors } from './run/types.ts';
import type { Fixed, Fixing, Mode, Said, Workbench } from './tool.ts';
import type { Program } from './write/program.ts';

/** A broken invariant, with what shows it. */
export interface Violation {
  readonly invariant: Invariant;
  readonly mode: Mode | 'scan';
  readonly scenario: string;
  readonly text: string;
  readonly after: Files;
  readonly said: readonly Said[];
}

/** What became of a program. */
export interface Verdict {
  readonly violations: readonly Violation[];
  /** Requests of the API in all scenarios, and how many of them the safe fix migrated. */
  readonly api: number;
  readonly migrated: number;
  /** True where the safe fix leaves nothing to do. */
  readonly complete: boolean;
}

/** Rules that say of a place that a request is not migrated there. */
const TELLS =
  /^(?:failed|unread|legacy-base-url|removed-endpoint|renamed-endpoint|misversioned-endpoint|missing-version-header|malformed-version-header|unknown-endpoint)$/;

/** Of a request alone: what reads an answer may stay to be changed by hand. */
const OF_REQUESTS = /-(?:url|endpoint|header)$/;

/** Rules that say so of a body. */
const OF_BODIES = /-cluster-property$/;

const isSilent =
  (said: readonly Said[]) =>
  (event: Event): event is Sent =>
    isUnmigrated(event) &&
    !said.some(({ rule }) => TELLS.test(rule) || (OF_BODIES.test(rule) && hasRefusedBody(event)));

const count = (events: Stage['events'], which: (event: Event) => boolean): number =>
  events.reduce((sum, all) => sum + all.filter(which).length, 0);

interface Stage {
  readonly mode: Violation['mode'];
  readonly fixed: Pick<Fixed, 'files' | 'said'>;
  readonly events: readonly (readonly Event[])[];
}

const silenceIn = ({ mode, fixed, events }: Stage): readonly Violation[] => {
  const silent = isSilent(fixed.said);
  const at = events.findIndex((all) => all.some(silent));
  if (at < 0) return [];
  const text = describe(events[at]!.filter(silent));
  const invariant = mode === 'scan' ? 'not found' : 'silent';
  return [{ invariant, mode, scenario: SCENARIOS[at]!.name, text, after: fixed.files, said: fixed.said }];
};

/**
 * Errors where nothing is left to do: all requests of the API are migrated, and no base is left that none uses. What is
 * only likely claims no more; of a wrapper that no request goes through nothing is known here.
 */
const noiseIn = ({ mode, fixed, events }: Stage, { idle }: Program): readonly Violation[] => {
  if (idle) return [];
  const errors = fixed.said.filter(
    ({ severity, certainty, rule }) =>
      severity === 'error' && certainty === 'certain' && OF_REQUESTS.test(rule),
  );
  const isDone = count(events, isApi) > 0 && count(events, isUnmigrated) === 0;
  const isLeft = [...fixed.files.values()].some((text) =>
    /\bv1\.0\b/.test(text.replaceAll('/api/public/v1.0', '')),
  );
  if (errors.length === 0 || !isDone || isLeft) return [];
  const text = errors.map(({ file, line, rule }) => `${file}:${line} ${rule}`).join('\n');
  return [{ invariant: 'noise', mode, scenario: '', text, after: fixed.files, said: fixed.said }];
};

/** What is read of answers in another way after unsafe fixes, while nothing is left to do. */
const lostIn = (before: Stage['events'], { mode, fixed, events }: Stage): readonly Violation[] => {
  if (mode !== 'unsafe' || fixed.said.length > 0) return [];
  const at = events.findIndex((after, index) => lostReads(before[index]!, after) !== undefined);
  if (at < 0) return [];
  const text = lostReads(before[at]!, events[at]!)!;
  return [
    {
      invariant: 'silent read',
      mode,
      scenario: SCENARIOS[at]!.name,
      text,
      after: fixed.files,
      said: fixed.said,
    },
  ];
};

const comparedWith = (
  before: Stage['events'],
  { mode, fixed, events }: Stage & { mode: Mode },
): readonly Violation[] =>
  events.flatMap((after, at) =>
    compare(before[at]!, after, mode)
      // What is left by hand after unsafe fixes may well stop a program from going on, as long as that is said.
      .filter(
        ({ invariant }) => mode === 'safe' || invariant !== 'request lost or new' || fixed.said.length === 0,
      )
      .map((trouble) => ({
        ...trouble,
        mode,
        scenario: SCENARIOS[at]!.name,
        after: fixed.files,
        said: fixed.said,
      })),
  );

/** Type errors that a safe fix makes in a program that had none. */
const typesIn = ({ files }: Program, { fixed }: Fixing): readonly Violation[] => {
  if (!fixed.changed || ![...files.keys()].some((path) => path.endsWith('.ts'))) return [];
  const errors = typeErrors(fixed.files);
  if (errors.length === 0 || typeErrors(files).length > 0) return [];
  return [
    {
      invariant: 'types',
      mode: 'safe',
      scenario: '',
      text: errors.join('\n'),
      after: fixed.files,
      said: fixed.said,
    },
  ];
};

/** That `scan` says of how many findings there are safe fixes, and `fix` applies as many. */
const promisedIn = (mode: Mode, { fixed }: Fixing): readonly Violation[] => {
  const { promised, applied, files: after, said } = fixed;
  if (mode !== 'safe' || promised === applied) return [];
  const text = `scan says that ${promised} findings can be fixed; fix fixes ${applied}`;
  return [{ invariant: 'other number', mode, scenario: '', text, after, said }];
};

const judge = async (
  program: Program,
  mode: Mode,
  { fixed, again }: Fixing,
  before: Stage['events'],
  family: Family,
): Promise<Judged> => {
  const events = fixed.changed ? await family.runAll(fixed.files, program.entry) : before;
  const stage = { mode, fixed: { files: fixed.files, said: again.said }, events };
  const unstable: readonly Violation[] =
    fixed.changed && again.changed
      ? [
          {
            invariant: 'unstable',
            mode,
            scenario: '',
            text: 'a second run changes files',
            after: again.files,
            said: again.said,
          },
        ]
      : [];
  return {
    violations: causes([
      ...(mode === 'safe' ? typesIn(program, { fixed, again }) : []),
      ...comparedWith(before, stage),
      ...silenceIn(stage),
      ...lostIn(before, stage),
      ...noiseIn(stage, program),
      ...unstable,
      ...promisedIn(mode, { fixed, again }),
    ]),
    stage,
  };
};

/** Leaves out what follows from a request that is half migrated: that nothing tells of it, and what its answer changes. */
const causes = (violations: readonly Violation[]): readonly Violation[] =>
  violations.some(({ invariant }) => invariant === 'half migrated')
    ? violations.filter(({ invariant }) => invariant !== 'silent' && invariant !== 'effect changed')
    : violations;

interface Judged {
  readonly violations: readonly Violation[];
  readonly stage: Stage;
}

const verdictOf = (before: Stage['events'], judged: readonly Judged[]): Verdict => {
  const untouched = judged.find(({ stage }) => stage.events === before)?.stage;
  const missed = untouched === undefined ? [] : silenceIn({ ...untouched, mode: 'scan' });
  const api = count(before, isUnmigrated);
  const left = count(judged[0]!.stage.events, isUnmigrated);
  const isMissed = (stage: Stage): boolean => stage.events === before && missed.length > 0;
  return {
    violations: [
      ...missed,
      ...judged.flatMap(({ violations, stage }) => (isMissed(stage) ? [] : violations)),
    ],
    api,
    migrated: api - left,
    complete: api > 0 && left === 0 && judged[0]!.violations.length === 0,
  };
};

/** Runs a program as it is and as the fixes leave it, and says which invariants do not hold. */
export const check = async (
  program: Program,
  bench: Workbench,
  modes: readonly Mode[] = ['safe', 'unsafe'],
  family = javascript(true),
): Promise<Verdict> => {
  const fixings = await bench.fix(program.files, modes);
  const before = await family.runAll(program.files, program.entry);
  const judged: Judged[] = [];
  for (const [mode, fixing] of fixings) judged.push(await judge(program, mode, fixing, before, family));
  return verdictOf(before, judged);
};

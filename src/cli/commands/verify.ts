import { payloadValidators } from '../../generated/payload-validators.ts';
import { applyFixes } from '../../pipeline/apply-fixes.ts';
import { collect } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { judge } from '../../pipeline/judge.ts';
import { readPackageFile, toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import { openRun } from '../../pipeline/open-run.ts';
import type { FileSet, Run } from '../../pipeline/run.ts';
import { groupBy, UsageError } from '../../model/index.ts';
import type { FailedFile, Redacted } from '../../model/index.ts';
import { choice, optionsFrom, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { loadSteps } from '../../payload/mapping.ts';
import { rendered, say, word } from '../../redact/gate.ts';
import { headOf } from '../../report/report-head.ts';
import { verdictJson, verdictMarkdown, verdictSummary, verdictText } from '../../report/verdicts.ts';
import type { VerifyReport } from '../../report/verdicts.ts';
import { routerOf } from '../../service/routes.ts';
import type { Seed, SeedCluster } from '../../service/seed.ts';
import { isReplay } from '../../service/verify/call.ts';
import type { ReplayCall, UnknownCall } from '../../service/verify/call.ts';
import { callsIn } from '../../service/verify/calls.ts';
import { migrated } from '../../service/verify/migrate.ts';
import type { Migrated, Migration } from '../../service/verify/migrate.ts';
import { reportedCall } from '../../service/verify/reported-call.ts';
import { routeOfCall } from '../../service/verify/seed.ts';
import { replayEnvironment } from '../../service/verify/replay-environment.ts';
import { replayAll as verifyPairs } from '../../service/verify/verify.ts';
import type { CallToReplay, ReplayVerdict } from '../../service/verify/verify.ts';
import { printUnread } from './unread.ts';

type AnyCall = ReplayCall | UnknownCall;

const modelCluster = (): SeedCluster =>
  (JSON.parse(readPackageFile('rules/service/seed.json')) as Seed).clusters![0]!;

const productOf = (call: ReplayCall): string => call.located.address.product;

const migrationOf = ({ ruleset, settings, options }: Run): Migration => {
  const { api } = ruleset;
  return {
    api,
    target: settings.target,
    steps: loadSteps(readPackageFile),
    validators: payloadValidators,
    unsafe: options.unsafe,
    successor: (call) => {
      const product = productOf(call);
      const route = routeOfCall(call, routerOf(api, product));
      return route?.info === undefined ? undefined : `/api/${product}/${api.version}${route.path}`;
    },
  };
};

const byFile = (calls: readonly AnyCall[]): ReadonlyMap<string, readonly AnyCall[]> =>
  groupBy(calls, (call) => call.file);

const isSame = (a: ReplayCall, b: ReplayCall): boolean =>
  a.path === b.path && a.accept === b.accept && a.contentType === b.contentType;

/** The call as the fixes leave its file; what they leave alone, and what files do not write, is migrated here. */
const afterFixes = (call: ReplayCall, next: AnyCall | undefined, migration: Migration): Migrated => {
  if (next === undefined) return migrated(call, migration);
  if (!isReplay(next)) return { ok: false, why: next.unseen };
  return isSame(call, next) || !next.keptHeaders
    ? migrated(next, migration)
    : { ok: true, call: next, review: undefined };
};

/** Each call with itself after the fixes: those of a file keep their order. A recording is never fixed. */
const pairsOf = (
  calls: readonly AnyCall[],
  fixed: readonly AnyCall[],
  migration: Migration,
): readonly CallToReplay[] => {
  const before = byFile(calls);
  const after = byFile(fixed);
  const nextOf = (call: ReplayCall): AnyCall | undefined => {
    const own = before.get(call.file)!;
    const others = after.get(call.file);
    return call.origin === 'recording' || others?.length !== own.length
      ? undefined
      : others[own.indexOf(call)];
  };
  return calls.map((call) => ({
    call,
    migrated: isReplay(call) ? afterFixes(call, nextOf(call), migration) : undefined,
  }));
};

const verdictsOf = (pairs: readonly CallToReplay[], { ruleset, settings }: Run): readonly ReplayVerdict[] => {
  const calls = pairs.map(({ call }) => call).filter(isReplay);
  const product = calls[0] === undefined ? ruleset.api.products[0]! : productOf(calls[0]);
  const stage = replayEnvironment(calls, {
    product,
    today: settings.today,
    read: readPackageFile,
    validators: payloadValidators,
    start: Date.parse(settings.today),
    router: routerOf(ruleset.api, product),
    model: modelCluster(),
  });
  return verifyPairs(pairs, stage);
};

/** Lines of the verdicts, in order. */
const linesOf = async (verdicts: readonly ReplayVerdict[], files: FileSet): Promise<readonly number[]> => {
  const lines = new Map<string, ReadonlyMap<number, { readonly line: number }>>();
  for (const file of new Set(verdicts.map(({ call }) => call.file))) {
    const starts = verdicts.filter(({ call }) => call.file === file).map(({ call }) => call.start);
    lines.set(file, await files.positions(file, starts));
  }
  return verdicts.map(({ call }) => lines.get(call.file)?.get(call.start)?.line ?? 1);
};

const reportOf = async (
  verdicts: readonly ReplayVerdict[],
  { settings }: Run,
  files: FileSet,
): Promise<VerifyReport> => {
  const lines = await linesOf(verdicts, files);
  const count = (state: ReplayVerdict['state']): number =>
    verdicts.filter((one) => one.state === state).length;
  return {
    version: 2,
    ...headOf({ tool: toolVersion(), ...settings }),
    summary: {
      calls: verdicts.length,
      proven: count('proven'),
      refused: count('refused'),
      notProven: count('not-proven'),
      refusedNow: verdicts.filter(({ refusedNow }) => refusedNow).length,
    },
    calls: verdicts.map((verdict, at) => reportedCall(verdict, lines[at]!)),
  };
};

interface Replayable {
  readonly pairs: readonly CallToReplay[];
  readonly failed: readonly FailedFile[];
}

const replayable = async (run: Run, files: FileSet): Promise<Replayable> => {
  const context = { ...run.ruleset, today: run.settings.today };
  const found = await judge(run, await extract(run, files));
  const { failed } = found;
  const malformed = new Set(failed.flatMap(({ file, isMalformed }) => (isMalformed === true ? [file] : [])));
  const calls = callsIn(found.facts, found.view, context).map((call) =>
    isReplay(call) && malformed.has(call.file) ? { ...call, doubt: 'malformed' as const } : call,
  );
  if (calls.length === 0 && failed.length === 0)
    throw new UsageError(
      `no call of the API was found in ${run.options.paths.join(', ')}: name a recording or collection (HAR, Postman, .http, nock, curl scripts).`,
    );
  if (calls.length === 0) return { pairs: [], failed };
  const { left } = await applyFixes(run, files);
  return { pairs: pairsOf(calls, callsIn(left.facts, left.view, context), migrationOf(run)), failed };
};

const FORMATS = { pretty: verdictText, json: verdictJson, markdown: verdictMarkdown };

/** Exit code, with the reason if it is not 0. */
const endOf = (
  { summary }: VerifyReport,
  failed: readonly FailedFile[],
  isStrict: boolean,
): readonly [number, Redacted] | undefined => {
  const files = word(failed.length === 1 ? 'file' : 'files');
  if (failed.length > 0) return [2, say`${failed.length} ${files} could not be read to the end`];
  if (summary.refused > 0) return [1, word('a migrated call is refused')];
  if (summary.refusedNow > 0) return [1, word('a call is refused before the migration')];
  if (summary.notProven === 0 || !isStrict) return undefined;
  return [2, word('a call is not proven, and --strict asks for proof')];
};

/**
 * `migrate verify <recordings..>`: every call as it is, and as our fixes leave it, against the reference service in this
 * process. Exit 1 when a call is refused, after the migration or as the client is now; 2 when a file could not be read to
 * its end, whose rest was not verified, or with `--strict` when a call is not proven. Nothing is sent over any network.
 */
export const verifyCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const format = choice(text(flags, 'format') ?? 'pretty', 'format', ['pretty', 'json', 'markdown']);
  const paths = flags['paths'] as readonly string[];
  if (paths.length === 0) throw new UsageError('name a recording or collection: migrate verify session.har');
  const { format: _, unsafe, strict, ...others } = flags;
  const run = await openRun(
    { ...optionsFrom(others, paths, 'scan'), unsafe: unsafe === true, keepsRecordings: true },
    terminal,
  );
  const files = await collect(run);
  const { pairs, failed } = await replayable(run, files);
  const report = await reportOf(verdictsOf(pairs, run), run, files);
  terminal.out(rendered(FORMATS[format], report));
  terminal.err(rendered(verdictSummary, report));
  printUnread(failed, terminal);
  const end = endOf(report, failed, strict === true);
  if (end === undefined) return 0;
  terminal.err(say`migrate: exit ${end[0]}: ${end[1]}.\n`);
  return end[0];
};

import { choice, date, list, optionsFrom, realDate, text } from '../../config/options.ts';
import type { Options, RawFlags } from '../../config/options.ts';
import { openRuleset } from '../../config/run.ts';
import { writeOutputs } from '../../io/output.ts';
import { toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import { copyWorkingTree } from '../../io/working-copy.ts';
import { writeChanges } from '../../io/write.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { proofReport } from '../../prove/report-of.ts';
import type { ProvedRun } from '../../prove/report-of.ts';
import { rendered, say, word } from '../../redact/gate.ts';
import { proofJson, proofMarkdown, proofText } from '../../report/proof.ts';
import type { ProofReport } from '../../report/proof.ts';
import { runOnce } from './prove-run.ts';
import type { Proof } from './prove-run.ts';
import { ProvedTree } from './prove-tree.ts';
import { commandIn } from './run-captured.ts';

const FORMATS = { pretty: proofText, json: proofJson, markdown: proofMarkdown };
type FormatName = keyof typeof FORMATS;

const formatNamed = (name: string): FormatName => choice(name, 'format', ['pretty', 'json', 'markdown']);

interface Output {
  readonly format: FormatName;
  readonly path: string | undefined;
}

/** `-o path` and `-o format=path`; where none is named, the report goes to standard error. */
const outputsIn = (flags: RawFlags): readonly Output[] => {
  const main = formatNamed(text(flags, 'format') ?? 'pretty');
  const files = list(flags, 'output-file').map((value): Output => {
    const [, format, path] = /^([a-z]+)=(.+)$/.exec(value) ?? [];
    return format === undefined ? { format: main, path: value } : { format: formatNamed(format), path };
  });
  return files.length === 0 ? [{ format: main, path: undefined }] : files;
};

const print = (report: ProofReport, outputs: readonly Output[], terminal: Terminal): void => {
  const texts = outputs.map(({ format, path }) => ({ path, text: rendered(FORMATS[format], report) }));
  writeOutputs(
    texts.filter(({ path }) => path !== undefined),
    terminal,
  );
  for (const { path, text: shown } of texts) if (path === undefined) terminal.err(shown);
};

/** Exit code, with the reason if it is not 0. */
const endOf = (
  { summary, command }: ProofReport,
  isStrict: boolean,
): readonly [number, Redacted] | undefined => {
  if (summary.refused > summary.withoutCredentials) return [1, word('a call was refused')];
  if (summary.refused > 0)
    return [
      1,
      word('a call was refused because it had no credentials, which says nothing about the migration'),
    ];
  if (command.exit !== 0) return [1, word('the command failed')];
  if (!isStrict) return undefined;
  if (summary.calls === 0) return [2, word('no call was made, and --strict asks for proof')];
  return summary.notProven > 0 ? [2, word('a call is not proven, and --strict asks for proof')] : undefined;
};

const tellEnd = (report: ProofReport, isStrict: boolean, terminal: Terminal): number => {
  if (report.summary.calls === 0)
    terminal.err(word('migrate: the command made no call of the API, so nothing was proven.\n'));
  const end = endOf(report, isStrict);
  if (end === undefined) return 0;
  terminal.err(say`migrate: exit ${end[0]}: ${end[1]}.\n`);
  return end[0];
};

type Fixes = ProofReport['fixes'];

const fixesIn = (flags: RawFlags): Fixes => {
  if (flags['unsafe'] === true) return 'unsafe';
  return flags['fixed'] === true ? 'safe' : 'none';
};

/** Runs the command in the working directory, or in a copy of it that the fixes are applied to. */
const runFixed = async (proof: Proof, tree: ProvedTree, fixes: Fixes, cwd: string): Promise<ProvedRun> => {
  if (fixes === 'none') return runOnce(proof, cwd);
  const copy = await copyWorkingTree(cwd);
  try {
    const changes = await tree.fix();
    const [failure] = writeChanges(copy.folder, changes);
    if (failure !== undefined)
      throw new UsageError(`the fixes cannot be applied: ${failure.path} ${failure.reason}.`);
    if (changes.length === 0) proof.terminal.err(word('migrate: there is nothing to fix in this folder.\n'));
    return await runOnce(proof, copy.folder);
  } finally {
    copy.remove();
  }
};

/** Flags of the scan that finds fixes and call sites. */
const scanOptions = (flags: RawFlags, fixes: Fixes): Options => {
  const { 'output-file': _, format: __, unsafe: ___, ...others } = flags;
  return { ...optionsFrom(others, [], 'scan'), unsafe: fixes === 'unsafe' };
};

/**
 * `migrate prove -- COMMAND`: runs a command whose API calls go to the reference service in this process, and
 * reports each call. Exit 1 when a call was refused or the command failed.
 */
export const proveCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const words = commandIn(flags, 'prove');
  const outputs = outputsIn(flags);
  const legacy = choice(text(flags, 'legacy') ?? 'gone', 'legacy', ['on', 'gone']);
  const today = date(flags, 'today') ?? realDate();
  const fixes = fixesIn(flags);
  const options = scanOptions(flags, fixes);
  const { api } = await openRuleset(options, terminal);
  const tree = new ProvedTree(options, terminal);
  const proof = { words, api, legacy, today, flags, terminal };
  const before =
    flags['before'] === true
      ? await runOnce({ ...proof, legacy: 'on', flags: { ...flags, state: undefined } }, terminal.cwd)
      : undefined;
  const run = await runFixed(proof, tree, fixes, terminal.cwd);
  const find = await tree.sitesOf([...run.rows, ...(before?.rows ?? [])].map(({ call }) => call));
  const report = proofReport(run, before, { tool: toolVersion(), today, legacy, fixes }, find);
  print(report, outputs, terminal);
  return tellEnd(report, flags['strict'] === true, terminal);
};

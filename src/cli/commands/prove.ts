import type { AskedCall, MadeAnswer } from '../../capture/answering.ts';
import { apiRoots, isApiCall } from '../../capture/api-calls.ts';
import { choice, date, list, optionsFrom, realDate, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { openRuleset } from '../../config/run.ts';
import { writeOutputs } from '../../io/output.ts';
import { toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { Api, Redacted } from '../../model/index.ts';
import { ProvedCalls, rowsOf } from '../../prove/calls.ts';
import { targetOf } from '../../prove/judge.ts';
import { proofReport } from '../../prove/report-of.ts';
import type { Run } from '../../prove/report-of.ts';
import { rendered, say, word } from '../../redact/gate.ts';
import { openService } from '../../reference/open.ts';
import type { OpenService } from '../../reference/open.ts';
import { proofJson, proofMarkdown, proofText } from '../../report/proof.ts';
import type { ProofReport } from '../../report/proof.ts';
import { commandIn, runCaptured } from './run-captured.ts';
import { seedIn, stateIn, tellServiceError } from './service-flags.ts';

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

interface Proof {
  readonly words: readonly string[];
  readonly api: Api;
  readonly legacy: 'on' | 'gone';
  readonly today: string;
  readonly flags: RawFlags;
  readonly terminal: Terminal;
}

const asked =
  (service: OpenService) =>
  (call: AskedCall): MadeAnswer =>
    service.respond({
      method: call.method,
      target: targetOf(call),
      headers: call.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
      body: call.body,
      remote: '127.0.0.1',
    });

/** A service for one run. Whoever names no credentials in a seed of his own is let in with any. */
const serviceFor = ({ flags, api, legacy, today, terminal }: Proof): OpenService => {
  const seed = seedIn(flags, terminal.cwd);
  const state = stateIn(flags, terminal.cwd);
  const { apiKeys, serviceAccounts, discoveryUsers } = seed ?? {};
  return openService(
    {
      product: api.products[0]!,
      today,
      legacy,
      onError: tellServiceError(terminal),
      ...(seed === undefined ? {} : { seed }),
      ...(state === undefined ? {} : { state }),
    },
    [apiKeys, serviceAccounts, discoveryUsers].every((names) => names === undefined),
  );
};

/** Runs the command once against a service of its own. */
const runOnce = async (proof: Proof, folder: string): Promise<Run> => {
  const { api, terminal, words, legacy } = proof;
  const roots = apiRoots(api);
  const service = serviceFor(proof);
  const { router } = service.world;
  const proved = new ProvedCalls({ router, legacy, isApiCall: (url) => isApiCall(url, roots) });
  const hosts = api.hosts.map((host) => host.toLowerCase());
  try {
    const { code, signal } = await runCaptured({
      words,
      cwd: folder,
      terminal,
      hosts,
      answer: asked(service),
      see: (exchange) => proved.add(exchange),
      started: () => {},
      count: () => proved.calls.length,
    });
    return { rows: rowsOf(proved.calls), folder, code, signal };
  } finally {
    service.close();
  }
};

const print = (report: ProofReport, outputs: readonly Output[], terminal: Terminal): void => {
  const texts = outputs.map(({ format, path }) => ({ path, text: rendered(FORMATS[format], report) }));
  writeOutputs(
    texts.filter(({ path }) => path !== undefined),
    terminal,
  );
  for (const { path, text: shown } of texts) if (path === undefined) terminal.err(shown);
};

/** Why the exit is not 0, with its code. */
const endOf = (
  { summary, command }: ProofReport,
  isStrict: boolean,
): readonly [number, Redacted] | undefined => {
  if (summary.refused > 0) return [1, word('a call was refused')];
  if (command.exit !== 0) return [1, word('the command failed')];
  if (!isStrict) return undefined;
  if (summary.calls === 0) return [2, word('no call was made, and --strict asks for proof')];
  return summary.notProven > 0 ? [2, word('a call is not proven, and --strict asks for proof')] : undefined;
};

const tellEnd = (report: ProofReport, isStrict: boolean, terminal: Terminal): number => {
  if (report.summary.calls === 0)
    terminal.err(word('migrate: no call of the API was seen, so that nothing was proven.\n'));
  const end = endOf(report, isStrict);
  if (end === undefined) return 0;
  terminal.err(say`migrate: exit ${end[0]}: ${end[1]}.\n`);
  return end[0];
};

/**
 * `migrate prove -- COMMAND`: runs a command whose calls of the API are answered by the reference service in this process, and
 * reports each call. Exit 1 when a call was refused or the command failed.
 */
export const prove = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const words = commandIn(flags, 'prove');
  const outputs = outputsIn(flags);
  const legacy = choice(text(flags, 'legacy') ?? 'gone', 'legacy', ['on', 'gone']);
  const today = date(flags, 'today') ?? realDate();
  const { 'output-file': _, format: __, ...others } = flags;
  const { api } = await openRuleset(optionsFrom(others, [], 'scan'), terminal);
  const run = await runOnce({ words, api, legacy, today, flags, terminal }, terminal.cwd);
  const head = { tool: toolVersion(), today, legacy, fixes: 'none' } as const;
  const report = proofReport(run, undefined, head, () => undefined);
  print(report, outputs, terminal);
  return tellEnd(report, flags['strict'] === true, terminal);
};

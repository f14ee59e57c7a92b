import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { payloadValidators } from '../../src/generated/payload-validators.ts';
import type { Finding } from '../../src/model/index.ts';
import { routerOf } from '../../src/service/routes.ts';
import type { Seed } from '../../src/service/seed.ts';
import { isReplay } from '../../src/service/verify/call.ts';
import type { ReplayCall } from '../../src/service/verify/call.ts';
import { callsIn } from '../../src/service/verify/calls.ts';
import { replay } from '../../src/service/verify/replay.ts';
import { replayEnvironment } from '../../src/service/verify/replay-environment.ts';
import { fixedFiles, scanOf } from '../fixtures/pipeline.ts';
import type { Files } from '../fixtures/pipeline.ts';
import { builtIn, readPackage } from '../rules/load/load.ts';
import { TODAY } from '../fixtures/transcripts.ts';
import { readTree } from '../fixtures/tree.ts';

// The linter and the service speak of the same API: what one refuses, the other must report, and the other way round.

/** Rules whose errors say that a request is refused when the unversioned API is gone. */
const REFUSED = new Set([
  'legacy-base-url',
  'renamed-endpoint',
  'removed-endpoint',
  'misversioned-endpoint',
  'missing-version-header',
  'malformed-version-header',
  'missing-content-type',
  'deleted-version',
  'unknown-version',
  'token-request',
  'revoke-request',
  'discovery-request',
]);

const { api } = builtIn;
const model = (JSON.parse(readPackage('rules/service/seed.json')) as Seed).clusters![0]!;

/** A call whose headers and body are all in sight: what the service says of it counts. */
const isPlain = (call: ReplayCall): boolean => call.keptHeaders && call.hidden === undefined;

const told = ({ rule, severity, certainty }: Finding): boolean =>
  REFUSED.has(rule) && severity === 'error' && certainty === 'certain';

interface Judged {
  /** A file that cannot be read whole is not fixed. */
  readonly isBroken: boolean;
  /** Whatever the linter finds. */
  readonly findings: readonly string[];
  /** Errors that it tells of requests. */
  readonly errors: readonly string[];
  /** Calls in sight, and what the service without the unversioned API refuses of them. */
  readonly calls: number;
  readonly refused: readonly string[];
}

const judge = async (files: Files): Promise<Judged> => {
  const { facts, view, findings, failed } = await scanOf(files);
  const calls = callsIn(facts, view, { api, rules: [], today: TODAY }).filter(isReplay).filter(isPlain);
  const product = calls[0]?.located.address.product ?? 'atlas';
  const stage = replayEnvironment(calls, {
    start: Date.parse('2026-11-21'),
    product,
    today: '2026-11-21',
    read: readPackage,
    validators: payloadValidators,
    router: routerOf(api, product),
    model,
  });
  const refused = calls.flatMap((call) => {
    stage.at(call.time);
    const { status, code, place } = replay({ ...call, keptCredentials: false }, stage.after);
    return status < 400 || status === call.recorded
      ? []
      : [`${call.method} ${call.template}: ${status} ${code} ${place ?? ''}`];
  });
  return {
    isBroken: failed.length > 0,
    findings: findings.map(({ rule }) => rule),
    errors: findings.filter(told).map(({ rule }) => rule),
    calls: calls.length,
    refused,
  };
};

const cases = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

const caseFiles = (folder: string): Files | undefined => {
  const files = [...readTree(join(folder, 'input'))].map(
    ([path, bytes]) => [path, bytes.toString('utf8')] as const,
  );
  const known = files.filter(([path]) => /\.(?:[cm]?[jt]sx?|jsonc?|har|ya?ml|env)$/.test(path));
  return files.some(([path]) => path.startsWith('migrate.config')) || known.length < files.length
    ? undefined
    : Object.fromEntries(files);
};

const examples = builtIn.rules.flatMap(({ id, examples: { bad, good } }) =>
  [...bad, ...good].map(({ title, file, code }) => ({
    name: `${id}: ${title}`,
    files: { [file]: code } as Files,
  })),
);

/**
 * Recorded deadlines beat the listed ones, which are all that the service knows. Clients that log in with `auth`, and
 * a Content-Type that stands beside a body under one condition, are only decided by running the program.
 */
const APART = new Set([
  'har/deadlines',
  'typescript/shared-base-class',
  'typescript/shared-wrapper-callers',
  // A flag chooses the base: the service gets the call with the versioned one.
  'typescript/reads-chosen-by-flag',
  // A path that the API has, by a method that it has not.
  'typescript/method-of-deprecated',
]);

const fixtures = ['typescript', 'silent', 'har'].flatMap((form) =>
  readdirSync(join(cases, form)).flatMap((name) => {
    const files = caseFiles(join(cases, form, name));
    return files === undefined || APART.has(`${form}/${name}`) ? [] : [{ name: `${form}/${name}`, files }];
  }),
);

describe('linter and service agree', () => {
  it.each([...examples, ...fixtures])('$name', async ({ files }) => {
    const before = await judge(files);
    if (before.findings.length === 0) expect(before.refused, 'silent, but refused').toEqual([]);
    if (before.errors.length > 0 && before.calls > 0)
      expect(before.refused, `${before.errors.join()}, but accepted`).not.toEqual([]);
    if (before.isBroken) return;
    const after = await judge(await fixedFiles(files, 'safe'));
    if (after.findings.length === 0) expect(after.refused, 'fixed, but refused').toEqual([]);
  });
});

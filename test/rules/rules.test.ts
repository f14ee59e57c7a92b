import { describe, expect, it } from 'vitest';
import { findingsIn, fixedText } from '../fixtures/pipeline.ts';
import { redactText } from '../../src/redact/redact.ts';
import { builtIn } from './load/load.ts';

const { rules } = builtIn;

const described = rules.map((rule) => ({ rule, id: rule.id }));
const bad = rules.flatMap(({ id, examples }) => examples.bad.map((example) => ({ id, ...example })));
const good = rules.flatMap(({ id, examples }) => examples.good.map((example) => ({ id, ...example })));
const fixable = bad.flatMap(({ fixed, ...example }) => (fixed === undefined ? [] : [{ ...example, fixed }]));

/** Default severities, which users' gates count on: a change of one is a new version of the report. */
const SEVERITIES = {
  error: [
    'answer-content-type',
    'deleted-version',
    'discovery-request',
    'legacy-base-url',
    'malformed-version-header',
    'missing-content-type',
    'missing-version-header',
    'misversioned-endpoint',
    'removed-cluster-property',
    'removed-endpoint',
    'renamed-cluster-property',
    'renamed-endpoint',
    'revoke-request',
    'token-request',
    'unknown-version',
    'version-rejected',
  ],
  warning: [
    'deprecated-version',
    'discovery-response',
    'mixed-versions',
    'token-rate-limit',
    'token-reuse',
    'unused-suppression',
  ],
  info: ['deprecated-endpoint', 'unknown-endpoint'],
};

it.each(Object.entries(SEVERITIES))('rules of severity %s', (severity, ids) => {
  expect(
    rules
      .filter((rule) => rule.severity === severity)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids);
});

describe('every rule', () => {
  it.each(described)('$id says why, what to do, where it comes from, and shows it', ({ rule }) => {
    const { why, advice, source, fix, examples } = rule;
    expect([why, advice, source, fix].filter((text) => text.trim() === '')).toEqual([]);
    expect(examples.bad.length * examples.good.length).toBeGreaterThan(0);
  });

  it.each(described)('$id masks nothing of its own text', ({ rule: { title, why, advice, fix } }) => {
    for (const text of [title, why, advice, fix]) expect(redactText(text)).toBe(text);
  });

  it.each(bad)('$id finds: $title', async ({ id, file, code }) => {
    const found = await findingsIn({ [file]: code });
    expect(found.map(({ rule }) => rule)).toContain(id);
  });

  it.each(good)('$id is silent: $title', async ({ file, code }) => {
    expect(await findingsIn({ [file]: code })).toEqual([]);
  });

  it.each(fixable)('$id fixes: $title', async ({ file, code, fixed }) => {
    expect(await fixedText(file, code)).toBe(fixed);
  });

  it('says what it knows and leaves no gap', async () => {
    for (const { file, code } of bad) {
      const messages = (await findingsIn({ [file]: code })).map(({ message }) => message);
      expect(messages.filter((message) => /undefined|null| {2}|\s$/.test(message))).toEqual([]);
    }
  });
});

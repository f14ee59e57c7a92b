import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { applyEdits } from '../../src/fix/edits/apply.ts';
import { blockLayout, layout, legacyPayload, spell, spellBlock } from './generated.ts';
import type { Layout } from './generated.ts';
import { after, jsonTree, jsTree, reshapeTree, yamlTree } from './trees.ts';

// Three texts with brackets for each YAML block; `PAYLOAD_RUNS` makes it shorter or longer.
const layouts = Number(process.env['PAYLOAD_RUNS'] ?? 2000);
vi.setConfig({ testTimeout: 30_000 + layouts * 30 });

/** The new payload, converted from a text without any layout. */
const wanted = (payload: object): unknown => {
  const text = JSON.stringify(payload);
  return JSON.parse(String(after(text, reshapeTree(jsonTree(text), text))));
};

/** Comments about members that always have a place in the new payload. */
const SURVIVORS =
  /about (?:name|clusterType|providerBackupEnabled|diskSizeGB|labels|paused|providerName|instanceSizeName|priority|zoneName|id|replicationSpecs|US_EAST_1|EU_WEST_1) /;

const evaluated = (text: string): unknown =>
  // oxlint-disable-next-line no-eval -- the text is the test's own, and JSON with comments is JavaScript
  (0, eval)(`(${text})`) as unknown;

/** How often a comment stands in a text, up to its end. */
const countOf = (comment: string, text: string): number =>
  text
    .split(comment)
    .slice(1)
    .filter((rest) => /^(?:\r?\n| \*\/)/.test(rest)).length;

const keepsComments = (comments: readonly string[], made: string): void => {
  const counts = comments.map((comment) => [comment, countOf(comment, made)] as const);
  const odd = counts.filter(([comment, count]) => count > 1 || (SURVIVORS.test(comment) && count !== 1));
  expect(odd, made).toStrictEqual([]);
};

const treeIn = (text: string, style: Layout) =>
  style.syntax === 'js' ? jsTree(`(${text})`) : jsonTree(text);

describe('any layout', () => {
  test('gives the same payload, keeps what does not move and each comment at most once', () => {
    fc.assert(
      fc.property(legacyPayload, layout, (payload, style) => {
        const { text, comments } = spell(payload, style);
        const whole = style.syntax === 'js' ? `(${text})` : text;
        const outcome = reshapeTree(treeIn(text, style), whole);
        if (outcome.kind !== 'edits') throw new Error(JSON.stringify(outcome));
        const made = applyEdits(whole, outcome.edits);
        expect(style.syntax === 'json' ? JSON.parse(made) : evaluated(made)).toStrictEqual(wanted(payload));
        const plain = reshapeTree(treeIn(made.replace(/^\(|\)$/g, ''), style), made);
        expect(plain.kind).toBe('unchanged');
        keepsComments(comments, made);
        if (style.eol === '\r\n') expect(made.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: layouts * 0.75 },
    );
  });

  test('of YAML gives the same payload too', () => {
    fc.assert(
      fc.property(legacyPayload, blockLayout, (payload, style) => {
        const { text, comments } = spellBlock(payload, style);
        const outcome = reshapeTree(yamlTree(text), text);
        if (outcome.kind !== 'edits') throw new Error(JSON.stringify(outcome));
        const made = applyEdits(text, outcome.edits);
        expect(parse(made), made).toStrictEqual(wanted(payload));
        expect(reshapeTree(yamlTree(made), made).kind).toBe('unchanged');
        keepsComments(comments, made);
        if (style.eol === '\r\n') expect(made.replaceAll('\r\n', '')).not.toContain('\n');
      }),
      { numRuns: layouts * 0.25 },
    );
  });
});

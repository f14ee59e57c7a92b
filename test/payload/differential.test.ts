import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { applyEdits } from '../../src/fix/edits/apply.ts';
import type { Edit, ObjectTree } from '../../src/model/index.ts';
import { blockLayout, layout, legacyPayload, spell, spellBlock } from './generated.ts';
import { jsonTree, jsTree, reshapeTree, syntaxErrors, yamlTree } from './trees.ts';

const PAYLOADS = 1000;
vi.setConfig({ testTimeout: 120_000 });

/** One payload in one style. */
interface Sample {
  readonly text: string;
  readonly tree: ObjectTree;
  readonly parses: (text: string) => boolean;
}

const succeeds = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

const blockSample = fc.tuple(legacyPayload, blockLayout).map(([payload, style]): Sample => {
  const { text } = spellBlock(payload, style);
  return { text, tree: yamlTree(text), parses: (made) => succeeds(() => parse(made)) };
});

const bracketSample = fc.tuple(legacyPayload, layout).map(([payload, style]): Sample => {
  const { text } = spell(payload, style);
  if (style.syntax !== 'js')
    return { text, tree: jsonTree(text), parses: (made) => succeeds(() => jsonTree(made)) };
  const code = `export const cluster = ${text};\n`;
  return { text: code, tree: jsTree(code), parses: (made) => syntaxErrors(made) === 0 };
});

const sorted = (edits: readonly Edit[]): readonly Edit[] =>
  edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

/** What stands between the edits, in the text and in what became of it; the lengths of the edits alone place it. */
const outside = (
  text: string,
  made: string,
  edits: readonly Edit[],
): readonly (readonly [string, string])[] => {
  const pieces: (readonly [string, string])[] = [];
  let [from, shift] = [0, 0];
  for (const { span, text: written } of sorted(edits)) {
    pieces.push([text.slice(from, span.start), made.slice(from + shift, span.start + shift)]);
    shift += written.length - (span.end - span.start);
    from = span.end;
  }
  return [...pieces, [text.slice(from), made.slice(from + shift)]];
};

const CHANGED = new Set([
  'providerSettings',
  'autoScaling',
  'numShards',
  'replicationFactor',
  'replicationSpec',
  'replicationSpecs',
  'providerBackupEnabled',
  'mongoDBVersion',
]);

/** Members that mean the same in both versions and that an edit reaches into all the same. */
const disturbed = ({ members }: ObjectTree, edits: readonly Edit[]): readonly string[] =>
  members
    .filter(({ key }) => !CHANGED.has(key.value))
    .filter(({ place }) =>
      edits.some(({ span }) => span.start < place.span.end && place.span.start < span.end),
    )
    .map(({ key }) => key.value);

test('1,000 payloads in random styles: not a byte changes outside the edits, and all of them parse', () => {
  const samples = fc.sample(fc.oneof(bracketSample, bracketSample, blockSample), PAYLOADS);
  const total = { bytes: 0, changed: 0, failed: 0 };
  for (const { text, tree, parses } of samples) {
    const outcome = reshapeTree(tree, text);
    if (outcome.kind !== 'edits') throw new Error(JSON.stringify(outcome));
    const made = applyEdits(text, outcome.edits);
    for (const [before, after] of outside(text, made, outcome.edits)) {
      total.bytes += Buffer.byteLength(before);
      total.changed += before === after ? 0 : Buffer.byteLength(before);
    }
    total.failed += parses(made) ? 0 : 1;
    expect(disturbed(tree, outcome.edits), text).toStrictEqual([]);
  }
  const { bytes, changed, failed } = total;
  console.log(
    `${PAYLOADS} payloads: ${changed} of ${bytes} bytes outside edits changed, ${failed} do not parse`,
  );
  expect({ changed, failed }).toStrictEqual({ changed: 0, failed: 0 });
});

import type { Edit, ObjectTree } from '../model/index.ts';
import { payloadCommentsIn } from './comments.ts';
import { emitObject } from './emit.ts';
import { stepsTo } from './mapping.ts';
import type { PayloadUse, VersionStep } from './mapping.ts';
import { omissions } from './omissions.ts';
import type { Stage } from './omissions.ts';
import { Remarks } from './outcome.ts';
import type { Remark, Reshaped } from './outcome.ts';
import { lazyPointers } from './pointers.ts';
import type { Pointers } from './pointers.ts';
import { shapeOf } from './from-tree.ts';
import type { ObjectShape, Shape } from './shape.ts';
import { canBePrinted, checkEffects, duplicateMembers, hasReferences } from './side-effects.ts';
import { advance, reviewOld } from './step.ts';
import { payloadStyleOf } from './style.ts';
import { MovedComments } from './moved-comments.ts';
import { templateViolations } from './validate.ts';
import type { Validators } from './validate.ts';

export { duplicateMembers } from './side-effects.ts';

export interface ReshapeOptions {
  readonly use: PayloadUse;
  /** The resource version to reach, `yyyy-mm-dd`. */
  readonly target: string;
  readonly steps: readonly VersionStep[];
  readonly validators: Validators;
}

/** State while one payload is reshaped. */
interface Work {
  readonly tree: ObjectTree;
  readonly text: string;
  readonly pointers: Pointers;
  readonly refusals: Remarks;
  readonly reviews: Remarks;
}

/** Payload in the target version. */
interface AtTarget {
  readonly shape: ObjectShape;
  /** Name of its schema. */
  readonly schema: string;
  readonly stages: readonly Stage[];
}

/** Payload in the target version; undefined if nothing had to be converted. */
const atTarget = (before: ObjectShape, work: Work, options: ReshapeOptions): AtTarget | undefined => {
  let shape = before;
  let schema: string | undefined;
  const stages: Stage[] = [];
  for (const step of stepsTo(options.steps, options.target)) {
    const next = advance(shape, step, { ...work, use: options.use }, options.validators);
    if (work.refusals.all.length > 0) return undefined;
    if (next !== shape) {
      schema = step.output;
      stages.push({ step, before: shape, after: next });
    }
    shape = next;
  }
  return schema === undefined ? undefined : { shape, schema, stages };
};

const editsFor = (after: ObjectShape, { tree, text, pointers, refusals }: Work): readonly Edit[] => {
  const edits: Edit[] = [];
  const comments = new MovedComments(payloadCommentsIn(tree, text));
  const printer = { style: payloadStyleOf(tree, text), text, comments };
  const pointerOf = (shape: Shape): string =>
    shape.tree === undefined ? '' : (pointers().get(shape.tree) ?? '');
  emitObject(after, tree, { printer, edits, refusals, pointerOf });
  return edits;
};

/**
 * Restructures a clusters payload in place for the target version: `tree` as its extractor read it, `text` the text
 * of its file. Members that do not change keep their bytes, comments and order. The result is `safe` only when what
 * is known of it is valid in the target version; what cannot be known is refused with the reasons.
 */
export const reshape = (tree: ObjectTree, text: string, options: ReshapeOptions): Reshaped => {
  const refusals = new Remarks();
  const reviews = new Remarks();
  const work: Work = { tree, text, pointers: lazyPointers(tree), refusals, reviews };
  const before = shapeOf(tree, text) as ObjectShape;
  const made = atTarget(before, work, options);
  if (made !== undefined) {
    if (!canBePrinted(tree))
      refusals.add('', 'payloads are not rewritten in this language: change it by hand.');
    for (const { pointer, message } of duplicateMembers(tree, work.pointers)) refusals.add(pointer, message);
    if (hasReferences(tree, text)) refusals.add('', 'it has anchors or aliases: expand them first.');
    checkEffects(before, made.shape, work.pointers, work);
  }
  const edits = made === undefined || refusals.all.length > 0 ? [] : editsFor(made.shape, work);
  if (refusals.all.length > 0) return { kind: 'refused', reasons: refusals.all };
  if (made === undefined) return { kind: 'unchanged' };
  const notes = [
    ...reviews.all,
    ...templateViolations(made.shape, made.schema, options.use, options.validators),
  ];
  const omitted = (): readonly Remark[] => omissions(made.stages, options.use, work.pointers);
  return { kind: 'edits', edits, safety: notes.length === 0 ? 'safe' : 'unsafe', notes, omitted };
};

/**
 * Parts to review in a payload of unknown version: they are the same in both versions, and may mean another thing.
 */
export const reviewsOfUnchanged = (
  tree: ObjectTree,
  text: string,
  { use, steps, target }: ReshapeOptions,
): readonly Remark[] => {
  const reviews = new Remarks();
  const context = { tree, text, pointers: lazyPointers(tree), refusals: new Remarks(), reviews, use };
  for (const step of stepsTo(steps, target)) reviewOld(shapeOf(tree, text) as ObjectShape, step, context);
  return reviews.all;
};

import { make } from './verbs/index.ts';
import type { PartialBody, PayloadUse, Review, VersionStep } from './mapping.ts';
import { isWritten, pointerOf, valueAt, withName, written, shapesAt } from './scope.ts';
import type { VerbScope } from './scope.ts';
import { memberNamed } from './shape.ts';
import type { ObjectShape, Shape } from './shape.ts';
import { templateViolations } from './validate.ts';
import type { Validators } from './validate.ts';

/** Sizes, regions and providers as the service spells them: `M30`, `US_EAST_1`. */
const ENUMERATED = /^[A-Z][A-Z0-9_]{0,30}$/;
/** An expression that is made of names alone, in a template too. */
const NAMES = /^(?:"?\$\{)?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:\}"?)?$/;

/** True for a part of a composed text: its members are in the position of the whole. */
const standsForWhole = (shape: Shape, root: Shape): boolean =>
  shape.tree !== undefined &&
  root.tree !== undefined &&
  shape.tree.span.start === root.tree.span.start &&
  shape.tree.span.end === root.tree.span.end;

/** Name of the variable that is sent (`size`), although all known callers pass the same text. */
const nameOf = (shape: Shape): string | undefined => {
  if (shape.kind !== 'scalar' || shape.raw === undefined || !NAMES.test(shape.raw)) return undefined;
  return shape.raw === String(shape.value) ? undefined : shape.raw;
};

/** Printable value for a message; arbitrary texts and expressions are not repeated. */
const sayValue = (shape: Shape, root: Shape): string => {
  const name = nameOf(shape);
  if (name !== undefined) return `\`${name}\``;
  if (shape.kind === 'scalar' && (typeof shape.value !== 'string' || ENUMERATED.test(shape.value)))
    return JSON.stringify(shape.value);
  if (shape.kind !== 'opaque') return 'its value';
  if (standsForWhole(shape, root)) return 'the value that is put into the text of this body';
  return NAMES.test(shape.raw) ? `\`${shape.raw}\`` : 'its value';
};

/** Manual steps for each value that the request names, with its own values. */
const procedureFor = (partial: PartialBody, scope: VerbScope, root: Shape): string => {
  const steps: string[] = [];
  for (const [path, text] of Object.entries(partial.procedure)) {
    const value = isWritten(path, root) ? valueAt(path, scope) : undefined;
    if (value !== undefined) steps.push(text.replace('{value}', () => sayValue(value, root)));
  }
  return steps.length === 0
    ? 'make the same change'
    : [steps.slice(0, -1).join(', '), steps.at(-1)].filter(Boolean).join(' and ');
};

const rootMembers = (paths: readonly string[], root: ObjectShape): readonly string[] => {
  const names = new Set(paths.map((path) => path.split('.')[1]));
  return root.members.map(({ key }) => key).filter((key) => names.has(key));
};

/** True when the body has a moved member without the list that it moved into; reports the procedure. */
const isPartial = ({ partial, signs }: VersionStep, scope: VerbScope, root: ObjectShape): boolean => {
  const members = rootMembers(signs, root);
  if (!partial.on.includes(scope.use) || members.length === 0) return false;
  if (partial.without.some((path) => isWritten(path, root))) return false;
  const message = partial.message
    .replace('{members}', members.join(', '))
    .replace('{steps}', () => procedureFor(partial, scope, root));
  const first = root.members.find(({ key }) => key === members[0]);
  scope.refusals.add(pointerOf(first?.value, scope), message);
  return true;
};

/** True when a list entry is only a part of what it replaces. */
const hasPartialEntries = ({ partial }: VersionStep, scope: VerbScope, root: ObjectShape): boolean => {
  const { path, need, message } = partial.entries;
  if (!partial.on.includes(scope.use)) return false;
  const lacking = shapesAt(path, root).filter(
    (entry) => entry.kind === 'object' && entry.complete && !need.some((name) => memberNamed(entry, name)),
  );
  for (const entry of lacking) scope.refusals.add(pointerOf(entry, scope), message);
  return lacking.length > 0;
};

const isMixed = (step: VersionStep, scope: VerbScope, root: ObjectShape): boolean => {
  const foreign = step.foreign.find((path) => isWritten(path, root));
  const sign = step.signs.find((path) => isWritten(path, root));
  if (foreign === undefined || sign === undefined) return false;
  scope.refusals.add(
    '',
    `it holds both ${written(sign)} and ${written(foreign)}: it is unknown which one counts.`,
  );
  return true;
};

const isOld = (step: VersionStep, use: PayloadUse, root: Shape): boolean =>
  step.signs.some((path) => isWritten(path, root)) ||
  (step.assumed.includes(use) && !step.foreign.some((path) => isWritten(path, root)));

const review = (reviews: readonly Review[], scope: VerbScope): void => {
  for (const { path, on, without = [], unless, message, told } of reviews) {
    if (on?.includes(scope.use) === false) continue;
    const value = valueAt(path, scope);
    const covered = without.some((other) => valueAt(other, scope) !== undefined);
    const harmless = value?.kind === 'scalar' && value.value !== null && unless.includes(value.value);
    if (value !== undefined && !covered && !harmless)
      scope.reviews.add(pointerOf(value, scope), message, told);
  }
};

/** Adds the reviews of a payload that is known to be of the old version, whether or not a member shows it. */
export const reviewOld = (
  root: ObjectShape,
  step: VersionStep,
  context: Omit<VerbScope, 'names' | 'define'>,
): void => {
  const scope = withName({ ...context, define: step.define, names: undefined }, 'root', root);
  if (!step.foreign.some((path) => isWritten(path, root))) review(step.reviews, scope);
};

const isUnchanged = (after: Shape, before: Shape): boolean => {
  if (after === before) return true;
  if (after.kind === 'object' && before.kind === 'object')
    return (
      after.members.length === before.members.length &&
      after.members.every(({ key, value }, at) => {
        const other = before.members[at]!;
        return key === other.key && isUnchanged(value, other.value);
      })
    );
  if (after.kind === 'list' && before.kind === 'list')
    return (
      after.items.length === before.items.length &&
      after.items.every((item, at) => isUnchanged(item, before.items[at]!))
    );
  return false;
};

/**
 * Payload in the next version; the same shape if the step has nothing to convert. Refusals and reviews are
 * added to the scope.
 */
export const advance = (
  root: ObjectShape,
  step: VersionStep,
  context: Omit<VerbScope, 'names' | 'define'>,
  validators: Validators,
): ObjectShape => {
  const scope = withName({ ...context, define: step.define, names: undefined }, 'root', root);
  const refused = [isPartial, hasPartialEntries, isMixed].some((test) => test(step, scope, root));
  if (refused) return root;
  const old = isOld(step, scope.use, root);
  const broken = old ? templateViolations(root, step.input, scope.use, validators) : [];
  for (const { pointer, message } of broken) scope.refusals.add(pointer, message);
  if (broken.length > 0) return root;
  const made = make(step.make, scope);
  if (made?.kind !== 'object' || isUnchanged(made, root)) return root;
  review(old ? step.reviews : step.reviews.filter(({ removed }) => removed), scope);
  return made;
};

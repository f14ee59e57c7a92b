import type { Edit, ObjectTree, Tree } from '../../model/index.ts';
import type { PayloadUse, VersionStep } from '../mapping.ts';
import type { Remark } from '../outcome.ts';
import { reshape, reviewsOfUnchanged } from '../reshape.ts';
import type { Validators } from '../validate.ts';

const USES: Readonly<Record<string, PayloadUse>> = {
  'clusters.create': 'create',
  'clusters.modify': 'modify',
  'clusters.get': 'answer',
  'clusters.list': 'answer',
};

/** The operations whose payloads can be converted (contract §5). */
export const convertibleOperations: readonly string[] = Object.keys(USES);

/** Options by which every payload of a text is converted. */
export interface PayloadOptions {
  /** One of `convertibleOperations`; determined from each body where it is undefined. */
  readonly operation: string | undefined;
  /** The resource version to reach, `yyyy-mm-dd`. */
  readonly target: string;
  readonly steps: readonly VersionStep[];
  readonly validators: Validators;
}

/** One payload of a text, and its position in the text. */
export interface Payload {
  readonly tree: ObjectTree;
  readonly pointer: string;
}

const valueOf = (tree: ObjectTree, name: string): Tree | undefined =>
  tree.members.find(({ key }) => key.value === name)?.value;

/** Items of a list, of a response's `results`, or the document itself; a remark where it is something else. */
export const payloadsIn = (tree: Tree, pointer = ''): readonly Payload[] | Remark => {
  if (tree.kind === 'list') {
    const found = tree.items.map((item, at) => payloadsIn(item, `${pointer}/${at}`));
    return (
      found.find((item) => 'message' in item) ?? found.flatMap((item) => ('message' in item ? [] : item))
    );
  }
  if (tree.kind !== 'object')
    return { pointer, message: 'a clusters payload is an object, or a list of objects.' };
  const results = valueOf(tree, 'results');
  return results?.kind === 'list' ? payloadsIn(results, `${pointer}/results`) : [{ tree, pointer }];
};

const ANSWER_MEMBERS = ['stateName', 'links', 'results'];

/** The member by which a text is a response of the service and no request. */
export const answerMember = (tree: Tree): string | undefined => {
  if (tree.kind === 'list') return tree.items.map(answerMember).find((name) => name !== undefined);
  return tree.kind === 'object'
    ? ANSWER_MEMBERS.find((name) => valueOf(tree, name) !== undefined)
    : undefined;
};

/** A create request names the cluster in its body, a modify request in its path. */
const useOf = (tree: ObjectTree, operation: string | undefined): PayloadUse =>
  operation === undefined ? (valueOf(tree, 'name') === undefined ? 'modify' : 'create') : USES[operation]!;

/** What a payload is converted as, in the words of a remark. */
const takenFor = (use: PayloadUse, isGuessed: boolean): string => {
  if (use === 'answer') return 'as a response';
  const why =
    isGuessed && use === 'modify'
      ? ' (it has no name; for a template, give the operation clusters.create)'
      : '';
  return `as clusters.${use}${why}`;
};

/** Conversion of all payloads of a text. */
export interface ConvertedPayloads {
  readonly edits: readonly Edit[];
  readonly notes: readonly Remark[];
  /** Values that were left out, with the reasons. */
  readonly omitted: readonly Remark[];
  readonly reasons: readonly Remark[];
}

const NOTHING: ConvertedPayloads = { edits: [], notes: [], omitted: [], reasons: [] };

/** Converts one payload; remarks state its position and what it was taken for. */
export const convertPayload = (
  { tree, pointer }: Payload,
  text: string,
  options: PayloadOptions,
): ConvertedPayloads => {
  const use = useOf(tree, options.operation);
  const made = reshape(tree, text, { ...options, use });
  const located = (remarks: readonly Remark[]): readonly Remark[] =>
    remarks.map((remark) => ({
      ...remark,
      pointer: pointer + remark.pointer,
      message: `${takenFor(use, options.operation === undefined)}: ${remark.message}`,
    }));
  if (made.kind === 'refused') return { ...NOTHING, reasons: located(made.reasons) };
  if (made.kind === 'edits') {
    const noted = new Set(made.notes.map((note) => note.pointer));
    const omitted = made.omitted().filter((omission) => !noted.has(omission.pointer));
    return { ...NOTHING, edits: made.edits, notes: located(made.notes), omitted: located(omitted) };
  }
  const unclear = use === 'modify' ? reviewsOfUnchanged(tree, text, { ...options, use }) : [];
  return { ...NOTHING, notes: located(unclear) };
};

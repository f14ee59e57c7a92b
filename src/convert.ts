import { applyEdits } from './edit/apply.ts';
import { describeProblem, loadJsonReader } from './extract/json/reader.ts';
import { plainText } from './extract/json/spelled.ts';
import type { Edit, ObjectTree, Tree } from './model/index.ts';
import type { PayloadUse, Step } from './payload/mapping.ts';
import type { Remark } from './payload/outcome.ts';
import { plainJson } from './payload/plain-json.ts';
import { duplicateMembers, reshape } from './payload/reshape.ts';
import type { Validators } from './payload/validate.ts';

export interface ConvertOptions {
  /** Contract §5: `clusters.create`, …; told from each body where it is undefined. */
  readonly operation: string | undefined;
  /** The resource version to reach, `yyyy-mm-dd`. */
  readonly target: string;
  /** Convert what is for review too. */
  readonly unsafe: boolean;
  readonly steps: readonly Step[];
  readonly validators: Validators;
}

/** The converted text, with what a person should review; or why nothing was converted. */
export type Converted =
  | { readonly ok: true; readonly text: string; readonly notes: readonly Remark[] }
  | { readonly ok: false; readonly reasons: readonly Remark[] };

const USES: Readonly<Record<string, PayloadUse>> = {
  'clusters.create': 'create',
  'clusters.modify': 'modify',
  'clusters.get': 'answer',
  'clusters.list': 'answer',
};

/** The operations that `--operation` may name. */
export const convertibleOperations: readonly string[] = Object.keys(USES);

const refused = (message: string, pointer = ''): Converted => ({
  ok: false,
  reasons: [{ pointer, message }],
});

const valueOf = (tree: ObjectTree, name: string): Tree | undefined =>
  tree.members.find(({ key }) => key.value === name)?.value;

const ANSWER_MEMBERS = ['stateName', 'links', 'results'];

interface Payload {
  readonly tree: ObjectTree;
  readonly pointer: string;
}

/** Items of a list, of an answer's `results`, or the document itself; a remark where it is something else. */
const payloadsIn = (tree: Tree, pointer = ''): readonly Payload[] | Remark => {
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

const answerMember = (tree: Tree): string | undefined => {
  if (tree.kind === 'list') return tree.items.map(answerMember).find((name) => name !== undefined);
  return tree.kind === 'object'
    ? ANSWER_MEMBERS.find((name) => valueOf(tree, name) !== undefined)
    : undefined;
};

const useOf = (tree: ObjectTree, operation: string | undefined): PayloadUse =>
  operation === undefined ? (valueOf(tree, 'name') === undefined ? 'modify' : 'create') : USES[operation]!;

/** The outcome of all payloads of a document. */
interface Outcome {
  readonly edits: Edit[];
  readonly notes: Remark[];
  readonly reasons: Remark[];
}

const convertPayload = (
  { tree, pointer }: Payload,
  text: string,
  options: ConvertOptions,
  outcome: Outcome,
): void => {
  const use = useOf(tree, options.operation);
  const { target, steps, validators } = options;
  const made = reshape(tree, text, { use, target, steps, validators });
  const located = (remarks: readonly Remark[]): readonly Remark[] =>
    remarks.map((remark) => ({
      pointer: pointer + remark.pointer,
      message: `as clusters.${use}: ${remark.message}`,
    }));
  if (made.kind === 'refused') outcome.reasons.push(...located(made.reasons));
  if (made.kind !== 'edits') return;
  outcome.edits.push(...made.edits);
  outcome.notes.push(...located(made.notes));
};

const convertAll = (payloads: readonly Payload[], text: string, options: ConvertOptions): Outcome => {
  const outcome: Outcome = { edits: [], notes: [], reasons: [] };
  for (const payload of payloads) convertPayload(payload, text, options, outcome);
  return outcome;
};

const isStrictJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

type Read = (text: string) => Tree | Remark;

const jsonReader = async (): Promise<Read> => {
  const read = await loadJsonReader();
  return (text) => {
    const { tree, problem } = read('payload', plainText(text), 'json-string');
    if (problem !== undefined) return { pointer: '', message: describeProblem(text, problem) };
    return tree ?? { pointer: '', message: 'there is no payload in the text.' };
  };
};

const strictJson = (text: string, read: Read): string => {
  const body = text.replace(/^\uFEFF/, '');
  if (isStrictJson(body)) return body;
  const tree = read(body);
  return 'message' in tree ? body : plainJson(tree, body);
};

/**
 * Converts a legacy clusters payload, or a list of them, to the target version: strict JSON with numbers, escapes
 * and member order as they were written. All or nothing: one payload that cannot be converted refuses them all.
 */
export const convertText = async (text: string, options: ConvertOptions): Promise<Converted> => {
  const { operation, unsafe } = options;
  if (operation !== undefined && !Object.hasOwn(USES, operation))
    return refused(`the operation must be one of ${convertibleOperations.join(', ')}.`);
  const read = await jsonReader();
  const tree = read(text);
  if ('message' in tree) return { ok: false, reasons: [tree] };
  const twice = duplicateMembers(tree);
  if (twice.length > 0) return { ok: false, reasons: twice };
  const member = answerMember(tree);
  if (operation === undefined && member !== undefined)
    return refused(
      `"${member}" says that this is an answer of the service: say what it is to become with --operation.`,
    );
  const payloads = payloadsIn(tree);
  if ('message' in payloads) return { ok: false, reasons: [payloads] };
  const { edits, notes, reasons } = convertAll(payloads, text, options);
  if (reasons.length > 0) return { ok: false, reasons };
  if (notes.length > 0 && !unsafe) return { ok: false, reasons: notes };
  return { ok: true, text: strictJson(applyEdits(text, edits), read), notes };
};

import { applyEdits } from '../../fix/edits/apply.ts';
import type { Tree } from '../../model/index.ts';
import type { Remark } from '../outcome.ts';
import { duplicateMembers } from '../reshape.ts';
import { readDocuments } from './documents.ts';
import type { PayloadDocuments, Format } from './documents.ts';
import { answerMember, convertibleOperations, convertPayload, payloadsIn } from './payloads.ts';
import type { ConvertedPayloads, Payload, PayloadOptions } from './payloads.ts';
import { writeDocuments } from './write.ts';

export { convertibleOperations } from './payloads.ts';
export type { Format } from './documents.ts';

export interface ConvertOptions extends PayloadOptions {
  /** Convert what is for review too. */
  readonly unsafe: boolean;
  /** The format of the text; detected from the text where it is not given. */
  readonly from?: Format;
  /** The format to write; JSON where it is not given. */
  readonly to?: Format;
}

/** The converted text, with what a person should review; or why nothing was converted. */
export type Converted =
  | {
      readonly ok: true;
      readonly text: string;
      /** False where the text is as it was, in this format or in another. */
      readonly isChanged: boolean;
      readonly notes: readonly Remark[];
      /** Values that have no equivalent in the new payload, with the reasons. */
      readonly omitted: readonly Remark[];
    }
  | {
      readonly ok: false;
      readonly reasons: readonly Remark[];
      /** True when all reasons are for review: `unsafe` would convert the text. */
      readonly reviewable: boolean;
    };

const refusedFor = (reasons: readonly Remark[]): Converted => ({ ok: false, reasons, reviewable: false });

const refused = (message: string): Converted => refusedFor([{ pointer: '', message }]);

const isPlain = (tree: Tree): boolean => {
  if (tree.kind === 'object') return tree.complete && tree.members.every(({ value }) => isPlain(value));
  return tree.kind === 'list' ? tree.items.every(isPlain) : tree.kind === 'scalar';
};

/** Reason why a text cannot be converted, whatever its payloads. */
const objection = (documents: PayloadDocuments, operation: string | undefined): readonly Remark[] => {
  const { trees } = documents;
  if (trees.length === 0) return [{ pointer: '', message: 'the text contains no payload.' }];
  const twice = trees.flatMap((tree) => duplicateMembers(tree));
  if (twice.length > 0) return twice;
  if (!trees.every(isPlain))
    return [{ pointer: '', message: 'it has aliases, tags or merge keys: expand them first.' }];
  const member =
    operation === undefined ? trees.map(answerMember).find((name) => name !== undefined) : undefined;
  const message = `"${member}" shows that this is a response: name the target with --operation.`;
  return member === undefined ? [] : [{ pointer: '', message }];
};

const convertAll = (
  payloads: readonly Payload[],
  text: string,
  options: PayloadOptions,
): ConvertedPayloads => {
  const outcomes = payloads.map((payload) => convertPayload(payload, text, options));
  return {
    edits: outcomes.flatMap(({ edits }) => edits),
    notes: outcomes.flatMap(({ notes }) => notes),
    omitted: outcomes.flatMap(({ omitted }) => omitted),
    reasons: outcomes.flatMap(({ reasons }) => reasons),
  };
};

const isStrictJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The text keeps its layout where it is in the wanted format already; comments are not allowed in strict JSON. */
const inFormat = async (text: string, from: Format, to: Format): Promise<string> => {
  const body = text.replace(/^\uFEFF/, '');
  if (from === to && (to === 'yaml' || isStrictJson(body))) return body;
  const documents = await readDocuments(body, from);
  if ('problem' in documents) throw new Error(`the converted text does not parse: ${documents.problem}`);
  return writeDocuments(documents, body, to);
};

/**
 * Converts a legacy clusters payload, or a list of them, to the target version: strict JSON (or YAML) with numbers,
 * escapes and member order as they were written. All or nothing: one payload that cannot be converted refuses them
 * all. Contract §1 and §3.
 */
export const convertText = async (text: string, options: ConvertOptions): Promise<Converted> => {
  const { operation, unsafe, from, to = 'json' } = options;
  if (operation !== undefined && !convertibleOperations.includes(operation))
    return refused(`the operation must be one of ${convertibleOperations.join(', ')}.`);
  const documents = await readDocuments(text, from);
  if ('problem' in documents) return refused(documents.problem);
  const objections = objection(documents, operation);
  if (objections.length > 0) return refusedFor(objections);
  const found = documents.trees.map((tree) => payloadsIn(tree));
  const odd = found.find((item) => 'message' in item);
  if (odd !== undefined) return refusedFor([odd]);
  const payloads = found.flatMap((item) => ('message' in item ? [] : item));
  const { edits, notes, omitted, reasons } = convertAll(payloads, text, options);
  if (reasons.length > 0) return refusedFor(reasons);
  if (notes.some(({ told }) => told !== true) && !unsafe)
    return { ok: false, reasons: notes, reviewable: true };
  const written = await inFormat(applyEdits(text, edits), documents.format, to);
  return { ok: true, text: written, isChanged: edits.length > 0, notes, omitted };
};

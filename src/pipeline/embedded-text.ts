import { decode } from '../fix/edits/decode.ts';
import type { Decoded } from '../fix/edits/decode.ts';
import { spell } from '../fix/edits/spelling.ts';
import { inOrder } from '../rules/run-rules.ts';
import { withNotes } from '../model/index.ts';
import type { Edit, EmbeddedText, Finding, Note, Place, Span } from '../model/index.ts';

/** The way from texts inside strings to the files that hold them. */
export interface Embedding {
  /** The text of a file or of a text inside one. */
  text(file: string): string | undefined;
  /** The file that holds a text, or the file itself. */
  fileOf(path: string): string;
  /** The findings with places and edits in real files, in order. */
  outward(findings: readonly Finding[]): readonly Finding[];
  /** The same, each at its index. */
  outwardEach(findings: readonly Finding[]): readonly Finding[];
}

type TextOf = (file: string) => string | undefined;

/** Where the units of an embedded text are written; `undefined` when its string does not spell it any more. */
const writtenIn = ({ slot }: EmbeddedText, text: string | undefined): Decoded | undefined => {
  const decoded = decode(text?.slice(slot.span.start, slot.span.end) ?? '', slot.spelling);
  return decoded?.value === slot.value ? decoded : undefined;
};

const spanIn = ({ slot }: EmbeddedText, { starts, ends }: Decoded, { start, end }: Span): Span => {
  const length = slot.span.end - slot.span.start;
  const from = starts[start] ?? length;
  const to = end > start ? (ends[end - 1] ?? length) : from;
  return { start: slot.span.start + from, end: slot.span.start + to };
};

const editIn = (embedded: EmbeddedText, decoded: Decoded, { span, text }: Edit): Edit => ({
  span: spanIn(embedded, decoded, span),
  text: spell(text, embedded.slot.spelling),
});

/** The place in the file that holds the text; the whole string where that does not spell it any more. */
const placeIn = (embedded: EmbeddedText, span: Span, textOf: TextOf): Place => {
  const { file, span: whole } = embedded.slot;
  const decoded = writtenIn(embedded, textOf(file));
  return { file, span: decoded === undefined ? whole : spanIn(embedded, decoded, span) };
};

const outwardOne = (finding: Finding, embedded: EmbeddedText, textOf: TextOf): Finding => {
  const { file, span } = embedded.slot;
  const decoded = writtenIn(embedded, textOf(file));
  if (decoded === undefined) return { ...finding, file, span, fix: undefined };
  const edits = finding.fix?.edits.map((edit) => editIn(embedded, decoded, edit));
  const fix = finding.fix && edits ? { ...finding.fix, edits } : undefined;
  return { ...finding, file, span: spanIn(embedded, decoded, finding.span), fix };
};

const same = (findings: readonly Finding[]): readonly Finding[] => findings;

/** Joins embedded texts with the files that `textOf` reads. */
export const embeddingOf = (texts: readonly EmbeddedText[], textOf: TextOf): Embedding => {
  if (texts.length === 0) {
    return { text: textOf, fileOf: (path) => path, outward: same, outwardEach: same };
  }
  const byPath = new Map(texts.map((embedded) => [embedded.path, embedded]));
  const outwardNote = (note: Note): Note => {
    const embedded = byPath.get(note.file);
    return embedded === undefined ? note : { ...note, ...placeIn(embedded, note.span, textOf) };
  };
  const outward = (finding: Finding): Finding => {
    const embedded = byPath.get(finding.file);
    const own = embedded === undefined ? finding : outwardOne(finding, embedded, textOf);
    return own.fix === undefined ? own : { ...own, fix: withNotes(own.fix, outwardNote) };
  };
  return {
    fileOf: (path) => byPath.get(path)?.slot.file ?? path,
    text: (file) => byPath.get(file)?.slot.value ?? textOf(file),
    outward: (findings) => findings.map(outward).toSorted(inOrder),
    outwardEach: (findings) => findings.map(outward),
  };
};

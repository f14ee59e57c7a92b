import { clashing, identical, touching } from './edits/apply.ts';
import { firstWhere } from '../model/index.ts';
import type { Edit, Place } from '../model/index.ts';

/** An edit together with the file it belongs to. */
export interface FileEdit {
  readonly file: string;
  readonly edit: Edit;
}

/** Index of the first edit that does not end before `start`. */
const firstFrom = (edits: readonly Edit[], start: number): number =>
  firstWhere(edits, ({ span }) => span.end >= start);

const isBefore = (a: Edit, b: Edit): boolean =>
  a.span.start < b.span.start || (a.span.start === b.span.start && a.span.end < b.span.end);

/** Edits of many files that grow one by one: identical ones once, none of them overlapping another. */
export class EditSet {
  readonly #files = new Map<string, Edit[]>();

  /** The edits by file, sorted by position. */
  get files(): ReadonlyMap<string, readonly Edit[]> {
    return this.#files;
  }

  /** Edits that overlap or adjoin this one, in order. */
  #near({ file, edit }: FileEdit): readonly Edit[] {
    const edits = this.#files.get(file) ?? [];
    const from = firstFrom(edits, edit.span.start);
    let to = from;
    while (to < edits.length && edits[to]!.span.start <= edit.span.end) to += 1;
    return edits.slice(from, to);
  }

  /** True when exactly this edit is in the set. */
  has(wanted: FileEdit): boolean {
    return this.#near(wanted).some((other) => identical(other, wanted.edit));
  }

  /** True when another fix's edit can be added: it is in the set already, or touches no edit of it. */
  accepts(wanted: FileEdit): boolean {
    return !this.#near(wanted).some((other) => touching(other, wanted.edit));
  }

  /** True when the edit cannot even be applied together with edits of its own fix. */
  clashes(wanted: FileEdit): boolean {
    return this.#near(wanted).some((other) => clashing(other, wanted.edit));
  }

  /** Adds an edit that clashes with none of the set. */
  add(added: FileEdit): void {
    if (this.has(added)) return;
    const { file, edit } = added;
    const edits = this.#files.get(file) ?? [];
    let at = firstFrom(edits, edit.span.start);
    while (at < edits.length && isBefore(edits[at]!, edit)) at += 1;
    edits.splice(at, 0, edit);
    this.#files.set(file, edits);
  }

  /** True when an edit is in the span, or at its border. */
  touches({ file, span }: Place): boolean {
    const edits = this.#files.get(file) ?? [];
    const next = edits[firstFrom(edits, span.start)];
    return next !== undefined && next.span.start <= span.end;
  }

  /** Possible start positions after the edits: before or after a text inserted at the same position. */
  startsAfter({ file, span }: Place): readonly number[] {
    let { start } = span;
    for (const { span: edited, text } of this.#files.get(file) ?? []) {
      if (edited.start > span.start) break;
      if (edited.start === span.start) return [start, start + text.length - (edited.end - edited.start)];
      start +=
        edited.end <= span.start ? text.length - (edited.end - edited.start) : edited.start - span.start;
    }
    return [start];
  }
}

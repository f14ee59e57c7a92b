import { hostMapOf } from '../fix/edits/host-map.ts';
import type { HostMap } from '../fix/edits/host-map.ts';
import { inOrder } from '../rules/run-rules.ts';
import { holderOf, textInside, withNotes, withoutFix, withPlaces } from '../model/index.ts';
import type { Edit, Embedded, Finding, Note, Place } from '../model/index.ts';

/** The way from texts inside files to the files that hold them. */
export interface EmbeddedDocuments {
  /** The text of a file or of a text inside one. */
  text(file: string): string | undefined;
  /** The file that holds a text, or the file itself. */
  fileOf(path: string): string;
  /** The texts and the file that hold a text, the nearest first. */
  chainOf(path: string): readonly string[];
  /** Maps a location to the real file that holds it. */
  placeOf(place: Place): Place;
  /** Facts with their locations in real files. */
  factsInHostFiles<T extends Place>(facts: readonly T[]): readonly T[];
  /** The findings with locations and edits in real files, in order. */
  toHostFiles(findings: readonly Finding[]): readonly Finding[];
  /** The same, each at its index. */
  eachToHostFile(findings: readonly Finding[]): readonly Finding[];
}

type TextOf = (file: string) => string | undefined;

const NOT_IN_PLACE = 'the file that contains this code writes it in a way that cannot be edited in place.';

/** Maps one text inside a file after the other, each made once. */
class ToHostFiles {
  private readonly byPath: ReadonlyMap<string, Embedded>;
  private readonly maps = new Map<string, HostMap>();
  private readonly textOf: TextOf;

  constructor(texts: readonly Embedded[], textOf: TextOf) {
    this.byPath = new Map(texts.map((embedded) => [embedded.path, embedded]));
    this.textOf = textOf;
  }

  text(file: string): string | undefined {
    const embedded = this.byPath.get(file);
    return embedded === undefined ? this.textOf(file) : textInside(embedded);
  }

  /** The file or text that holds the text of this path, and the way there; `undefined` for a real file. */
  private step(path: string): { readonly file: string; readonly map: HostMap } | undefined {
    const embedded = this.byPath.get(path);
    if (embedded === undefined) return undefined;
    const file = holderOf(embedded);
    const known = this.maps.get(path);
    if (known !== undefined) return { file, map: known };
    const map = hostMapOf(embedded, textInside(embedded), this.text(file) ?? '');
    this.maps.set(path, map);
    return { file, map };
  }

  chainOf(path: string): readonly string[] {
    const embedded = this.byPath.get(path);
    if (embedded === undefined) return [];
    const holder = holderOf(embedded);
    return [holder, ...this.chainOf(holder)];
  }

  place<T extends Place>(place: T): T {
    const step = this.step(place.file);
    if (step === undefined) return place;
    return this.place({ ...place, file: step.file, span: step.map.span(place.span) });
  }

  private edits(file: string, edits: readonly Edit[]): readonly Edit[] | undefined {
    const step = this.step(file);
    if (step === undefined) return edits;
    const mapped = edits.map((edit) => step.map.edits(edit));
    return mapped.includes(undefined)
      ? undefined
      : this.edits(
          step.file,
          mapped.flatMap((each) => each!),
        );
  }

  finding(finding: Finding): Finding {
    const { fix, file } = finding;
    const placed = this.place(finding);
    if (fix === undefined) return placed;
    const edits = this.edits(file, fix.edits);
    if (edits === undefined) return withoutFix(placed, { file, span: finding.span, text: NOT_IN_PLACE });
    const noted = withNotes(fix, (note: Note) => this.place(note));
    return { ...placed, fix: edits === fix.edits ? noted : { ...noted, edits } };
  }

  /** Fixes of one group apply together or not at all: where one has no position in its file, none is offered. */
  findings(findings: readonly Finding[]): readonly Finding[] {
    const placed = findings.map((finding) => this.finding(finding));
    const lost = new Set(
      findings.flatMap(({ fix }, at) =>
        fix?.group !== undefined && placed[at]!.fix === undefined ? [fix.group] : [],
      ),
    );
    if (lost.size === 0) return placed;
    return placed.map((finding) =>
      finding.fix?.group !== undefined && lost.has(finding.fix.group)
        ? withoutFix(finding, { file: finding.file, span: finding.span, text: NOT_IN_PLACE })
        : finding,
    );
  }
}

const same = <T>(value: T): T => value;

/** Joins texts inside files with the files that `textOf` reads. */
export const embeddedDocuments = (texts: readonly Embedded[], textOf: TextOf): EmbeddedDocuments => {
  if (texts.length === 0)
    return {
      text: textOf,
      fileOf: same,
      chainOf: () => [],
      placeOf: same,
      factsInHostFiles: same,
      toHostFiles: same,
      eachToHostFile: same,
    };
  const toHostFiles = new ToHostFiles(texts, textOf);
  const hasCode = texts.some((embedded) => !('slot' in embedded));
  return {
    text: (file) => toHostFiles.text(file),
    fileOf: (path) => toHostFiles.chainOf(path).at(-1) ?? path,
    chainOf: (path) => toHostFiles.chainOf(path),
    placeOf: (place) => toHostFiles.place(place),
    factsInHostFiles: (facts) => {
      if (!hasCode) return facts;
      const placed = facts.map((fact) => withPlaces(fact, (place) => toHostFiles.place(place)));
      return placed.every((fact, at) => fact === facts[at]) ? facts : placed;
    },
    toHostFiles: (findings) => toHostFiles.findings(findings).toSorted(inOrder),
    eachToHostFile: (findings) => toHostFiles.findings(findings),
  };
};

import type { ScalarTree, Spelling } from '../../../model/index.ts';
import { packedText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';

const BLOCK_HEADER = /^[|>][^\n]*\n/;
const ESCAPE = /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|\r?\n[ \t]*|[^])/iy;

const SPACE_ESCAPE = /^\\[ \t\r\ntnr]/;

const isSpace = (unit: string | undefined): boolean =>
  unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r';

/** Aligns a scalar's value with its source, unit by unit. State: the source offset of the next unit. */
class Aligner {
  private at: number;
  private readonly raw: string;
  private readonly spelling: Spelling | undefined;

  constructor(raw: string, start: number, spelling: Spelling | undefined) {
    this.raw = raw;
    this.at = start;
    this.spelling = spelling;
  }

  get end(): number {
    return this.at;
  }

  /** Consumes the source of a unit, and returns its start; `undefined` where it differs. */
  take(unit: string): number | undefined {
    if (isSpace(unit)) return this.step(this.space());
    for (let space = this.space(); space > 0; space = this.space()) this.at += space;
    const escape = this.escape();
    if (escape !== '') return this.step(escape.length);
    if (this.raw[this.at] !== unit) return undefined;
    const doubled = this.spelling === 'yaml-single' && unit === "'" && this.raw[this.at + 1] === "'";
    return this.step(doubled ? 2 : 1);
  }

  /** Source length of one unit of white space, or none: indentation and folded lines are not distinguished. */
  private space(): number {
    if (isSpace(this.raw[this.at])) return 1;
    const escape = this.escape();
    return SPACE_ESCAPE.test(escape) ? escape.length : 0;
  }

  private step(length: number): number {
    this.at += length;
    return this.at - length;
  }

  private escape(): string {
    if (this.spelling !== 'yaml-double' || this.raw[this.at] !== '\\') return '';
    ESCAPE.lastIndex = this.at;
    return ESCAPE.exec(this.raw)?.[0] ?? '';
  }
}

/**
 * For each unit of the value and its end, its offset in `raw`: white space may be indentation or a folded
 * line break. `undefined` where value and source do not match.
 */
const align = (raw: string, start: number, said: string, spelling?: Spelling): Uint32Array | undefined => {
  const offsets = new Uint32Array(said.length + 1);
  const aligner = new Aligner(raw, start, spelling);
  for (let unit = 0; unit < said.length; unit++) {
    const at = aligner.take(said[unit]!);
    if (at === undefined) return undefined;
    offsets[unit] = at;
  }
  offsets[said.length] = aligner.end;
  return offsets;
};

/** Text of a scalar and the positions of its characters; one that cannot be aligned has the scalar's whole span. */
export const yamlText = (text: string, offset: number, { value, span, slot }: ScalarTree): SpelledText => {
  const said = String(value);
  const place = slot?.span ?? span;
  const [start, end] = [place.start - offset, place.end - offset];
  const raw = text.slice(start, end);
  if (raw === said)
    return { text: said, spanAt: (from, to) => ({ start: place.start + from, end: place.start + to }) };
  const header = slot === undefined ? (BLOCK_HEADER.exec(raw)?.[0].length ?? 0) : 0;
  const offsets = align(raw, header, said, slot?.spelling);
  if (offsets === undefined) return packedText(said, place);
  const at = (index: number): number => place.start + (offsets[index] ?? raw.length);
  return { text: said, spanAt: (from, to) => ({ start: at(from), end: Math.max(at(from), at(to)) }) };
};

import type { Member, Slot, Tree } from '../../model/index.ts';
import { jqFilter } from './jq-filter.ts';
import type { JqFilter } from './jq-filter.ts';
import type { Word } from './words.ts';

const KEY = /\s*(?:"(\w+)"|\$?([A-Za-z_]\w*))\s*(:?)/y;
const STEP = /"(?:[^"\\]|\\[^])*"|[{[(]|[}\])]|,|[^"{[(}\]),]+/y;
/** Matches numbers, `true`, `false`, and texts into which nothing is put. */
const SCALAR = /^\s*(\d{1,9}(?:\.\d{1,9})?|true|false|"[^"\\%\0]*")\s*$/;

const scalarOf = (text: string): string | number | boolean => {
  if (text.startsWith('"')) return text.slice(1, -1);
  return /^\d/.test(text) ? Number(text) : text === 'true';
};

/** Maximum depth of objects in one another. */
const MAX_DEPTH = 40;

/** Reads objects that a filter of jq makes. State: the offset in its text, and the depth there. */
class ObjectReader {
  private at = 0;
  private depth = 0;
  private readonly file: string;
  private readonly filter: JqFilter;

  constructor(file: string, filter: JqFilter) {
    this.file = file;
    this.filter = filter;
  }

  private placeOf(from: number, to: number) {
    return { file: this.file, span: this.filter.spanOf(from, to - from) };
  }

  private opens(unit: string): boolean {
    const skipped = /\s*/y;
    skipped.lastIndex = this.at;
    skipped.exec(this.filter.value);
    this.at = skipped.lastIndex;
    if (this.filter.value[this.at] !== unit) return false;
    this.at++;
    return true;
  }

  /** True at the end of the text, where spaces may follow, and line ends as printf writes them. */
  get isAtEnd(): boolean {
    return /^(?:\s|\\n)*$/.test(this.filter.value.slice(this.at));
  }

  /** An expression up to a comma or a closing bracket. */
  private value(): Tree | undefined {
    const from = this.at;
    const object = this.depth < MAX_DEPTH && this.opens('{') ? this.inner() : undefined;
    if (object && /\s*[,}\]]/y.test(this.filter.value.slice(this.at, this.at + 50))) return object;
    for (let depth = 0; this.at < this.filter.value.length; this.at = STEP.lastIndex) {
      STEP.lastIndex = this.at;
      const [step = ''] = STEP.exec(this.filter.value) ?? [];
      if (step === '') return undefined;
      if (depth === 0 && /^[,}\])]$/.test(step)) break;
      depth += /^[{[(]$/.test(step) ? 1 : /^[}\])]$/.test(step) ? -1 : 0;
    }
    const place = this.placeOf(from, this.at);
    const said = SCALAR.exec(this.filter.value.slice(from, this.at));
    if (!said) return { kind: 'opaque', ...place, pure: true };
    return { kind: 'scalar', ...place, value: scalarOf(said[1]!), slot: undefined };
  }

  private inner(): Tree | undefined {
    this.depth++;
    const object = this.object(this.at - 1);
    this.depth--;
    return object;
  }

  private member(): Member | undefined {
    KEY.lastIndex = this.at;
    const found = KEY.exec(this.filter.value);
    if (!found) return undefined;
    const [whole, quoted, plain] = found;
    const name = quoted ?? plain ?? '';
    const from = this.at + whole.indexOf(name);
    this.at = KEY.lastIndex;
    const key: Slot = { ...this.filter.slotOf(this.file, name, from), spelling: 'fixed' };
    const place = this.placeOf(from, from + name.length);
    const value = found[3] === ':' ? this.value() : ({ kind: 'opaque', ...place, pure: true } as const);
    return value && { key, value, place, removal: undefined, certain: true };
  }

  /** Object whose bracket was read. */
  object(from = 0): Tree | undefined {
    const members: Member[] = [];
    for (;;) {
      if (this.opens('}')) break;
      const member = this.member();
      if (!member) return undefined;
      members.push(member);
      if (this.opens(',')) continue;
      if (!this.opens('}')) return undefined;
      break;
    }
    const place = this.placeOf(from, this.at);
    return { kind: 'object', ...place, members, complete: true, gap: undefined };
  }

  /** The object that the whole filter is. */
  whole(): Tree | undefined {
    const from = this.at;
    const tree = this.opens('{') ? this.object(from) : undefined;
    return tree && this.isAtEnd ? tree : undefined;
  }
}

/** The object that a filter of jq makes: `jq -n --arg name "$1" '{name: $name, paused: true}'`. It is read, never edited. */
export const jqObject = (file: string, word: Word | undefined, script: string): Tree | undefined => {
  const filter = jqFilter(word, script);
  return filter && new ObjectReader(file, filter).whole();
};

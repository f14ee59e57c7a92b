import type { Member, ScalarTree, Slot, Span, Tree } from '../../../model/index.ts';
import { unitsOfByte } from './units.ts';
import { entryNamed } from '../../../model/index.ts';

/** Maximum nesting; deeper values are refused. */
const MAX_DEPTH = 60;
/** Maximum number of values in a flow. */
const MAX_COUNT = 100_000;

const TYPE = {
  bytes: ',',
  text: ';',
  integer: '#',
  float: '^',
  boolean: '!',
  nothing: '~',
  list: ']',
  object: '}',
} as const;

/** Units before an offset of the bytes. */
const unitsBefore = (bytes: Buffer, base: number): ((at: number) => number) => {
  const units = new Uint32Array(bytes.length + 1);
  for (let at = 0; at < bytes.length; at++) units[at + 1] = units[at]! + unitsOfByte(bytes[at]!);
  return (at) => base + (units[at] ?? 0);
};

/** Parses a tnetstring into a tree. State: the number of values read. Throws `RangeError` for other bytes. */
class Reader {
  readonly raw = new Map<Tree, Buffer>();
  private count = 0;
  private readonly file: string;
  private readonly bytes: Buffer;
  private readonly units: (at: number) => number;

  constructor(file: string, bytes: Buffer, base: number) {
    this.file = file;
    this.bytes = bytes;
    this.units = unitsBefore(bytes, base);
  }

  /** Value at a position and its end; `limit` is the end of its container. */
  value(at: number, limit: number, depth: number): { tree: Tree; end: number } {
    const colon = this.bytes.subarray(at, Math.min(limit, at + 13)).indexOf(0x3a);
    const digits = this.bytes.toString('latin1', at, at + Math.max(colon, 0));
    const from = at + colon + 1;
    const to = from + Number(digits);
    if (!/^\d+$/.test(digits) || to >= limit || depth > MAX_DEPTH || ++this.count > MAX_COUNT)
      throw new RangeError('no tnetstring');
    return { tree: this.typed(String.fromCharCode(this.bytes[to]!), from, to, depth), end: to + 1 };
  }

  private typed(type: string, from: number, to: number, depth: number): Tree {
    if (type === TYPE.object) return this.object(from, to, depth);
    if (type === TYPE.list) return this.list(from, to, depth);
    const text = this.bytes.toString('utf8', from, to);
    const { file } = this;
    const span = this.span(from, to);
    if (type === TYPE.bytes || type === TYPE.text) {
      const tree: ScalarTree = { kind: 'scalar', file, span, value: text, slot: this.slot(from, to, text) };
      this.raw.set(tree, this.bytes.subarray(from, to));
      return tree;
    }
    const values: Readonly<Record<string, ScalarTree['value']>> = {
      [TYPE.integer]: Number(text),
      [TYPE.float]: Number(text),
      [TYPE.boolean]: text === 'true',
      [TYPE.nothing]: null,
    };
    const value = entryNamed(values, type);
    if (value === undefined) throw new RangeError('no tnetstring');
    return { kind: 'scalar', file, span, value, slot: undefined };
  }

  private list(from: number, to: number, depth: number): Tree {
    const items: Tree[] = [];
    for (let at = from; at < to;) {
      const { tree, end } = this.value(at, to, depth + 1);
      items.push(tree);
      at = end;
    }
    return { kind: 'list', file: this.file, span: this.span(from, to), items, complete: true };
  }

  private object(from: number, to: number, depth: number): Tree {
    const { file } = this;
    const members: Member[] = [];
    for (let at = from; at < to;) {
      const key = this.value(at, to, depth + 1);
      if (key.end >= to || key.tree.kind !== 'scalar') throw new RangeError('no tnetstring');
      const { tree, end } = this.value(key.end, to, depth + 1);
      const slot = key.tree.slot ?? this.slot(at, at, String(key.tree.value));
      const place = { file, span: { start: slot.span.start, end: tree.span.end } };
      members.push({ key: slot, value: tree, place, removal: undefined, certain: true });
      at = end;
    }
    return { kind: 'object', file, span: this.span(from, to), members, complete: true, gap: undefined };
  }

  private span(from: number, to: number): Span {
    return { start: this.units(from), end: this.units(to) };
  }

  private slot(from: number, to: number, value: string): Slot {
    return { file: this.file, span: this.span(from, to), value, spelling: 'fixed' };
  }
}

/** Tree of a tnetstring, and the bytes of its texts. */
export interface ReadValue {
  readonly tree: Tree;
  readonly bytesOf: (tree: Tree | undefined) => Buffer | undefined;
}

/** Value of the bytes; `undefined` when they are not a tnetstring. `base`: units before them in the file. */
export const readTnetstring = (file: string, bytes: Buffer, base: number): ReadValue | undefined => {
  const reader = new Reader(file, bytes, base);
  try {
    const { tree } = reader.value(0, bytes.length, 0);
    return { tree, bytesOf: (one) => (one === undefined ? undefined : reader.raw.get(one)) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

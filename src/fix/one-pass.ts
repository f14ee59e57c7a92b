import { applyEdits } from './edits/apply.ts';
import type { Finding, Safety, Signature } from '../model/index.ts';
import { EditSet } from './edit-set.ts';
import { type Obstacle, TRIED } from './obstacles.ts';
import type { SyntaxCheck } from './syntax-check.ts';
import {
  editSetOf,
  editsOf,
  filesOf,
  findingsByFile,
  isAllowed,
  obstacleKey,
  type FixGroup,
  fixGroupsOf,
} from './fix-groups.ts';

/** Texts of changed files, by name. */
export type Overlay = ReadonlyMap<string, string>;

/** Result of a scan: findings, and the signature of every request. */
export interface Scanned {
  readonly findings: readonly Finding[];
  readonly requests: readonly Signature[];
}

/** External functions that the fix loop needs. The loop itself reads and writes nothing. */
export interface FixLoopInput {
  /** A scan of everything, with the overlay's texts in place of the files' own. */
  readonly scan: (overlay: Overlay) => Scanned | Promise<Scanned>;
  /** Current text of a file; `undefined` if it cannot be read. */
  readonly text: (file: string) => string | undefined;
  readonly parses: SyntaxCheck;
  /** False for files that must not change: recordings, generated code, files outside the scanned tree. */
  readonly writable: (file: string) => boolean;
  /** `unsafe` applies unsafe fixes too. */
  readonly safety: Safety;
  /** Scan of the current files, if there is one already. */
  readonly scanned?: Scanned;
}

/** State that one pass hands to the next. */
export interface PassState extends Scanned {
  readonly overlay: Overlay;
  readonly applied: ReadonlyMap<string, number>;
}

const UNSAFE: Obstacle = { kind: 'unsafe' };

/** One pass at a time over one state; remembers which fixes must not be tried again. */
export class Pass {
  readonly #input: FixLoopInput;
  readonly #state: PassState;
  readonly #blocked: Map<string, Obstacle>;

  constructor(input: FixLoopInput, state: PassState, blocked: Map<string, Obstacle>) {
    this.#input = input;
    this.#state = state;
    this.#blocked = blocked;
  }

  #text(file: string): string | undefined {
    return this.#state.overlay.get(file) ?? this.#input.text(file);
  }

  block(unit: FixGroup, obstacle: Obstacle): void {
    for (const finding of unit.findings) this.#blocked.set(obstacleKey(finding), obstacle);
  }

  /** Reason why a group cannot be applied, independent of other groups. Only failed attempts are recorded. */
  #obstacle(unit: FixGroup): Obstacle | undefined {
    const lengths = new Map(filesOf(unit).map((file) => [file, this.#text(file)?.length]));
    for (const [file, length] of lengths)
      if (!this.#input.writable(file) || length === undefined) return { kind: 'fixed' };
    const own = new EditSet();
    for (const each of editsOf(unit)) {
      if (own.clashes(each) || each.edit.span.end > lengths.get(each.file)!) return { kind: 'conflict' };
      own.add(each);
    }
    const known = unit.findings.map((finding) => this.#blocked.get(obstacleKey(finding)));
    return known.find((obstacle) => obstacle !== undefined && TRIED.has(obstacle.kind));
  }

  /** The units that can be applied together. Those that touch one before them wait for another pass. */
  choose(): readonly FixGroup[] {
    const edits = new EditSet();
    return fixGroupsOf(this.#state.findings).filter((unit) => {
      const obstacle = isAllowed(unit, this.#input.safety) ? this.#obstacle(unit) : UNSAFE;
      if (obstacle !== undefined) this.block(unit, obstacle);
      if (obstacle !== undefined || !editsOf(unit).every((each) => edits.accepts(each))) return false;
      for (const each of editsOf(unit)) edits.add(each);
      return true;
    });
  }

  #textsAfter(units: readonly FixGroup[]): readonly (readonly [string, string])[] {
    return Array.from(editSetOf(units).files, ([file, edits]) => [
      file,
      applyEdits(this.#text(file)!, edits),
    ]);
  }

  async #parse(units: readonly FixGroup[]): Promise<boolean> {
    for (const [file, after] of this.#textsAfter(units))
      if (!(await this.#input.parses(file, this.#text(file)!, after))) return false;
    return true;
  }

  /** Groups after which every file still parses, found by bisection; the others are blocked. */
  async admit(units: readonly FixGroup[], accepted: readonly FixGroup[] = []): Promise<readonly FixGroup[]> {
    const all = [...accepted, ...units];
    if (units.length === 0 || (await this.#parse(all))) return all;
    if (units.length === 1) {
      this.block(units[0]!, { kind: 'parse' });
      return accepted;
    }
    const middle = units.length >> 1;
    return this.admit(units.slice(middle), await this.admit(units.slice(0, middle), accepted));
  }

  /** The state after the units, judged anew. */
  async apply(units: readonly FixGroup[]): Promise<PassState> {
    const overlay = new Map([...this.#state.overlay, ...this.#textsAfter(units)]);
    for (const [file, text] of overlay) if (text === this.#input.text(file)) overlay.delete(file);
    const applied = new Map(this.#state.applied);
    for (const [file, count] of findingsByFile(units)) applied.set(file, (applied.get(file) ?? 0) + count);
    return { ...(await this.#input.scan(overlay)), overlay, applied };
  }
}

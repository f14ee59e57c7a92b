import { isSecretName } from '../secrets.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Commands that begin and end a part of a script that may not run. */
const OPENS: ReadonlySet<string> = new Set(['if', 'case', 'for', 'while', 'until', 'select']);
const CLOSES: ReadonlySet<string> = new Set(['fi', 'esac', 'done']);

/** Most parts of a value that is made by appending. */
const MAX_PARTS = 200;

/** True for a text without blanks: a URL or part of one, not options. */
const isUnbroken = ({ parts }: Word): boolean =>
  parts.every((part) => part.kind !== 'text' || !/\s/.test(part.value));

const namesIn = ({ words }: Command): readonly string[] =>
  words.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : [])));

/**
 * Values of the variables of a script, in order; what is appended to a value makes one value with it. State: the
 * values so far, their depth in conditions, and the names that were read since.
 */
export class AssignedValues {
  readonly byName = new Map<string, readonly Word[]>();
  private readonly depths = new Map<string, number>();
  private readonly read = new Set<string>();
  private depth = 0;

  /** Enters a command; returns its depth in conditions and loops. */
  enter(command: Command): number {
    const lead = command.words[0] === undefined ? '' : (exactWord(command.words[0]) ?? '');
    if (CLOSES.has(lead)) this.depth = Math.max(0, this.depth - 1);
    if (OPENS.has(lead)) this.depth++;
    for (const name of namesIn(command)) this.read.add(name);
    return this.depth;
  }

  /** Assigns a value to a name, or appends it. */
  assign(
    { name, value, appends }: { readonly name: string; readonly value: Word; readonly appends?: boolean },
    depth: number,
  ): void {
    if (isSecretName(name)) return;
    const before = this.byName.get(name) ?? [];
    const last = before.at(-1);
    const isJoined =
      appends === true &&
      last !== undefined &&
      last.parts.length < MAX_PARTS &&
      [last, value].every(isUnbroken);
    const whole = isJoined ? { ...value, parts: [...last.parts, ...value.parts] } : value;
    // The value before stays where something reads it, or where this one may not be appended.
    const isKept = !isJoined || depth > (this.depths.get(name) ?? 0) || this.read.has(name);
    this.byName.set(name, [...(isKept ? before : before.slice(0, -1)), whole]);
    this.depths.set(name, depth);
    this.read.delete(name);
  }
}

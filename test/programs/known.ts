import lines from './known.json' with { type: 'json' };
import type { Violation } from './check.ts';

/** A class of violations: the invariant, and what a program has to have for it to break. */
export interface KnownClass {
  readonly broken: `${Violation['mode']} ${Violation['invariant']}`;
  readonly tags: readonly string[];
}

export const textOfKnown = ({ broken, tags }: KnownClass): string => `${broken}: ${tags.join(', ')}`;

const fromText = (text: string): KnownClass => {
  const [, broken = '', tags = ''] = /^(.*?): (.*)$/.exec(text) ?? [];
  return { broken: broken as KnownClass['broken'], tags: tags.split(', ').filter(Boolean) };
};

/**
 * What remains to be mended, a class a line: who broke what, then what a program has to have for it. Who mends a class
 * takes its line away (`UPDATE_OUTPUT=1` does); nothing is added for what a change broke.
 */
export const KNOWN: readonly KnownClass[] = (lines as readonly string[]).map(fromText);

export const classOf = ({ mode, invariant }: Violation): KnownClass['broken'] => `${mode} ${invariant}`;

/** The class that a violation belongs to. */
export const knownAs = (
  violation: Violation,
  tags: ReadonlySet<string>,
  known: readonly KnownClass[] = KNOWN,
): KnownClass | undefined =>
  known.find((one) => one.broken === classOf(violation) && one.tags.every((tag) => tags.has(tag)));

import { unifiedDiff } from '../../fix/diff.ts';
import { applyEdits } from '../../fix/edits/apply.ts';
import { editSetOf, isAllowed } from '../../fix/fix-groups.ts';
import type { FixGroup } from '../../fix/fix-groups.ts';
import type { Edit, Place, Redacted, Rule } from '../../model/index.ts';
import { joined, say, separated, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { maskedDiff, maskedDiffText } from '../../report/masked-diff.ts';
import { painter, printed } from '../../report/style.ts';

/** The text of a file, and the 1-based line of an offset in it. */
export interface TextsOf {
  readonly text: (file: string) => string | undefined;
}

const lineIn = (text: string | undefined, offset: number): number =>
  (text ?? '').slice(0, offset).split('\n').length;

type Change = readonly [file: string, edits: readonly Edit[]];

/** Diff of each changed file, with possible credentials masked. */
const diffOf = async (changes: readonly Change[], { text }: TextsOf, color: boolean): Promise<Redacted> => {
  const paint = painter(color);
  const diffs = [];
  for (const [file, edits] of changes) {
    const before = text(file) ?? '';
    const after = applyEdits(before, edits);
    const masked = maskedDiff({ file, before, after, diff: await unifiedDiff(file, before, after) });
    diffs.push(maskedDiffText(masked, (kind, line) => paint.diff(kind, line)));
  }
  return joined(diffs);
};

const placeOf = ({ file, span }: Place, { text }: TextsOf): Redacted =>
  say`${printed(redactPath(file))}:${lineIn(text(file), span.start)}`;

const unique = (texts: readonly Redacted[]): readonly Redacted[] => [...new Set(texts)];

/** Reasons why the fixes of a group are unsafe, each once with its location. */
const reasonsOf = ({ findings }: Pick<FixGroup, 'findings'>, texts: TextsOf): readonly Redacted[] =>
  unique(
    findings.flatMap(({ fix }) =>
      fix.safety === 'safe'
        ? []
        : [say`unsafe: ${redactText(fix.reason.text)} (${placeOf(fix.reason, texts)})\n`],
    ),
  );

/** Files of one part of a group. */
const PART = 6;

const restText = (left: number): Redacted =>
  left === 0 ? word('') : say`… and ${left} more ${word(left === 1 ? 'file' : 'files')}: "s" shows more.\n`;

/** The diff of a group in parts of a few files, as a group of a hundred files is read by nobody at once. */
const partsOf = async function* (
  group: FixGroup,
  texts: TextsOf,
  color: boolean,
): AsyncGenerator<Redacted, undefined> {
  const changes = [...editSetOf([group]).files];
  for (let at = 0; at < changes.length; at += PART) {
    const left = Math.max(0, changes.length - at - PART);
    yield joined([await diffOf(changes.slice(at, at + PART), texts, color), restText(left)]);
  }
};

/** A group as it is shown for review: what is shown first, and more on demand. */
export interface ShownGroup {
  readonly first: Redacted;
  /** The next part of the diff; after the last one, the findings with their reasons and documentation. */
  readonly more: () => Promise<Redacted>;
}

/** What the documentation says of a rule, and where it is. */
const ruleText = ({ id, why, advice }: Rule): Redacted =>
  joined([
    say`\n${redactText(id)}\n`,
    ...(why === '' ? [] : [say`  Why: ${redactText(why)}\n`]),
    ...(advice === '' ? [] : [say`  What to do: ${redactText(advice)}\n`]),
    say`  Documentation: npx atlas-api-migrate explain ${redactText(id)}\n`,
  ]);

const ALL_SHOWN = word('That was the whole diff.\n');

/** All of a group: each finding with its location, the reasons against its fix, and the documentation of its rules. */
const detailsOf = ({ findings }: FixGroup, texts: TextsOf, rules: readonly Rule[]): Redacted => {
  const ids = new Set(findings.map(({ rule }) => rule));
  return joined([
    ALL_SHOWN,
    ...findings.map((finding) => say`${placeOf(finding, texts)}: ${printed(redactText(finding.message))}\n`),
    ...reasonsOf({ findings }, texts),
    ...rules.filter(({ id }) => ids.has(id)).map(ruleText),
  ]);
};

/** How groups are shown. */
interface Shown {
  readonly count: number;
  readonly color: boolean;
  /** Rules, for their documentation. */
  readonly rules: readonly Rule[];
}

/** One group of fixes as it is shown: what is found, why its fix is unsafe if it is, and the diff. */
export const showGroup = async (
  group: FixGroup,
  texts: TextsOf,
  index: number,
  { count, color, rules }: Shown,
): Promise<ShownGroup> => {
  const parts = partsOf(group, texts, color);
  const more = async (): Promise<Redacted> => (await parts.next()).value ?? detailsOf(group, texts, rules);
  const { findings } = group;
  const names = unique(findings.map(({ rule }) => redactText(rule)));
  const says = unique(findings.map(({ message }) => say`${printed(redactText(message))}\n`));
  const safety = word(isAllowed(group, 'safe') ? 'safe' : 'unsafe');
  const first = joined([
    say`\n[${index}/${count}] ${separated(names)} (${safety})\n`,
    ...says,
    ...reasonsOf(group, texts),
    await more(),
  ]);
  return { first, more };
};

/** Answer of the user to a group. */
type Decision = 'yes' | 'no' | 'all' | 'quit' | 'remember' | 'show';

const DECISIONS: Readonly<Record<string, Decision>> = {
  y: 'yes',
  yes: 'yes',
  n: 'no',
  no: 'no',
  a: 'all',
  all: 'all',
  q: 'quit',
  quit: 'quit',
  r: 'remember',
  remember: 'remember',
  s: 'show',
  show: 'show',
};

const QUESTION = word('Apply? [y]es, [n]o, [a]ll, [q]uit, [s]how more, [r]emember the no as a comment: ');
const HELP = word(
  'y: apply it; n: leave it; a: apply it and all that follow; q: leave it and all that follow; r: leave it, and write a migrate-ignore comment with your reason; s: show the rest of the diff, then each finding with its reason and documentation.\n',
);

/** Questions to the user, and where they are shown. */
export interface Asker {
  readonly ask: (question: Redacted) => Promise<string>;
  readonly show: (text: Redacted) => void;
}

/** Shows a group, and more of it where that is wanted, until a person decides. */
export const decisionOn = async (
  { ask, show }: Asker,
  { first, more }: ShownGroup,
): Promise<Exclude<Decision, 'show'>> => {
  show(first);
  for (;;) {
    const answer = (await ask(QUESTION)).trim().toLowerCase();
    const decision = Object.hasOwn(DECISIONS, answer) ? DECISIONS[answer]! : undefined;
    if (decision !== undefined && decision !== 'show') return decision;
    show(decision === 'show' ? await more() : HELP);
  }
};

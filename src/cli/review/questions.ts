import { unifiedDiff } from '../../fix/diff.ts';
import { applyEdits } from '../../fix/edits/apply.ts';
import { editSetOf, isAllowed } from '../../fix/fix-groups.ts';
import type { FixGroup } from '../../fix/fix-groups.ts';
import type { Redacted } from '../../model/index.ts';
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

/** What changes, as a diff of each file with what may be a credential masked. */
const diffOf = async (group: FixGroup, { text }: TextsOf, color: boolean): Promise<Redacted> => {
  const paint = painter(color);
  const diffs = [];
  for (const [file, edits] of editSetOf([group]).files) {
    const before = text(file) ?? '';
    const after = applyEdits(before, edits);
    const masked = maskedDiff({ file, before, after, diff: await unifiedDiff(file, before, after) });
    diffs.push(maskedDiffText(masked, (kind, line) => paint.diff(kind, line)));
  }
  return joined(diffs);
};

const unique = (texts: readonly Redacted[]): readonly Redacted[] => [...new Set(texts)];

/** Why the fixes of a group are unsafe, each reason once with its place. */
const reasonsOf = ({ findings }: FixGroup, { text }: TextsOf): readonly Redacted[] =>
  unique(
    findings.flatMap(({ fix }) =>
      fix.safety === 'safe'
        ? []
        : [
            say`unsafe: ${redactText(fix.reason.text)} (${printed(redactPath(fix.reason.file))}:${lineIn(text(fix.reason.file), fix.reason.span.start)})\n`,
          ],
    ),
  );

/** One group of fixes as it is shown: what is found, why its fix is unsafe if it is, and the diff. */
export const groupText = async (
  group: FixGroup,
  texts: TextsOf,
  at: { readonly index: number; readonly count: number; readonly color: boolean },
): Promise<Redacted> => {
  const { findings } = group;
  const rules = unique(findings.map(({ rule }) => redactText(rule)));
  const says = unique(findings.map(({ message }) => say`${printed(redactText(message))}\n`));
  const safety = word(isAllowed(group, 'safe') ? 'safe' : 'unsafe');
  return joined([
    say`\n[${at.index}/${at.count}] ${separated(rules)} (${safety})\n`,
    ...says,
    ...reasonsOf(group, texts),
    await diffOf(group, texts, at.color),
  ]);
};

/** What a person says to a group. */
export type Decision = 'yes' | 'no' | 'all' | 'quit' | 'remember';

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
};

const QUESTION = word('Apply? [y]es, [n]o, [a]ll, [q]uit, [r]emember the no as a comment: ');
const HELP = word(
  'y: apply it; n: leave it; a: apply it and all that follow; q: leave it and all that follow; r: leave it, and write a migrate-ignore comment with your reason.\n',
);

/** What is asked, and where it is shown. */
export interface Asker {
  readonly ask: (question: Redacted) => Promise<string>;
  readonly show: (text: Redacted) => void;
}

/** Asks until the answer is one of those that are known. */
export const decisionOn = async ({ ask, show }: Asker): Promise<Decision> => {
  for (;;) {
    const answer = (await ask(QUESTION)).trim().toLowerCase();
    if (Object.hasOwn(DECISIONS, answer)) return DECISIONS[answer]!;
    show(HELP);
  }
};

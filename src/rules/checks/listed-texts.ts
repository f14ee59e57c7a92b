import { heldBack } from '../../model/index.ts';
import type { Edit, Place, UsesFact } from '../../model/index.ts';
import { usesOfEdit } from './accounted.ts';
import type { CheckContext, PendingFinding } from './check.ts';
import { because, message, milder } from './message.ts';

/** The edit of a text, made where a type lists the same text. */
interface Mirrored {
  readonly file: string;
  readonly edit: Edit;
}

/** True where the text is spelled in the same way at both places, or one of them is not edited. */
const isSpelledAlike = (one: Place, other: Place, { text }: CheckContext): boolean => {
  const [own, mirrored] = [one, other].map(({ file, span }) => text(file)?.slice(span.start, span.end));
  return mirrored === undefined || own === mirrored;
};

const mirroredIn = (fact: UsesFact, edit: Edit, context: CheckContext): readonly Mirrored[] =>
  fact.uses
    .flatMap(({ listed = [] }) => listed)
    .filter((at) => isSpelledAlike(fact, at, context))
    .map(({ file, span: { start } }) => {
      const moved = start - fact.span.start;
      const span = { start: edit.span.start + moved, end: edit.span.end + moved };
      return { file, edit: { span, text: edit.text } };
    });

/**
 * The finding of a URL, and one more for each type that lists the edited text: `'/groups' | '/orgs'`. All of them change
 * together, or none does.
 */
export const withListedTexts = (draft: PendingFinding, context: CheckContext): readonly PendingFinding[] => {
  const { finding, part } = draft;
  const { fix, file: own } = finding;
  if (fix === undefined || part !== 'move') return [draft];
  const mirrored = fix.edits.flatMap((edit) =>
    usesOfEdit(own, edit, context).flatMap((fact) => mirroredIn(fact, edit, context)),
  );
  const beside = mirrored.map(({ file, edit }): PendingFinding => {
    const doubt = because({ file, span: edit.span }, message('listedByType'));
    // A generated type is not edited: nothing is, until it is generated anew.
    const severity =
      context.view.originOf(file) === 'generated' ? milder('info', finding.severity) : finding.severity;
    const mirror = { ...heldBack(fix, doubt), edits: [edit] };
    return { ...draft, finding: { ...finding, file, span: edit.span, severity, fix: mirror } };
  });
  return [draft, ...beside];
};

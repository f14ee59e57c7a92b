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

/** Position of a segment of a path in a text: of `users` in `/users/`. */
const segmentIn = (text: string, segment: string): number | undefined => {
  let at = 0;
  for (const each of text.split('/')) {
    if (each === segment) return at;
    at += each.length + 1;
  }
  return undefined;
};

/**
 * The edit, made where a type lists the text: the same one, or the segment of a template's path that changes:
 * `/groups/${string}/${'users' | 'teams'}`.
 */
const mirroredIn = (fact: UsesFact, { span, text }: Edit, context: CheckContext): readonly Mirrored[] => {
  const spelled = ({ file, span: { start, end } }: Place): string | undefined =>
    context.text(file)?.slice(start, end);
  const own = spelled(fact);
  const listed = fact.uses.flatMap((use) => use.listed ?? []);
  // Files that are not edited have no text here.
  const same = listed.filter((at) => own === undefined || (spelled(at) ?? own) === own);
  const offset = span.start - fact.span.start;
  const segment = own?.slice(offset, span.end - fact.span.start);
  const places =
    same.length > 0 || segment === undefined
      ? same.map((at) => ({ at, offset }))
      : listed.flatMap((at) => {
          const inside = segmentIn(spelled(at) ?? '', segment);
          return inside === undefined ? [] : [{ at, offset: inside }];
        });
  return places.map(({ at, offset: moved }) => {
    const start = at.span.start + moved;
    return { file: at.file, edit: { span: { start, end: start + span.end - span.start }, text } };
  });
};

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

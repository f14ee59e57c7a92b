import type { Presentation, ReportedFinding } from '../report.ts';
import { printable } from '../style.ts';

const NOBODY = ['(no owner)'];

/** Owners of the file of a finding, for a page; nothing where the repository names none. */
export const ownersOn =
  ({ ownersOf, inRepository }: Presentation): ((finding: ReportedFinding) => readonly string[]) =>
  ({ file }) => {
    if (ownersOf === undefined) return [];
    const owners = ownersOf(inRepository(file)).map(printable);
    return owners.length === 0 ? NOBODY : owners;
  };

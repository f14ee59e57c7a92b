import { basename } from 'node:path';
import type { Options } from '../config/options.ts';
import { readOwners } from '../io/owners.ts';
import { lineUrlOf, readRemote } from '../io/git/remote.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import type { Presentation } from '../report/report.ts';

type OwnersOf = NonNullable<Presentation['ownersOf']>;

const remembered = (ownersOf: OwnersOf): OwnersOf => {
  const known = new Map<string, ReturnType<OwnersOf>>();
  return (file) => {
    const owners = known.get(file) ?? ownersOf(file);
    known.set(file, owners);
    return owners;
  };
};

/** A repository (absolute folder), and the URL of its lines where the user gave one. */
export interface PageSource extends Pick<Options, 'sourceUrl'> {
  readonly root: string;
}

/** Repository data of a page: its name, links to its lines, owners of its files. */
export const pageContext = ({
  sourceUrl,
  root,
}: PageSource): Pick<Presentation, 'project' | 'sourceUrl' | 'ownersOf'> => {
  const remote = readRemote(root);
  const lines = sourceUrl ?? (remote && lineUrlOf(remote));
  const owners = readOwners(root);
  return {
    project: redactPath(remote?.path ?? basename(root)),
    sourceUrl: lines === undefined ? undefined : redactPath(lines),
    ownersOf: owners && remembered((file) => owners(file).map(redactText)),
  };
};

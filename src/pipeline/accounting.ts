import type { Finding, Silenced, Unread } from '../model/index.ts';
import type { Account } from '../rules/account.ts';
import { locator } from './render-report.ts';
import type { Findings } from './run.ts';

/** The ledger of URLs as reports need it. */
export interface Accounting {
  readonly unread: readonly Unread[];
  readonly silenced: readonly (Silenced & { readonly count: number })[];
}

/** A text of a finding that the baseline knows is silenced by it. */
const withBaseline = (account: Account, known: ReadonlySet<string>): Account =>
  account.kind === 'finding' && known.has(keyOf(account.finding))
    ? { file: account.file, span: account.span, kind: 'silenced', by: 'baseline' }
    : account;

const keyOf = ({ rule, file, span }: Finding): string => `${rule}\n${file}\n${span.start}\n${span.end}`;

/**
 * Ledger of the texts that may be URLs of the legacy API, in the files of the run. Findings that are not
 * `fresh` are in the baseline.
 */
export const accountingOf = (
  { files, accounts, findings }: Findings,
  fresh: readonly Finding[],
): Accounting => {
  const locate = locator(files);
  const isFresh = new Set(fresh);
  const known = new Set(findings.filter((finding) => !isFresh.has(finding)).map(keyOf));
  const own = accounts
    .filter(({ file }) => files.isChosen(file))
    .map((account) => withBaseline(account, known));
  const lineOf = ({ file, span: { start } }: Account): number => locate(file, [start]).get(start)?.line ?? 1;
  const left = own.flatMap((account): readonly Unread[] =>
    account.kind === 'unread'
      ? [{ file: account.file, line: lineOf(account), reason: account.why, analysed: true }]
      : [],
  );
  const silenced = own.flatMap((account) =>
    account.kind === 'silenced' ? [{ file: account.file, span: account.span, by: account.by, count: 1 }] : [],
  );
  const inOrder = [...left, ...files.others.unread.filter(({ file }) => files.isChosen(file))].toSorted(
    (a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line,
  );
  return { unread: inOrder, silenced };
};

import type { CodeAction, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { applyEdits } from '../../fix/edits/apply.ts';
import { editSetOf, isAllowed, isFixable, fixGroupsOf } from '../../fix/fix-groups.ts';
import type { FixGroup } from '../../fix/fix-groups.ts';
import { applyFixes, gateFor, writableIn } from '../../pipeline/apply-fixes.ts';
import type { Fixed } from '../../pipeline/apply-fixes.ts';
import type { Edit, Finding } from '../../model/index.ts';
import type { Analysis } from './analysis.ts';

/** The document of a file: one that is open has the editor's URI and version. */
export type DocumentOf = (file: string) => TextDocument;

/** Fixes what concerns the document, as editors do it on saving. */
export const FIX_ALL = 'source.fixAll.migrate';
/** Fixes the whole project: no editor does this unless it is asked to. */
export const FIX_PROJECT = 'source.fixProject.migrate';

const workspaceEdit = (changes: ReadonlyMap<TextDocument, readonly TextEdit[]>): WorkspaceEdit => ({
  changes: Object.fromEntries(Array.from(changes, ([document, edits]) => [document.uri, [...edits]])),
});

const textEdit = (document: TextDocument, { span, text }: Edit): TextEdit => ({
  range: { start: document.positionAt(span.start), end: document.positionAt(span.end) },
  newText: text,
});

/** The edits of a unit, or `undefined` where one of its files must not change or would parse worse. */
const editOf = async (
  unit: FixGroup,
  { files }: Analysis,
  documentOf: DocumentOf,
): Promise<WorkspaceEdit | undefined> => {
  const writable = writableIn(files);
  const parses = gateFor(files);
  const changes = new Map<TextDocument, readonly TextEdit[]>();
  for (const [file, edits] of editSetOf([unit]).files) {
    const document = documentOf(file);
    const before = document.getText();
    if (!writable(file) || !(await parses(file, before, applyEdits(before, edits)))) return undefined;
    changes.set(
      document,
      edits.map((edit) => textEdit(document, edit)),
    );
  }
  return workspaceEdit(changes);
};

const touches = (range: Range, document: TextDocument, start: number, end: number): boolean =>
  document.offsetAt(range.start) <= end && start <= document.offsetAt(range.end);

const titleOf = ({ findings }: FixGroup, title: string, isSafe: boolean): string => {
  const others = findings.length - 1;
  const together =
    others === 0 ? '' : ` and ${others} ${others === 1 ? 'change' : 'changes'} that belong to it`;
  return `${title}${together}${isSafe ? '' : ' (unsafe: read it)'}`;
};

/** One action for each fix at the range; what belongs together is changed together, in all of its files. */
export const quickFixes = async (
  analysis: Analysis,
  file: string,
  range: Range,
  documentOf: DocumentOf,
): Promise<CodeAction[]> => {
  const { findings, reported } = analysis;
  const document = documentOf(file);
  const units = fixGroupsOf(findings);
  const actions: CodeAction[] = [];
  const offered = new Set<FixGroup>();
  for (const [index, finding] of findings.entries()) {
    const { start, end } = finding.span;
    if (finding.file !== file || !isFixable(finding) || !touches(range, document, start, end)) continue;
    const unit = units.find(({ findings: own }) => own.includes(finding));
    // A fix whose text would repeat a credential is not sent.
    const isHidden = unit?.findings.some((each) => reported[findings.indexOf(each)]?.fix === null) ?? true;
    if (unit === undefined || isHidden || offered.has(unit)) continue;
    offered.add(unit);
    const edit = await editOf(unit, analysis, documentOf);
    if (edit === undefined) continue;
    const isSafe = isAllowed(unit, 'safe');
    const { title } = reported[index]!.fix!;
    actions.push({ title: titleOf(unit, title, isSafe), kind: 'quickfix', isPreferred: isSafe, edit });
  }
  return actions;
};

/** One edit from the first to the last difference. */
const difference = (document: TextDocument, after: string): TextEdit => {
  const before = document.getText();
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const span = { start, end: before.length - end };
  return textEdit(document, { span, text: after.slice(start, after.length - end) });
};

/** The findings of a file, and what belongs together with them in others. */
const concerning =
  (file: string) =>
  (findings: readonly Finding[]): readonly Finding[] => {
    const here = findings.filter((finding) => finding.file === file);
    const groups = new Set(here.flatMap(({ fix }) => fix?.group ?? []));
    return findings.filter(({ file: other, fix }) => other === file || groups.has(fix?.group ?? ''));
  };

const everything = (
  title: string,
  kind: string,
  { settled }: Fixed,
  documentOf: DocumentOf,
): CodeAction[] => {
  if (settled.files.length === 0) return [];
  const changes = new Map(
    settled.files.map(({ file, after }) => {
      const document = documentOf(file);
      return [document, [difference(document, after)]] as const;
    }),
  );
  return [{ title, kind, edit: workspaceEdit(changes) }];
};

/** All safe fixes of a file, with what belongs to them elsewhere. */
export const fixAll = async (
  { run, files }: Analysis,
  file: string,
  documentOf: DocumentOf,
): Promise<CodeAction[]> =>
  everything(
    'Apply the safe fixes of migrate in this file',
    FIX_ALL,
    await applyFixes(run, files, concerning(file)),
    documentOf,
  );

/** All safe fixes of the project, as `migrate fix` applies them. */
export const fixAllFiles = async ({ run, files }: Analysis, documentOf: DocumentOf): Promise<CodeAction[]> =>
  everything(
    'Apply the safe fixes of migrate in all files',
    FIX_PROJECT,
    await applyFixes(run, files),
    documentOf,
  );

/** A document for a file that is not open. */
export const closedDocument = (uri: string, text: string): TextDocument =>
  TextDocument.create(uri, '', 0, text);

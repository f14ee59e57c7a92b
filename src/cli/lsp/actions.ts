import { diffLines } from 'diff';
import type { CodeAction, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { applyEdits } from '../../fix/edits/apply.ts';
import { editSetOf, isAllowed, isFixable, fixGroupsOf } from '../../fix/fix-groups.ts';
import type { FixGroup } from '../../fix/fix-groups.ts';
import { applyFixes, gateFor, writableIn } from '../../pipeline/apply-fixes.ts';
import type { Fixed } from '../../pipeline/apply-fixes.ts';
import { addTo } from '../../model/index.ts';
import type { Edit, Finding } from '../../model/index.ts';
import { suppressionComment } from '../../rules/suppressions/comment.ts';
import type { Analysis } from '../../pipeline/analyse.ts';

/** The document of a file: one that is open has the editor's URI and version. */
export type DocumentOf = (file: string) => TextDocument;

/** Fixes what concerns the document, as editors do it on saving. */
export const FIX_ALL = 'source.fixAll.migrate';
/** Fixes the whole project: no editor does this unless the user requests it. */
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
  return `${title}${together}${isSafe ? '' : ' (unsafe: review it)'}`;
};

/** One action for each fix at the range; what belongs together is changed together, in all of its files. */
export const quickFixes = async (
  analysis: Analysis,
  file: string,
  range: Range,
  documentOf: DocumentOf,
): Promise<CodeAction[]> => {
  const { findings, report } = analysis;
  const reported = report.findings;
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

/** Reason that a person replaces: a comment without one says nothing to who reads it next. */
const REASON = 'give a reason here';

/** One action for each line at the range: a comment above it that silences its findings. */
export const ignoreActions = (
  { findings }: Analysis,
  file: string,
  range: Range,
  document: TextDocument,
): CodeAction[] => {
  const lines = new Map<number, Finding[]>();
  for (const finding of findings) {
    const { start, end } = finding.span;
    if (finding.file !== file || !touches(range, document, start, end)) continue;
    const { line } = document.positionAt(start);
    addTo(lines, line, finding);
  }
  return [...lines.values()].flatMap((own) => {
    const edit = suppressionComment(document.getText(), own, REASON);
    if (edit === undefined) return [];
    const rules = [...new Set(own.map(({ rule }) => rule))].toSorted().join(', ');
    const changes = new Map([[document, [textEdit(document, edit)]]]);
    return [
      {
        title: `Ignore ${rules} on this line, with a reason`,
        kind: 'quickfix',
        edit: workspaceEdit(changes),
      },
    ];
  });
};

/** Edits of the lines that differ, each as short as it can be: a cursor and folds elsewhere stay where they are. */
const differences = (document: TextDocument, after: string): TextEdit[] => {
  const edits: TextEdit[] = [];
  let [at, removed, added] = [0, '', ''];
  const flush = (): void => {
    if (removed !== '' || added !== '') edits.push(shortened(document, at - removed.length, removed, added));
    [removed, added] = ['', ''];
  };
  for (const part of diffLines(document.getText(), after)) {
    if (part.added) added += part.value;
    else {
      if (!part.removed) flush();
      at += part.value.length;
      if (part.removed) removed += part.value;
    }
  }
  flush();
  return edits;
};

/** The edit of a text at an offset, without what it begins and ends with before and after. */
const shortened = (document: TextDocument, at: number, before: string, after: string): TextEdit => {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const span = { start: at + start, end: at + before.length - end };
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
      return [document, differences(document, after)] as const;
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

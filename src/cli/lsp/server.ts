import { basename } from 'node:path';
import { DidChangeWatchedFilesNotification, TextDocuments } from 'vscode-languageserver/node';
import type {
  CodeActionParams,
  Connection,
  HoverParams,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { walkOf } from '../../extract/forms/detect.ts';
import { toolVersion } from '../../io/package.ts';
import { UsageError } from '../../model/index.ts';
import type { Options } from '../../config/options.ts';
import type { Terminal } from '../../io/terminal.ts';
import { crashText } from '../../redact/crash.ts';
import { say } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import {
  closedDocument,
  FIX_ALL,
  FIX_PROJECT,
  fixAll,
  fixAllFiles,
  ignoreActions,
  quickFixes,
} from './actions.ts';
import type { DocumentOf } from './actions.ts';
import { openConnection } from './connection.ts';
import { diagnosticsOf, hoverAt } from './diagnostics.ts';
import { outletOf } from './outlet.ts';
import type { Outlet } from './outlet.ts';
import { pathOfUri, uriOf } from './places.ts';
import { EditorWorkspace } from './workspace.ts';
import type { Analysed } from './workspace.ts';

const CAPABILITIES: InitializeResult = {
  capabilities: {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
    codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL, FIX_PROJECT] },
    hoverProvider: true,
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
};

/** Pattern of all files; irrelevant ones are dropped here, because a pattern of all names that are read would be long. */
const WATCHED = [{ globPattern: '**/*' }];

/** True for files that are scanned, configurations among them, and for those that say what is ignored. */
const mayMatter = (uri: string): boolean => {
  const name = basename(pathOfUri(uri) ?? '');
  return walkOf(name) !== 'no' || name.endsWith('ignore');
};

const pathsOf = (folders: readonly { readonly uri: string }[]): readonly string[] =>
  folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);

const foldersOf = ({ workspaceFolders, rootUri }: InitializeParams): readonly string[] =>
  pathsOf(workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : []));

/** True where the editor says that its user trusts the folder: `initializationOptions: { trusted: true }`. */
const isTrusted = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && (options as { trusted?: unknown }).trusted === true;

/** A mistake in a configuration is shown once; anything else is our bug and is logged. */
const failureTeller = (outlet: Outlet): ((error: unknown) => void) => {
  let last = '';
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof UsageError)) outlet.log(say`internal error: ${crashText(error)}`);
    else if (message !== last) outlet.show(say`migrate: ${redactText(message)}`);
    last = message;
  };
};

/** A kind includes all kinds below it; without any only quick fixes are offered. */
const wants = ({ context: { only } }: CodeActionParams, offered: string): boolean =>
  only?.some((kind) => offered === kind || offered.startsWith(`${kind}.`)) ?? false;

const wantsQuickFix = ({ context: { only } }: CodeActionParams): boolean =>
  only?.some((kind) => kind === '' || kind === 'quickfix') ?? true;

/** Answers requests about documents from what the workspace knows of them. */
const answer = (
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  workspace: EditorWorkspace,
): void => {
  const open = (uri: string): TextDocument | undefined => documents.get(uri);
  const documentsFor = ({ place, files }: Analysed): DocumentOf => {
    const here = documents.all().map((document) => [document.uri, pathOfUri(document.uri)] as const);
    return (file) => {
      const uri = uriOf(place.cwd, file);
      const known = here.find(([, path]) => path !== undefined && path === pathOfUri(uri));
      return open(known?.[0] ?? uri) ?? closedDocument(uri, files.text(file) ?? '');
    };
  };
  connection.onHover(async ({ textDocument: { uri }, position }: HoverParams) => {
    const document = open(uri);
    const analysed = document && (await workspace.current(document));
    if (!document || !analysed) return null;
    return hoverAt(analysed, analysed.place.file, document, document.offsetAt(position));
  });
  connection.onCodeAction(async (params) => {
    const document = open(params.textDocument.uri);
    const analysed = document && (await workspace.current(document));
    if (!document || !analysed) return [];
    const { file } = analysed.place;
    const from = documentsFor(analysed);
    const documentOf: DocumentOf = (name) => (name === file ? document : from(name));
    return [
      ...(wantsQuickFix(params) ? await quickFixes(analysed, file, params.range, documentOf) : []),
      ...(wantsQuickFix(params) ? ignoreActions(analysed, file, params.range, document) : []),
      ...(wants(params, FIX_ALL) ? await fixAll(analysed, file, documentOf) : []),
      ...(wants(params, FIX_PROJECT) ? await fixAllFiles(analysed, documentOf) : []),
    ];
  });
};

/**
 * The language server over standard input and output: diagnostics, fixes and explanations for open documents. Ends when
 * the client says so or goes away.
 */
export const serveEditor = (
  options: (trusted: boolean) => Options,
  err: Terminal['err'],
): Promise<number> => {
  const connection = openConnection(err, () => workspace.close());
  const documents = new TextDocuments(TextDocument);
  const outlet = outletOf(connection);
  let folders: readonly string[] = [];
  let trusted = false;
  const failed = failureTeller(outlet);
  const workspace = new EditorWorkspace({
    options: () => options(trusted),
    folders: () => folders,
    documents: () => documents.all(),
    publish: (document, analysed) =>
      outlet.publish(document.uri, document.version, diagnosticsOf(analysed, analysed.place.file, document)),
    failed,
  });
  let follows = { folders: false, files: false };
  connection.onInitialize((params) => {
    folders = foldersOf(params);
    trusted = isTrusted(params.initializationOptions);
    const { workspace: able } = params.capabilities;
    follows = {
      folders: able?.workspaceFolders === true,
      files: able?.didChangeWatchedFiles?.dynamicRegistration === true,
    };
    return { ...CAPABILITIES, serverInfo: toolVersion() };
  });
  connection.onInitialized(() => {
    if (follows.files)
      void connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED })
        .catch(failed);
    if (!follows.folders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = pathsOf(removed);
      folders = [...folders.filter((folder) => !gone.includes(folder)), ...pathsOf(added)];
      workspace.reset();
    });
  });
  documents.onDidOpen(() => workspace.reset());
  documents.onDidChangeContent(() => workspace.touch());
  documents.onDidSave(() => workspace.reset());
  documents.onDidClose(({ document: { uri } }) => {
    workspace.forget(uri);
    outlet.publish(uri, undefined, []);
    workspace.reset();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => mayMatter(uri))) workspace.reset();
  });
  connection.onDidChangeConfiguration(() => workspace.reset());
  answer(connection, documents, workspace);
  documents.listen(connection);
  connection.listen();
  return new Promise((resolve) => connection.onExit(() => resolve(0)));
};

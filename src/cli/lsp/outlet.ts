import type { Connection, Diagnostic, Hover } from 'vscode-languageserver/node';
import type { Redacted } from '../../model/index.ts';

/** A diagnostic whose message has passed redaction. */
export type ShownDiagnostic = Omit<Diagnostic, 'message'> & { readonly message: Redacted };

/** Hover text of a range, as Markdown. */
export interface ShownHover extends Pick<Hover, 'range'> {
  readonly contents: { readonly kind: 'markdown'; readonly value: Redacted };
}

/** Messages that the server sends on its own; a client may log any of it. */
export interface Outlet {
  /** Publishes the findings of a document; `version` is the analysed one. */
  publish(uri: string, version: number | undefined, diagnostics: readonly ShownDiagnostic[]): void;
  /** Shows a message to the user. */
  show(message: Redacted): void;
  /** Writes a line into the log of the client. */
  log(message: Redacted): void;
}

export const outletOf = (connection: Connection): Outlet => ({
  publish: (uri, version, diagnostics) =>
    void connection.sendDiagnostics({
      uri,
      ...(version === undefined ? {} : { version }),
      diagnostics: [...diagnostics],
    }),
  show: (message) => void connection.sendNotification('window/showMessage', { type: 1, message }),
  log: (message) => connection.console.error(message),
});

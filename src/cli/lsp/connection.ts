import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { Connection, DataCallback, Disposable } from 'vscode-languageserver/node';
import type { Terminal } from '../../io/terminal.ts';
import type { Redacted } from '../../model/index.ts';
import { say } from '../../redact/gate.ts';
import { messageBounds } from './message-bounds.ts';

const NO_JSON = say`migrate: lsp: ignored a message from the editor that is not valid JSON.\n`;
const NO_HEADER = say`migrate: lsp: the editor sent something that is not a message (no valid Content-Length header). The language server ends, because the start of the next message is unknown.\n`;
const TOO_LONG = say`migrate: lsp: the editor sent a message of more than 64 MB, or a header without an end. The language server ends.\n`;
const GONE = say`migrate: lsp: the editor closed the connection without a shutdown request. The language server ends.\n`;

/** A reader that says of what it is sent, before it has all of it, that it is too long. */
class BoundedReader extends StreamMessageReader {
  tooLong: () => void = () => {};

  override listen(take: DataCallback): Disposable {
    const listening = super.listen(take);
    process.stdin.on(
      'data',
      messageBounds(() => this.tooLong()),
    );
    return listening;
  }
}

/**
 * Connection with an editor over standard input and output; `shutdown` is called where the editor requests it. A broken
 * message costs itself, a broken header ends the process with one line on standard error, as the end of the input does.
 */
export const openConnection = (err: Terminal['err'], shutdown: () => void): Connection => {
  const { stdin } = process;
  const reader = new BoundedReader(stdin);
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout));
  let [isShutDown, isEnding] = [false, false];
  connection.onShutdown(() => {
    isShutDown = true;
    shutdown();
  });
  // A timer of the library watches the editor's process: only `process.exit` ends this one.
  const end = (code: number, reason?: Redacted): void => {
    if (isEnding) return;
    isEnding = true;
    if (reason !== undefined) err(reason);
    process.exit(code);
  };
  reader.tooLong = () => end(2, TOO_LONG);
  reader.onError((error) => (error instanceof SyntaxError ? err(NO_JSON) : end(2, NO_HEADER)));
  for (const event of ['end', 'close']) stdin.once(event, () => (isShutDown ? end(0) : end(1, GONE)));
  return connection;
};

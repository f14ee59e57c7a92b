import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Diagnostic {
  readonly range: Range;
  readonly code: string;
  readonly severity: number;
  readonly message: string;
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A language client that speaks the protocol itself, byte for byte. */
export class Client {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  /** What it printed on standard error, once that is closed. */
  readonly errors: Promise<string>;
  readonly shown: string[] = [];
  /** Methods of what the server asked for. */
  readonly asked: string[] = [];
  /** How often diagnostics came. */
  publications = 0;
  #id = 0;
  #buffer = Buffer.alloc(0);
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #published = new Map<string, Published>();
  #waiting: (() => void)[] = [];

  constructor(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.process = spawn(process.execPath, [bin, 'lsp', ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.exited = new Promise((resolve) => this.process.on('exit', resolve));
    this.errors = text(this.process.stderr!);
    this.process.stdin!.on('error', () => {});
    this.process.stdout!.on('data', (chunk: Buffer) => this.#receive(chunk));
    onTestFinished(() => void this.process.kill('SIGKILL'));
  }

  #receive(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, end))?.[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const body = this.#buffer.toString('utf8', end + 4, end + 4 + length);
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#take(JSON.parse(body) as Message);
    }
  }

  #take(message: Message): void {
    if (message.id !== undefined && message.method === undefined) this.#answers.get(message.id)?.(message);
    else if (message.id !== undefined) {
      this.asked.push(message.method!);
      this.raw({ id: message.id, result: null });
    }
    if (message.method === 'window/showMessage')
      this.shown.push((message.params as { message: string }).message);
    if (message.method === 'textDocument/publishDiagnostics') {
      const published = message.params as Published;
      this.publications++;
      this.#published.set(published.uri, published);
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  bytes(text: string | Buffer): void {
    this.process.stdin!.write(text);
  }

  raw(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.bytes(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  notify(method: string, params: object): void {
    this.raw({ method, params });
  }

  async request<T>(method: string, params: object | null): Promise<T> {
    const id = ++this.#id;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.raw({ id, method, ...(params === null ? {} : { params }) });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error.message);
    return result as T;
  }

  async start(
    folder: string | null,
    capabilities: object = {},
    initializationOptions: object = {},
  ): Promise<Record<string, unknown>> {
    const rootUri = folder === null ? null : pathToFileURL(folder).href;
    const answer = await this.request<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: process.pid,
      rootUri,
      capabilities,
      initializationOptions,
    });
    this.notify('initialized', {});
    return answer.capabilities;
  }

  open(uri: string, text: string, languageId = 'typescript'): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  change(uri: string, version: number, contentChanges: readonly object[]): void {
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  /** The diagnostics of that version of a document, as soon as they are there. */
  async diagnostics(uri: string, version?: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const published = this.#published.get(uri);
      if (published !== undefined && published.version === version) return published.diagnostics;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Waits until the server has said something to the user. */
  async message(): Promise<string> {
    while (this.shown.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.shown.shift()!;
  }
}

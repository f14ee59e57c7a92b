import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Path of a Chromium on this machine, `undefined` where there is none. */
export const chromium = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isProgram);

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--remote-debugging-pipe',
];

/** A headless browser with one page, spoken to in its own protocol over a pipe. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #profile = mkdtempSync(join(tmpdir(), 'migrate-chromium-'));
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #id = 0;
  #session: string | undefined;
  #rest = '';
  /** Addresses that the page asked for, its own included. */
  readonly requests: string[] = [];
  /** Errors of scripts, and what the policy of the page refused. */
  readonly complaints: string[] = [];

  constructor(program: string) {
    this.#process = spawn(program, [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    (this.#process.stdio[4] as Readable)
      .setEncoding('utf8')
      .on('data', (text: string) => this.#receive(text));
  }

  #receive(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop()!;
    for (const message of messages) this.#take(JSON.parse(message) as Reply);
  }

  #take({ id, method, params, ...reply }: Reply): void {
    if (id !== undefined) this.#waiting.get(id)?.(reply);
    if (method === 'Network.requestWillBeSent')
      this.requests.push((params!['request'] as { url: string }).url);
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded')
      this.complaints.push(JSON.stringify(params));
  }

  async #send(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#id;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Attaches to a new page, and listens to what it asks for. */
  async start(): Promise<void> {
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    this.#session = sessionId as string;
    for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await this.#send(`${domain}.enable`);
  }

  /** Opens an address in a window of that width and waits until it is loaded. */
  async open(
    url: string,
    width = 1200,
    features: readonly { name: string; value: string }[] = [],
  ): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await this.#send('Emulation.setEmulatedMedia', { media: '', features });
    this.requests.length = 0;
    this.complaints.length = 0;
    await this.#send('Page.navigate', { url });
    while ((await this.value('document.readyState')) !== 'complete');
  }

  async media(media: 'print' | 'screen'): Promise<void> {
    await this.#send('Emulation.setEmulatedMedia', { media, features: [] });
  }

  /** The value of an expression in the page. */
  async value<T = unknown>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  async key(key: string, text?: string): Promise<void> {
    const event = { key, code: key, ...(text === undefined ? {} : { text }) };
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  async type(text: string): Promise<void> {
    for (const character of text) await this.key(character, character);
  }

  /** Clicks in the middle of the first element that a selector names. */
  async click(selector: string): Promise<void> {
    const { x, y } = await this.value<{ x: number; y: number }>(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`);
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  /** Bytes of the page as it would be printed. */
  async pdf(): Promise<Buffer> {
    const { data } = await this.#send('Page.printToPDF', {});
    return Buffer.from(data as string, 'base64');
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
    try {
      rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      // A process of the browser that outlives it still writes: the system clears the folder.
    }
  }
}

import { answerTo } from './api.ts';
import type { Answer } from './api.ts';
import type { Testing } from './testing.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

/** A request as it leaves the program: what the client made of its arguments. */
export interface Sent {
  readonly kind: 'request';
  /** The exported function that was at work. */
  readonly job: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** Anything else that is seen from outside: a log line, an answer of an own server, the environment of a child. */
export interface Effect {
  readonly kind: 'effect';
  readonly job: string;
  readonly channel: string;
  readonly value: string;
}

export type Event = Sent | Effect;

/** Records what a program does, and answers it. */
export class World {
  readonly events: Event[] = [];
  job = '';
  /** Set while a test of the program runs, whose requests are not those of the program. */
  testing: Testing | undefined;

  send(method: string, url: string, headers: Headers, body?: unknown): Answer {
    const sent = {
      kind: 'request',
      job: this.job,
      method: method.toUpperCase(),
      url,
      headers,
      body:
        body === undefined || body === null
          ? undefined
          : typeof body === 'string'
            ? body
            : JSON.stringify(body),
    } as const;
    if (this.testing)
      return this.testing.answer(sent.method, url, headers) ?? answerTo(sent.method, url, headers);
    this.events.push(sent);
    return answerTo(sent.method, url, headers);
  }

  /** Notes that a test has passed, or why it has not. */
  passed(name: string, failed: string | undefined): void {
    this.events.push({ kind: 'effect', job: `test ${name}`, channel: 'test', value: failed ?? 'passed' });
  }

  note(channel: string, value: unknown): void {
    if (this.testing) return;
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
    this.events.push({ kind: 'effect', job: this.job, channel, value: text });
  }
}

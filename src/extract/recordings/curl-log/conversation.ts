import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { rawValue } from '../recorded/headers.ts';
import type { RawHeader } from '../recorded/headers.ts';
import { answerOfText, headerIn, requestLineIn, requestOfText, statusIn } from '../recorded/http-text.ts';
import type { RequestLine } from '../recorded/http-text.ts';

/** Maximum length of stored bodies. */
const MAX_BODY_LENGTH = 4 * 1024 * 1024;

/** Message as far as it was read. */
interface Message<First> {
  readonly first: First;
  readonly headers: RawHeader[];
  readonly body: SpelledText[];
  length: number;
  /** True after the blank line that ends the headers. */
  headEnded: boolean;
}

const messageOf = <First>(first: First): Message<First> => ({
  first,
  headers: [],
  body: [],
  length: 0,
  headEnded: false,
});

const addBody = (message: Message<unknown> | undefined, piece: SpelledText): void => {
  if (message === undefined || message.length + piece.text.length > MAX_BODY_LENGTH) return;
  message.length += piece.text.length;
  message.body.push(piece);
};

/**
 * Assembles exchanges from a curl log, line by line, in log order. State: the current exchange, and the
 * number of earlier ones.
 */
export class Conversation {
  private request: Message<RequestLine> | undefined;
  private answer: Message<SpelledText> | undefined;
  private index = -1;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Adds a line of a request's head; returns the previous exchange when the line begins another one. */
  sentHead(line: SpelledText): RecordedExchange | undefined {
    const first = requestLineIn(line);
    if (first === undefined) {
      this.addHeader(this.request, line);
      return undefined;
    }
    const before = this.finished();
    this.request = messageOf(first);
    this.index++;
    return before;
  }

  /** Adds a line of a response's head; the final response replaces interim ones (100, 103). */
  gotHead(line: SpelledText): void {
    const status = statusIn(line);
    if (status !== undefined) this.answer = messageOf(status);
    else this.addHeader(this.answer, line);
  }

  sentData(piece: SpelledText): void {
    addBody(this.request, piece);
  }

  gotData(piece: SpelledText): void {
    if (this.answer?.headEnded === true) addBody(this.answer, piece);
  }

  /** Ends and returns the current exchange. */
  finished(): RecordedExchange | undefined {
    const { request, answer, file, index } = this;
    this.request = undefined;
    this.answer = undefined;
    if (request === undefined) return undefined;
    const date = Date.parse(rawValue(answer?.headers ?? [], 'date') ?? '');
    return {
      index,
      client: 'curl-log',
      file,
      request: requestOfText(file, request.first, request.headers, request.body),
      answer: answer && answerOfText(file, answer.first, answer.headers, answer.body),
      time: Number.isNaN(date) ? undefined : date,
    };
  }

  private addHeader(message: Message<unknown> | undefined, line: SpelledText): void {
    if (message === undefined) return;
    const header = headerIn(this.file, line);
    if (header !== undefined && !message.headEnded) message.headers.push(header);
    if (line.text.trim() === '') message.headEnded = true;
  }
}

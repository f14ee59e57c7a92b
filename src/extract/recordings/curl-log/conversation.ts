import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { rawValue } from '../recorded/headers.ts';
import type { RawHeader } from '../recorded/headers.ts';
import { answerOfText, headerIn, requestLineIn, requestOfText, statusIn } from '../recorded/http-text.ts';
import type { RequestLine } from '../recorded/http-text.ts';

/** Bodies of more text are not kept. */
const LONGEST_BODY = 4 * 1024 * 1024;

/** A message as far as it was seen. */
interface Message<First> {
  readonly first: First;
  readonly headers: RawHeader[];
  readonly body: SpelledText[];
  length: number;
  /** True once the blank line behind the headers was seen. */
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
  if (message === undefined || message.length + piece.text.length > LONGEST_BODY) return;
  message.length += piece.text.length;
  message.body.push(piece);
};

/**
 * Puts together what curl tells of its exchanges, line by line, in the order of the log. State: the exchange that is
 * going on, and how many were before it.
 */
export class Conversation {
  private request: Message<RequestLine> | undefined;
  private answer: Message<SpelledText> | undefined;
  private index = -1;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** A line of a request's head; the exchange before it, when it begins another one. */
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

  /** A line of an answer's head; interim answers (100, 103) give way to the final one. */
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

  /** The exchange that is going on, which ends here. */
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

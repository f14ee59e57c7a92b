import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedExchange } from './exchange.ts';
import { addressPieces } from './http-text.ts';

/** Call in a log or trace: without headers and bodies, so that none can be missing. */
export interface LoggedCall {
  readonly method: string | undefined;
  readonly target: SpelledText;
  readonly host: SpelledText | undefined;
  readonly status: SpelledText | undefined;
  /** Milliseconds since the epoch. */
  readonly time: number | undefined;
}

/** Exchange of a logged call. */
export const loggedExchange = (
  { client, file, index }: Pick<RecordedExchange, 'client' | 'file' | 'index'>,
  { method, target, host, status, time }: LoggedCall,
): RecordedExchange => ({
  index,
  client,
  file,
  request: {
    method,
    url: addressPieces(target, host),
    place: { file, span: target.spanAt(0, target.text.length) },
    headers: [],
    body: undefined,
    hasBody: undefined,
  },
  answer: status && {
    status: /^[1-9]\d\d$/.test(status.text) ? Number(status.text) : undefined,
    place: { file, span: status.spanAt(0, status.text.length) },
    headers: [],
    body: undefined,
  },
  time,
});

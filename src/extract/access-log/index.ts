import { linesOf, LineScanner } from '../lines/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { addressPieces } from '../recorded/http-text.ts';
import { callInJson } from './json-line.ts';
import { callInLine } from './line.ts';
import type { LoggedCall } from './line.ts';
import { withoutRepeats } from './repeats.ts';

/** Logs keep method, address and status; neither headers nor bodies can be missing in them. */
const exchangeOf = (file: string, index: number, call: LoggedCall): RecordedExchange => ({
  index,
  client: 'access-log',
  file,
  request: {
    method: call.method,
    url: addressPieces(call.target, call.host),
    place: { file, span: call.target.spanAt(0, call.target.text.length) },
    headers: [],
    body: undefined,
    hasBody: undefined,
  },
  answer: call.status && {
    status: Number(call.status.text),
    place: { file, span: call.status.spanAt(0, call.status.text.length) },
    headers: [],
    body: undefined,
  },
  time: call.time,
});

async function* callsIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const { file, json, interest, words } = recording;
  const scanner = new LineScanner(words);
  for await (const { index, source } of linesOf(recording.pieces, scanner)) {
    const call = /^\s*\{/.test(source.text) ? callInJson(file, source, json) : callInLine(source);
    if (call !== undefined && interest(call.target.text)) yield exchangeOf(file, index, call);
  }
  if (scanner.tooLong > 0) recording.broken(Infinity, `${scanner.tooLong} lines over 4 MB were not read`);
}

/** Logs of servers and proxies: combined, Envoy, load balancers, forward proxies, and JSON lines. */
export const accessLogExtractor = recordingExtractor('access-log', (recording) =>
  withoutRepeats(callsIn(recording)),
);

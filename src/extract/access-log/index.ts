import { linesOf, LineScanner } from '../lines/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { loggedExchange } from '../recorded/logged-call.ts';
import { withoutRepeats } from '../recorded/repeats.ts';
import { callInJson } from './json-line.ts';
import { callInLine } from './line.ts';

async function* callsIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const { file, json, interest, words } = recording;
  const scanner = new LineScanner(words);
  for await (const { index, source } of linesOf(recording.pieces, scanner)) {
    const call = /^\s*\{/.test(source.text) ? callInJson(file, source, json) : callInLine(source);
    if (call !== undefined && interest(call.target.text))
      yield loggedExchange({ client: 'access-log', file, index }, call);
  }
  if (scanner.tooLong > 0) recording.broken(Infinity, `${scanner.tooLong} lines over 4 MB were not read`);
}

/** Logs of servers and proxies: combined, Envoy, load balancers, forward proxies, and JSON lines. */
export const accessLogExtractor = recordingExtractor('access-log', (recording) =>
  withoutRepeats(callsIn(recording), recording.inSequence),
);

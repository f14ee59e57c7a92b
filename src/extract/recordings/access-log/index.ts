import type { JsonReader } from '../../documents/json/reader.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { linesOf, LineScanner } from '../lines/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { loggedExchange } from '../recorded/logged-call.ts';
import type { LoggedCall } from '../recorded/logged-call.ts';
import { withoutRepeats } from '../recorded/repeats.ts';
import { callInColumns, columnsIn, FIELDS } from './extended.ts';
import type { Columns } from './extended.ts';
import { callInJson } from './json-line.ts';
import { callInLine } from './line.ts';

/** In a log with named columns, a line that looks like another format still has these columns. */
const callIn = (
  file: string,
  line: SpelledText,
  read: JsonReader,
  columns: Columns | undefined,
): LoggedCall | undefined => {
  if (columns !== undefined) return callInColumns(line, columns);
  return /^\s*\{/.test(line.text) ? callInJson(file, line, read) : callInLine(line);
};

async function* callsIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const { file, json, mayBeApiUrl, words } = recording;
  const scanner = new LineScanner(words && [...words, FIELDS]);
  let columns: Columns | undefined;
  for await (const { index, source } of linesOf(recording.pieces, scanner)) {
    columns = columnsIn(source.text) ?? columns;
    const call = callIn(file, source, json, columns);
    if (call !== undefined && mayBeApiUrl(call.target.text))
      yield loggedExchange({ client: 'access-log', file, index }, call);
  }
  if (scanner.tooLong > 0) recording.broken(Infinity, `${scanner.tooLong} lines over 4 MB were not read`);
}

/**
 * Logs of servers and proxies: combined, Envoy, load balancers, forward proxies, JSON lines, and those with
 * named columns.
 */
export const accessLogExtractor = recordingExtractor('access-log', (recording) =>
  withoutRepeats(callsIn(recording), recording.inSequence),
);

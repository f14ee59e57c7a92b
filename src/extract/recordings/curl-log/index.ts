import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { linesOf, LineScanner } from '../lines/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { sliceOf } from '../recorded/texts.ts';
import { Conversation } from './conversation.ts';
import { dumpedLines, TraceReader } from './trace.ts';
import type { TraceSection } from './trace.ts';

/** Matches `> ` and `< `, optionally after a time that curl or a build server adds. */
const HEAD_LINE = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z? |\d\d:\d\d:\d\d\.\d+ )?([<>])(?: |$)/;
/** Matches curl's messages about the connection, the amount of data, and its progress. */
const REMARK = /^(?:\d\d:\d\d:\d\d\.\d+ )?(?:\* |[{}] \[\d+ bytes data\]|\s*% Total|\s*Dload|\s*\d+ .*--:--)/;
const TRACE = /^(?:\d\d:\d\d:\d\d\.\d+ )?(?:=>|<=|==) (?:Send|Recv|Info)/;

const toldIn = (log: Conversation, { kind, source }: TraceSection): readonly RecordedExchange[] => {
  if (kind === 'sent-data') log.sentData(source);
  else if (kind === 'got-data') log.gotData(source);
  else if (kind === 'got-head') for (const line of dumpedLines(source)) log.gotHead(line);
  else return [...dumpedLines(source)].flatMap((line) => log.sentHead(line) ?? []);
  return [];
};

/** Adds a line of `curl -v`; text between the messages is the body of the response. */
const toldBy = (log: Conversation, line: SpelledText): readonly RecordedExchange[] => {
  const found = HEAD_LINE.exec(line.text);
  if (found === null) {
    if (!REMARK.test(line.text)) log.gotData(line);
    return [];
  }
  const head = sliceOf(line, found[0].length);
  const before = found[1] === '>' ? log.sentHead(head) : undefined;
  if (found[1] === '<') log.gotHead(head);
  return before === undefined ? [] : [before];
};

async function* exchangesIn({ file, pieces }: Recording): AsyncGenerator<RecordedExchange> {
  const log = new Conversation(file);
  const trace = new TraceReader();
  let isTrace = false;
  for await (const { source } of linesOf(pieces, new LineScanner(undefined))) {
    isTrace ||= TRACE.test(source.text);
    const section = isTrace ? trace.read(source) : undefined;
    if (!isTrace) yield* toldBy(log, source);
    else if (section !== undefined) yield* toldIn(log, section);
  }
  const section = trace.finished();
  if (section !== undefined) yield* toldIn(log, section);
  const last = log.finished();
  if (last !== undefined) yield last;
}

/** Logs of `curl -v` and `curl --trace-ascii`. */
export const curlLogExtractor = recordingExtractor('curl-log', exchangesIn);

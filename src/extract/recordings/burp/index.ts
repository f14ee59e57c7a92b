import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedAnswer, RecordedExchange, RecordedRequest } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { rawValue } from '../recorded/headers.ts';
import { answerOfText, requestOfText } from '../recorded/http-text.ts';
import { xmlElementsOf } from './elements.ts';
import type { Element } from './elements.ts';
import { ItemScanner } from './items.ts';
import type { RawEntry } from '../entries/scanner.ts';
import { readMessage } from './message.ts';
import type { Message } from './message.ts';

type Elements = ReadonlyMap<string, Element>;

const requestOf = (file: string, elements: Elements, url: SpelledText): RecordedRequest => {
  const message = readMessage(file, elements.get('request'));
  const method = elements.get('method')?.text.text ?? message?.first.text.split(' ', 1)[0] ?? '';
  const request = requestOfText(file, { method, target: url }, message?.headers ?? [], message?.body ?? []);
  return message === undefined ? { ...request, method: method || undefined, hasBody: undefined } : request;
};

/** Response of an item; one without a status had no response, such as a dropped request. */
const answerOf = (
  file: string,
  elements: Elements,
  message: Message | undefined,
): RecordedAnswer | undefined => {
  const status = elements.get('status')?.text;
  if (status === undefined) return undefined;
  const answer = answerOfText(file, status, message?.headers ?? [], message?.body ?? []);
  return /^\d{3}$/.test(status.text) ? answer : { ...answer, status: 0 };
};

/** Matches `Sat Oct 03 12:00:00 UTC 2026`: abbreviations of other time zones are ambiguous. */
const TIME = /^\w{3} (\w{3} \d{1,2}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC) (\d{4})$/;

/** Time of a call: when it was recorded, else the `Date` of its response. */
const timeOf = (elements: Elements, message: Message | undefined): number | undefined => {
  const [, day, clock, year] = TIME.exec(elements.get('time')?.text.text ?? '') ?? [];
  const date = day === undefined ? rawValue(message?.headers ?? [], 'date') : `${day} ${year} ${clock} UTC`;
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
};

/** Records an item that was not read to its end; one cut by the end of the file is reported once, at the end. */
const noteBreak = (recording: Recording, raw: RawEntry, elements: Elements): void => {
  if (raw.extent === 'start')
    recording.broken(raw.offset, `item ${raw.index} is larger than 4 MB; only its start was read`);
  else if (raw.extent === 'whole' && !elements.has('url'))
    recording.broken(raw.offset, `item ${raw.index} cannot be read; the others were`);
};

const exchangeIn = (recording: Recording, raw: RawEntry): RecordedExchange | undefined => {
  const { file } = recording;
  const elements = xmlElementsOf(raw.bytes.toString('utf8'), raw.offset);
  noteBreak(recording, raw, elements);
  const url = elements.get('url')?.text;
  if (url === undefined) return undefined;
  const response = readMessage(file, elements.get('response'));
  return {
    index: raw.index,
    client: 'burp',
    file,
    request: requestOf(file, elements, url),
    answer: answerOf(file, elements, response),
    time: timeOf(elements, response),
  };
};

async function* exchangesIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const scanner = new ItemScanner(recording.words);
  for await (const piece of recording.pieces) {
    for (const raw of scanner.push(piece)) {
      const exchange = exchangeIn(recording, raw);
      if (exchange !== undefined) yield exchange;
    }
  }
  const rest = scanner.rest();
  const last = rest && exchangeIn(recording, rest);
  if (last !== undefined) yield last;
  if (scanner.closed) return;
  const where = scanner.inItem ? `inside item ${scanner.items - 1}` : `after ${scanner.items} items`;
  recording.broken(Infinity, `the export ends early ${where}; what precedes was read`);
}

/**
 * Items that Burp Suite saves as XML. They are found in bytes, without an XML parser: the elements are few
 * and known, no entity is expanded, and text without a URL of the API is neither decoded nor stored.
 */
export const burpExtractor = recordingExtractor('burp', exchangesIn);

import type { Tree } from '../../../model/index.ts';
import { callInFields } from '../access-log/json-line.ts';
import { entryText } from '../entries/entry-text.ts';
import { KeyFinder } from '../entries/finder.ts';
import { EntryScanner } from '../entries/scanner.ts';
import type { RawEntry } from '../entries/scanner.ts';
import { itemsOf, memberOf, stringOf } from '../../members.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { fieldsOf } from '../recorded/fields.ts';
import { loggedExchange } from '../recorded/logged-call.ts';
import { withoutRepeats } from '../recorded/repeats.ts';

/** Scalar of `{ "stringValue": … }`, `{ "intValue": … }`. */
const valueIn = (value: Tree | undefined): Tree | undefined =>
  value?.kind === 'object' ? value.members[0]?.value : undefined;

/** Attributes of a span by name, and its start time. */
const attributesOf = (span: Tree): readonly (readonly [string, Tree | undefined])[] => [
  ...itemsOf(span, 'attributes').map(
    (attribute) => [stringOf(attribute, 'key') ?? '', valueIn(memberOf(attribute, 'value'))] as const,
  ),
  ['startTimeUnixNano', memberOf(span, 'startTimeUnixNano')],
];

const exchangeIn = ({ file, json, mayBeApiUrl }: Recording, raw: RawEntry): RecordedExchange | undefined => {
  const { tree } = entryText(file, raw.bytes.toString('utf8'), raw.offset, json).parse();
  const call = tree && callInFields(fieldsOf(attributesOf(tree)));
  return call === undefined || !mayBeApiUrl(call.target.text)
    ? undefined
    : loggedExchange({ client: 'otlp', file, index: raw.index }, call);
};

/** Spans of one object or of many consecutive ones, and the break where the file ends inside one of them. */
async function* callsIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const scanner = new EntryScanner(new KeyFinder({ keys: ['spans'] }), recording.words);
  for await (const piece of recording.pieces) {
    for (const raw of scanner.push(piece)) {
      const exchange = exchangeIn(recording, raw);
      if (exchange !== undefined) yield exchange;
    }
  }
  if (!scanner.closed)
    recording.broken(Infinity, `the trace ends early after ${scanner.entries} spans; those were read`);
}

/** Traces that OpenTelemetry exports to JSON files: the HTTP calls among their spans. */
export const otlpExtractor = recordingExtractor('otlp', (recording) =>
  withoutRepeats(callsIn(recording), recording.inSequence),
);

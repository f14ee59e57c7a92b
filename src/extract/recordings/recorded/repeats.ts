import { packedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { DigestLogins } from './digest.ts';
import type { RecordedExchange } from './exchange.ts';
import { owned } from './texts.ts';

/** Kinds of calls that are counted at once; where there are more, those so far are told and counting starts anew. */
const MOST_KINDS = 10_000;

/** Tells calls that other calls around them say something of: each of these is told. */
export type InSequence = (address: string) => boolean;

const addressOf = ({ request }: RecordedExchange): string => request.url.map(({ text }) => text).join('');

const namesIn = (query: string): readonly string[] =>
  [...new Set(query.split('&').map((pair) => pair.split('=')[0]!))].toSorted();

/** Method, address without the parts that look like identifiers, names in its query; how it failed, if it did. */
const kindOf = (exchange: RecordedExchange, address: string): string => {
  const [path = '', query = ''] = address.split(/[?#]/);
  const { status = 0 } = exchange.answer ?? {};
  const failure = status >= 400 ? status : '';
  const shape = path.replaceAll(/[0-9a-f]{24}|\d+/gi, '');
  return `${exchange.request.method} ${shape} ${namesIn(query).join('&')} ${failure}`;
};

/** A text that can be kept: one that does not hold the line that it was cut from. */
const detached = ({ text, spanAt }: SpelledText): SpelledText => {
  const { start, end } = spanAt(0, text.length);
  return end - start === text.length
    ? plainText(owned(text), start)
    : packedText(owned(text), { start, end });
};

const keepable = (exchange: RecordedExchange): RecordedExchange => ({
  ...exchange,
  request: { ...exchange.request, url: exchange.request.url.map(detached) },
});

const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

/** The call that stands for all of a kind, with one more. */
const counted = (first: RecordedExchange, time: number | undefined): RecordedExchange => {
  const { count, last } = first.repeats ?? { count: -1, last: undefined };
  return { ...first, repeats: { count: count + 1, last: later(last, time) } };
};

interface Logged {
  readonly key: string;
  readonly challenged: boolean;
  readonly exchange: RecordedExchange;
}

/** Logs keep no headers, so that a 401 may be the first half of a Digest login: its repeat tells. */
const loggedCall = (exchange: RecordedExchange): Logged => {
  const challenged = exchange.answer?.status === 401;
  const key = `${exchange.request.method} ${addressOf(exchange)}`;
  return challenged
    ? { key: owned(key), challenged, exchange: keepable(exchange) }
    : { key, challenged, exchange };
};

/** Counts calls by their kinds. State: the first call of each kind, with the number of all. */
class Kinds {
  private readonly kinds = new Map<string, RecordedExchange>();

  add(exchange: RecordedExchange): void {
    const kind = kindOf(exchange, addressOf(exchange));
    const known = this.kinds.get(kind);
    this.kinds.set(
      known === undefined ? owned(kind) : kind,
      counted(known ?? keepable(exchange), exchange.time),
    );
  }

  *full(): Generator<RecordedExchange> {
    if (this.kinds.size >= MOST_KINDS) yield* this.all();
  }

  *all(): Generator<RecordedExchange> {
    const { kinds } = this;
    yield* kinds.values();
    kinds.clear();
  }
}

/**
 * The exchanges of a log, which tells of the same calls over and over: the first of each kind, which stands for all of
 * them with their number and the time of the latest. So a log of any length leaves little behind, and nothing is lost.
 */
export async function* withoutRepeats(
  exchanges: AsyncIterable<RecordedExchange>,
  inSequence: InSequence,
): AsyncGenerator<RecordedExchange> {
  const logins = new DigestLogins<Logged>();
  const kinds = new Kinds();
  const tell = function* (calls: readonly Logged[]): Generator<RecordedExchange> {
    for (const { exchange } of calls) {
      if (inSequence(addressOf(exchange))) yield exchange;
      else kinds.add(exchange);
      yield* kinds.full();
    }
  };
  for await (const exchange of exchanges) yield* tell(logins.add(loggedCall(exchange)));
  yield* tell(logins.rest());
  yield* kinds.all();
}

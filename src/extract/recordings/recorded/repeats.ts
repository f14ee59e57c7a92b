import { laterOf } from '../../../model/index.ts';
import { packedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { DigestLogins } from './digest.ts';
import type { RecordedExchange } from './exchange.ts';
import { owned } from './texts.ts';

/**
 * Maximum number of kinds of calls that are counted at a time; beyond it those so far are emitted and
 * counting starts again.
 */
const MAX_KINDS = 10_000;

/** True for calls whose adjacent calls matter: each of these is reported. */
export type InSequence = (address: string) => boolean;

const addressOf = ({ request }: RecordedExchange): string => request.url.map(({ text }) => text).join('');

const namesIn = (query: string): readonly string[] =>
  [...new Set(query.split('&').map((pair) => pair.split('=')[0]!))].toSorted();

/**
 * Kind of a call: method, URL without the parts that look like identifiers, names in its query; its status unless it succeeded.
 */
const kindOf = (exchange: RecordedExchange, address: string): string => {
  const [path = '', query = ''] = address.split(/[?#]/);
  const status = exchange.answer?.status;
  const failure = status !== undefined && status >= 200 && status < 300 ? '' : status;
  const shape = path.replaceAll(/[0-9a-f]{24}|\d+/gi, '');
  return `${exchange.request.method} ${shape} ${namesIn(query).join('&')} ${failure}`;
};

/** Text that can be stored: a copy that does not reference the line that it was cut from. */
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

/** Call that represents all of a kind, with one more. */
const counted = (first: RecordedExchange, time: number | undefined): RecordedExchange => {
  const { count, last } = first.repeats ?? { count: -1, last: undefined };
  return { ...first, repeats: { count: count + 1, last: laterOf(last, time) } };
};

interface Logged {
  readonly key: string;
  readonly challenged: boolean;
  readonly repeats: boolean;
  readonly exchange: RecordedExchange;
}

/** Logs do not contain headers, so a 401 may be the first half of a Digest login: its repeat decides. */
const loggedCall = (exchange: RecordedExchange): Logged => {
  const challenged = exchange.answer?.status === 401;
  const key = `${exchange.request.method} ${addressOf(exchange)}`;
  return challenged
    ? { key: owned(key), challenged, repeats: true, exchange: keepable(exchange) }
    : { key, challenged, repeats: true, exchange };
};

/** Counts calls by kind. State: the first call of each kind, with the number of all. */
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
    if (this.kinds.size >= MAX_KINDS) yield* this.all();
  }

  *all(): Generator<RecordedExchange> {
    const { kinds } = this;
    yield* kinds.values();
    kinds.clear();
  }
}

/**
 * Exchanges of a log without repetitions: the first of each kind represents all of them, with their number
 * and the time of the latest. A log of any length uses little memory, and nothing is lost.
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

import type { RecordedExchange } from './exchange.ts';

/** Calls of one kind that are told one by one; further ones are only counted. */
const TOLD = 20;
/** Kinds of calls that are told apart. */
const MOST_KINDS = 10_000;

/** Method and path with the parts that look like identifiers taken out. */
const kindOf = ({ request: { method = '', url } }: RecordedExchange): string => {
  const [path = ''] = url
    .map(({ text }) => text)
    .join('')
    .split(/[?#]/);
  return `${method} ${path.replaceAll(/[0-9a-f]{24}|\d+/gi, '')}`;
};

/**
 * The exchanges of a log that tells of the same calls over and over: the first ones of each kind, and at the end one
 * that stands for all further ones. So a log of any length leaves little behind.
 */
export async function* withoutRepeats(
  exchanges: AsyncIterable<RecordedExchange>,
): AsyncGenerator<RecordedExchange> {
  const told = new Map<string, number>();
  const further = new Map<string, RecordedExchange>();
  for await (const exchange of exchanges) {
    const kind = told.size < MOST_KINDS ? kindOf(exchange) : (exchange.request.method ?? '');
    const count = (told.get(kind) ?? 0) + 1;
    told.set(kind, count);
    if (count <= TOLD) yield exchange;
    else further.set(kind, counted(further.get(kind) ?? exchange, exchange.time));
  }
  yield* further.values();
}

const counted = (first: RecordedExchange, time: number | undefined): RecordedExchange => {
  const { count, last } = first.repeats ?? { count: -1, last: undefined };
  return { ...first, repeats: { count: count + 1, last: time ?? last } };
};

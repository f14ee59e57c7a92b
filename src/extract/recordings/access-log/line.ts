import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { LoggedCall } from '../recorded/logged-call.ts';
import { sliceOf } from '../recorded/texts.ts';

const METHODS = 'GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE';
const REQUEST = new RegExp(`"(${METHODS}) ([^\\s"]+)(?: HTTP/[\\d.]+)?"(?: (\\d{3})\\b)?`);
/** Matches a line of a forward proxy: `TCP_MISS/200 411 GET http://…`. */
const PROXIED = new RegExp(`\\b(?:TCP|UDP|NONE)\\w{0,40}/(\\d{3}) \\d+ (${METHODS}) (\\S+)`);
/** Matches a line of a load balancer: the statuses of balancer and target precede the request. */
const BALANCED = /^(?:https?|h2|wss?|grpcs?) \S+Z \S+ \S+ \S+ \S+ \S+ \S+ (\d{3}) /;
const VIRTUAL_HOST = /^([a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)? \S+ \S+ \S+ \[/i;

const MONTH_DATE = /\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/;
const ISO_DATE = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/;
const EPOCH = /^(\d{10}\.\d{3})\s/;

const timeIn = (line: string): number | undefined => {
  const written = MONTH_DATE.exec(line);
  const epoch = EPOCH.exec(line)?.[1];
  if (epoch !== undefined) return Math.round(Number(epoch) * 1000);
  const time = Date.parse(
    written === null
      ? (ISO_DATE.exec(line)?.[0] ?? '')
      : `${written[1]} ${written[2]} ${written[3]} ${written[4]} ${written[5]}`,
  );
  return Number.isNaN(time) ? undefined : time;
};

/** Captured part of a line. */
const captured = (line: SpelledText, text: string | undefined, from: number): SpelledText | undefined => {
  const at = text === undefined ? -1 : line.text.indexOf(text, from);
  return text === undefined || at < 0 ? undefined : sliceOf(line, at, at + text.length);
};

/** Requested host, which Envoy logs as the last quoted word but one. */
const hostIn = (line: SpelledText, after: number): SpelledText | undefined => {
  const virtual = VIRTUAL_HOST.exec(line.text)?.[1];
  if (virtual !== undefined) return captured(line, virtual, 0);
  if (!line.text.startsWith('[')) return undefined;
  const quoted = [...line.text.slice(after).matchAll(/"([^"\s]*)"/g)];
  const found = quoted.length < 4 ? undefined : quoted.at(-2);
  if (found?.[1] === undefined || !/^[\w.-]+\.[a-z]+(?::\d+)?$/i.test(found[1])) return undefined;
  const at = after + found.index + 1;
  return sliceOf(line, at, at + found[1].length);
};

const proxied = (line: SpelledText): LoggedCall | undefined => {
  const found = PROXIED.exec(line.text);
  if (found === null) return undefined;
  const [, status, method, target] = found;
  return {
    method,
    target: captured(line, target, found.index + found[0].length - target!.length)!,
    host: undefined,
    status: captured(line, status, found.index),
    time: timeIn(line.text),
  };
};

/** Call of a line in one of the usual formats (combined, Envoy, load balancer, forward proxy). */
export const callInLine = (line: SpelledText): LoggedCall | undefined => {
  const found = REQUEST.exec(line.text);
  if (found === null) return proxied(line);
  const { 0: whole, 1: method, 2: target, 3: status, index } = found;
  const balanced = BALANCED.exec(line.text);
  const targetAt = index + method!.length + 2;
  return {
    method,
    target: sliceOf(line, targetAt, targetAt + target!.length),
    host: hostIn(line, index + whole.length),
    status:
      balanced === null
        ? captured(line, status, index + whole.length - 3)
        : captured(line, balanced[1], balanced[0].length - 4),
    time: timeIn(line.text),
  };
};

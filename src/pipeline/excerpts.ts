import { factsOfKind } from '../rules/checks/facts-of-kind.ts';
import type { ApiCall, FactIndex } from '../rules/checks/fact-index.ts';
import { flatten } from '../model/index.ts';
import type { Fact, HeaderSet, Redacted, ResponseFact, Tree } from '../model/index.ts';
import { headerText } from '../redact/header.ts';
import { redactText } from '../redact/redact.ts';

/** Mask of a value that is not shown. */
const HIDDEN = '•••';
const MAX_NAMES = 12;

const holes = (path: string): string => path.replaceAll('{}', '{…}');

/** Method, host and path template: the values of path parameters may be names or ids, and are omitted. */
const requestLine = ({ request, located }: ApiCall): string => {
  const [first] = located;
  const { endpoint, info } = first?.identity ?? {};
  const template = info?.path ?? endpoint?.template ?? `${HIDDEN} (a path that the API does not have)`;
  const base =
    first === undefined ? '' : `${first.address.host ?? HIDDEN} ${first.address.version ?? ''}`.trim();
  return `${request.method ?? HIDDEN} ${base} ${holes(template)}`;
};

/** Facts of recordings have only printable header values, and the names of all other headers. */
const headerLines = (mark: string, { entries }: HeaderSet): readonly string[] =>
  entries.map(({ name, values }) => {
    const shown = values?.map((value) => headerText(name.value, flatten(value))).join(', ');
    return `${mark} ${name.value}: ${shown ?? HIDDEN}`;
  });

/** Names of the members of a body: the shape of it, and none of its values. */
const bodyLine = (mark: string, body: Tree | undefined): readonly string[] => {
  if (body?.kind === 'list') return [`${mark} body: a list of ${body.items.length}`];
  if (body?.kind !== 'object') return [];
  const names = body.members.map(({ key }) => key.value);
  const more = names.length > MAX_NAMES ? [`and ${names.length - MAX_NAMES} more`] : [];
  return [`${mark} body: { ${[...names.slice(0, MAX_NAMES), ...more].join(', ')} }`];
};

const answerLines = ({ status, headers, body }: ResponseFact): readonly string[] => [
  `< ${status ?? 'no status'}`,
  ...headerLines('<', headers),
  ...bodyLine('<', body),
];

const keyOf = (file: string, exchange: number): string => `${file}\0${exchange}`;

/**
 * Lines that `--excerpts` shows of an exchange of a recording, where formats for people show lines of source:
 * request line, headers and the shape of the bodies, redacted (contract §2, §8).
 */
export const excerptsIn = (
  facts: readonly Fact[],
  view: FactIndex,
): ((file: string, exchange: number) => readonly Redacted[]) => {
  const calls = new Map<string, ApiCall>();
  for (const call of view.calls) {
    const { file, exchange, origin } = call.request;
    if (exchange !== undefined && origin === 'recording') calls.set(keyOf(file, exchange), call);
  }
  const answers = new Map<string, ResponseFact>();
  for (const answer of factsOfKind(facts, 'response'))
    if (answer.exchange !== undefined) answers.set(keyOf(answer.file, answer.exchange), answer);
  return (file, exchange) => {
    const key = keyOf(file, exchange);
    const [call, answer] = [calls.get(key), answers.get(key)];
    const sent =
      call === undefined
        ? []
        : [requestLine(call), ...headerLines('>', call.request.headers), ...bodyLine('>', call.request.body)];
    return [...sent, ...(answer === undefined ? [] : answerLines(answer))].map(redactText);
  };
};

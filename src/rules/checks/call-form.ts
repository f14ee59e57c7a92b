import { entriesOf, exactValue, judgedFix } from '../../model/index.ts';
import type { Edit, Fix, RequestFact, Rule, Severity, Tree } from '../../model/index.ts';
import type { Area } from '../api/identify.ts';
import type { Check, PendingFinding } from './check.ts';
import { fieldsIn } from './form-fields.ts';
import type { FormFields } from './form-fields.ts';
import { addField, fixField, fixParameter, fixQuery, fixContentType } from './form-fixes.ts';
import type { RequestFix } from './form-fixes.ts';
import type { TextOfFile } from './places.ts';
import { because, fill, findingAt, message, milder } from './message.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  readonly areas: readonly Area[];
  readonly method: string;
  readonly auth: string;
  /** Media type of the body, where one is sent. */
  readonly contentType?: string;
  /** Fields of the body, and what each must say where that is known. */
  readonly fields?: readonly Field[];
  /** Query parameters that may only have certain values. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Fields of the body that hold what belongs into the credentials. */
  readonly secrets?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly value?: string;
  /** Severity of its absence, where milder than the rule's. */
  readonly missing?: Severity;
}

type FormRule = Rule & { readonly options: Options };

interface Problem {
  readonly text: string;
  readonly severity: Severity;
  readonly mend?: RequestFix | undefined;
}

const methodProblems = ({ method }: RequestFact, rule: FormRule): readonly Problem[] =>
  method === undefined || method === rule.options.method
    ? []
    : [{ text: message('wrongMethod', { wanted: rule.options.method, method }), severity: rule.severity }];

/** Only `fetch` sends exactly the given options: other clients have defaults and interceptors. */
const lacks = ({ client, origin, headers }: RequestFact, header: string): boolean =>
  client === 'fetch' && origin === 'authored' && headers.complete && entriesOf(headers, header).length === 0;

const authProblems = (request: RequestFact, rule: FormRule): readonly Problem[] => {
  const { auth } = request;
  const wanted = message('wantsAuth', { auth: titled(rule.options.auth) });
  const fields = fieldsIn(request.body);
  const misplaced = (rule.options.secrets ?? []).filter((name) => fields?.has(name) === true);
  if (misplaced.length > 0 && auth !== rule.options.auth)
    return [
      { text: message('secretsInBody', { wanted, names: misplaced.join(' and ') }), severity: rule.severity },
    ];
  if (auth === undefined && lacks(request, 'authorization'))
    return [{ text: message('noCredentials', { wanted }), severity: rule.severity }];
  if (auth === undefined || auth === rule.options.auth) return [];
  return [{ text: message('otherAuth', { wanted, auth: titled(auth) }), severity: rule.severity }];
};

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Media type that is certainly sent; `undefined` when unknown. */
const sentType = ({ headers, setsContentType, jsonText, body }: RequestFact): string | undefined => {
  const entry = entriesOf(headers, 'content-type').at(-1);
  // What cannot be seen may be a form that is already written out.
  const isJson = jsonText === true || (setsContentType && body?.kind === 'object');
  if (entry === undefined) return isJson ? 'application/json' : undefined;
  const values = new Set((entry.values ?? []).map(exactValue));
  return values.size === 1 && entry.certain ? [...values][0] : undefined;
};

const typeProblems = (request: RequestFact, rule: FormRule, textOf: TextOfFile): readonly Problem[] => {
  const wanted = rule.options.contentType;
  const sent = sentType(request);
  // A text is sent as text/plain; for an object it is unknown whether it is sent as a form.
  if (wanted !== undefined && request.body?.kind === 'scalar' && lacks(request, 'content-type'))
    return [
      {
        text: message('untypedBody', { wanted }),
        severity: rule.severity,
        mend: fixContentType(request, wanted, textOf),
      },
    ];
  if (wanted === undefined || sent === undefined || request.hasBody === false) return [];
  if (sent.toLowerCase().startsWith(wanted)) return [];
  return [
    {
      text: message('wrongBodyType', { sent: sent.split(';')[0]!, wanted }),
      severity: rule.severity,
      mend: fixContentType(request, wanted, textOf),
    },
  ];
};

/** Names of query parameters: those of the URL, and those that the client adds to it. */
const queryNames = ({ query }: RequestFact, { address }: ResolvedUrl): ReadonlySet<string> =>
  new Set([
    ...new URLSearchParams(address.query).keys(),
    ...(query?.kind === 'object' ? query.members.map(({ key }) => key.value) : []),
  ]);

/** Fields of the body; none if there is no known body and the fields are in the query. */
const sentFields = ({ body, hasBody }: RequestFact, inQuery: boolean): FormFields | undefined =>
  hasBody === false || (inQuery && body === undefined && hasBody !== true) ? new Map() : fieldsIn(body);

const fieldProblems = (
  request: RequestFact,
  located: ResolvedUrl,
  rule: FormRule,
  textOf: TextOfFile,
): readonly Problem[] => {
  const { body } = request;
  const fields = rule.options.fields ?? [];
  const query = queryNames(request, located);
  const seen = sentFields(
    request,
    fields.some(({ name }) => query.has(name)),
  );
  if (seen === undefined) return [];
  return fields.flatMap(({ name, value, missing }): readonly Problem[] => {
    if (!seen.has(name) && query.has(name))
      return missing === undefined
        ? [{ text: message('fieldInQuery', { name }), severity: rule.severity }]
        : [];
    if (!seen.has(name))
      return [
        {
          text: message('fieldMissing', { name }),
          severity: missing ?? rule.severity,
          mend: value === undefined ? undefined : addField(body, name, value, textOf),
        },
      ];
    const given = seen.get(name);
    if (value === undefined || given === undefined || given === value) return [];
    return [
      {
        text: message('fieldMustBe', { name, wanted: value }),
        severity: rule.severity,
        mend: fixField(body, name, [given, value], textOf),
      },
    ];
  });
};

/** Value of a field that the client adds to the query; `undefined` if there is none, or it is unknown. */
const queryField = (query: Tree | undefined, name: string): string | undefined => {
  const value =
    query?.kind === 'object' ? query.members.findLast(({ key }) => key.value === name)?.value : undefined;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
};

const queryProblems = (
  { query }: RequestFact,
  { address, text }: ResolvedUrl,
  rule: FormRule,
  textOf: TextOfFile,
): readonly Problem[] => {
  const written = new URLSearchParams(address.query);
  return Object.entries(rule.options.query ?? {}).flatMap(([name, allowed]) => {
    const value = written.get(name) ?? queryField(query, name);
    if (value === undefined || value.includes('{') || allowed.includes(value)) return [];
    const mend = written.has(name)
      ? fixQuery(text, name, value, allowed, textOf)
      : fixParameter(query, name, value, allowed, textOf);
    return [
      { text: message('fieldMustBe', { name, wanted: allowed.join(' or ') }), severity: rule.severity, mend },
    ];
  });
};

const problemsOf = (
  { request }: ApiCall,
  located: ResolvedUrl,
  rule: FormRule,
  textOf: TextOfFile,
): readonly Problem[] => [
  ...methodProblems(request, rule),
  ...authProblems(request, rule),
  ...typeProblems(request, rule, textOf),
  ...fieldProblems(request, located, rule, textOf),
  ...queryProblems(request, located, rule, textOf),
];

/**
 * A literal in the sending call belongs to it alone; other calls may use a literal that is defined elsewhere
 * in code.
 */
const isOwn = ({ file, span }: RequestFact, edit: Edit): boolean =>
  !/\.[cm]?[jt]sx?$/.test(file) || (span.start <= edit.span.start && edit.span.end <= span.end);

/** One fix with the edits of all problems; the edits of two problems must not overlap. */
const fixOf = ({ request, located }: ApiCall, problems: readonly Problem[]): Fix | undefined => {
  const mends = problems.flatMap(({ mend }) => mend ?? []);
  const editable = ['authored', 'collection'].includes(request.origin) && located.length === 1;
  const here = mends.every(({ file }) => file === request.file);
  const edits = mends.flatMap((mend) => mend.edits).toSorted((a, b) => a.span.start - b.span.start);
  const apart = edits.every(({ span }, at) => at === 0 || edits[at - 1]!.span.end < span.start);
  if (!editable || !here || !apart || mends.length < problems.length) return undefined;
  const other = edits.find((edit) => !isOwn(request, edit));
  const elsewhere = other && because({ file: request.file, span: other.span }, message('notOwn'));
  const doubt = mends.flatMap((mend) => mend.doubt ?? [])[0] ?? elsewhere;
  return judgedFix({ title: message('fixCallForm'), edits, group: undefined }, doubt);
};

const draftOf = (
  rule: FormRule,
  call: ApiCall,
  located: ResolvedUrl,
  problems: readonly Problem[],
): PendingFinding => {
  const { request } = call;
  const data = { problems: problems.map(({ text }) => text).join('; ') };
  const isWarning = problems.every(({ severity }) => severity !== 'error');
  const finding = findingAt(rule, request, {
    data,
    message: fill(rule.message, data),
    anchor: data.problems,
    severity: isWarning ? milder('warning', rule.severity) : rule.severity,
    operation: located.identity.operation,
    exchange: request.exchange,
    fix: fixOf(call, problems),
  });
  return { finding, part: 'alone', requests: [request.id] };
};

/** Finds token, revoke and discovery requests that do not follow the specification. */
export const callForm: Check<Options> = {
  name: 'call-form',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run: (rule, { view, text }) =>
    view.calls
      .filter(({ request }) => request.origin !== 'generated')
      .flatMap((call) => {
        const located = call.located.find(({ address }) => rule.options.areas.includes(address.area));
        const problems = located === undefined ? [] : problemsOf(call, located, rule, text);
        return located === undefined || problems.length === 0 ? [] : [draftOf(rule, call, located, problems)];
      }),
};

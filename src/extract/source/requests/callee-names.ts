import { strip } from '../evaluate/arguments.ts';
import { CLIENT_WORDS, SENDING_WORDS } from '../clients/client-names.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';

/** HTTP methods as names of client methods. */
export const VERB = /^(?:get|post|put|patch|delete|del|head)$/i;
/** Words in the names of functions that send requests. */
const SENDS = /^(?:fetcher|requests|xhr|https?)$/;
/** First words in the names of functions that make, store, show or compare requests. */
const SENDS_NOT =
  /^(?:is|has|to|from|as|parse|format|normalize|validate|sign|log|trace|record|track|print|describe|mock|stub|fake|spy|expect|assert|on|handle|before|after|when|cache|memoize|match|equal|equals|register|add|push|set|emit|inject|intercept|redirect|navigate|goto|visit|open|link|href|show|render|encode|decode|stringify|serialize|compare|includes|has|resolve|reject|write|dump|next|done|callback|cb|build|compose|construct|define|derive|generate|merge)$/;
/** Names of functions that build a request for others to send. */
const BUILDS = /^(?:create|new|get|with) request/;
/** Words in the names of objects that have the same methods but send nothing. */
const NO_CLIENT =
  /^(?:cache|caches|cached|map|store|storage|registry|router|routers|route|routes|app|server|config|configuration|settings|env|db|database|redis|session|cookie|cookies|params|headers|i18n|translations|memo|lru|mock|mocks|mocked|nock|spy|stub|form|dict|table|collection|repo|repository|model|lookup|index|bucket|kv|fastify|express|koa|container|injector|metadata|reflect|queue|page|res|resp|response|reply|ctx|logger|log|console|span|tracer|metrics|history|location|window|document|set|weakmap|urls|links|seen|calls|invocations|sent|received|results|responses)$/;
/** Words in the names of objects that certainly are clients. */
const CLIENT = /^(?:client|api|rest|agent|gateway|transport|fetcher|requester|sdk)$/;
/** Words of a camelCase or snake_case name, in lower case. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** Name of a callee. */
export interface CalleeName {
  readonly name: string;
  /** Name of the receiver; '' where there is none, or none with a meaningful name. */
  readonly owner: string;
}

const lastNameOf = (node: ts.Expression): string => {
  const at = strip(node);
  if (ts.isIdentifier(at)) return at.text;
  return ts.isPropertyAccessExpression(at) ? at.name.text : '';
};

/** Names of a call's callee; `undefined` if it has none. */
export const calleeOf = ({ expression }: ts.CallExpression): CalleeName | undefined => {
  const callee = strip(expression);
  if (ts.isIdentifier(callee)) return { name: callee.text, owner: '' };
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  return { name: callee.name.text, owner: lastNameOf(callee.expression) };
};

/** Name of a variable's declared type. */
const typeNameOf = (node: ts.Expression): string => {
  const at = strip(node);
  const declared = ts.isIdentifier(at) ? declarationOf(at.text, at) : undefined;
  const holder = declared?.parent;
  const type =
    holder && (ts.isParameter(holder) || ts.isVariableDeclaration(holder)) ? holder.type : undefined;
  return type && ts.isTypeReferenceNode(type) ? type.typeName.getText() : '';
};

/** True for a call on a receiver named like a client. */
export const isNamedLikeClient = ({ owner }: CalleeName): boolean =>
  wordsOf(owner).some((word) => CLIENT.test(word) || CLIENT_WORDS.has(word));
/** True for a function name that suggests sending. */
export const sendsByName = ({ name }: CalleeName): boolean =>
  VERB.test(name) || wordsOf(name).some((word) => SENDS.test(word) || SENDING_WORDS.has(word));

/** True unless names or a declared type rule out that a request is sent. */
export const mayBeClient = (call: ts.CallExpression, { owner, name }: CalleeName): boolean => {
  const callee = strip(call.expression);
  const type = ts.isPropertyAccessExpression(callee) ? typeNameOf(callee.expression) : '';
  const words = wordsOf(name);
  return (
    !SENDS_NOT.test(words[0] ?? '') &&
    !BUILDS.test(words.join(' ')) &&
    ![...wordsOf(owner), ...wordsOf(type)].some((word) => NO_CLIENT.test(word))
  );
};

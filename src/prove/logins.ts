import type { Exchange } from '../capture/exchange.ts';
import { readBasic } from '../service/auth/basic.ts';
import { digestLogin } from '../service/auth/digest.ts';

/** Part of a login. */
type Part = 'user name' | 'secret';

const basicParts = (authorization: string): readonly Part[] | undefined => {
  const given = readBasic(authorization);
  return (
    given && [
      ...(given.name === '' ? ['user name' as const] : []),
      ...(given.secret === '' ? ['secret' as const] : []),
    ]
  );
};

const digestParts = (authorization: string, method: string): readonly Part[] => {
  const login = digestLogin(authorization, method);
  return [
    ...(login?.name === '' ? ['user name' as const] : []),
    ...(login?.hasEmptySecret === true ? ['secret' as const] : []),
  ];
};

/** Parts of a request's login that are empty, by its `Authorization`; none where there is no login. */
const emptyParts = ({ headers, method }: Exchange): readonly Part[] => {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  return basicParts(authorization) ?? digestParts(authorization, method);
};

/** Names of variables that hold a part of a login. */
const LOGIN_NAME = /key|secret|user|client|passw|login|token|account/i;

/** Variables of an environment that name a part of a login, and are empty. */
export const emptyLoginVariables = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.keys(environment)
    .filter((name) => environment[name] === '' && LOGIN_NAME.test(name))
    .toSorted();

/** Reason why a login proves nothing: a part of it is empty. Names the variables that are. */
export const emptyLoginReason = (exchange: Exchange, variables: readonly string[]): string | undefined => {
  const parts = emptyParts(exchange);
  if (parts.length === 0) return undefined;
  const isOne = variables.length === 1;
  const set =
    variables.length === 0
      ? `Set the variables or options that the program reads ${parts.length === 1 ? 'it' : 'them'} from`
      : `Set ${variables.join(', ')}, which ${isOne ? 'is' : 'are'} empty`;
  return `The ${parts.join(' and the ')} of the login ${parts.length === 1 ? 'is' : 'are'} empty, which says nothing about the migration. ${set}: any value is accepted, unless --seed names credentials.`;
};

/** Reason why the administration API refuses a login of HTTP Basic, with whatever credentials. */
export const basicLoginReason = ({ headers }: Exchange): string | undefined =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && readBasic(value) !== undefined)
    ? 'The request uses HTTP Basic, which this API does not accept: send API keys with HTTP Digest, or the token of a service account as Bearer.'
    : undefined;

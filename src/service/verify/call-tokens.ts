import { memberOf } from '../../model/index.ts';
import type { RequestFact, Tree } from '../../model/index.ts';

/** Keys that distinguish the recorded tokens of a call: the one that is sent, the one in the response, the one that is revoked. */
export interface CallTokens {
  readonly sent: string | undefined;
  readonly given: string | undefined;
  readonly revoked: string | undefined;
  /** Seconds that the one in the response is valid, as recorded. */
  readonly lifetime: number | undefined;
}

/** Longest lifetime of a token that is believed, in seconds: ten years. */
const MAX_LIFETIME = 315_360_000;

const digestOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'opaque' ? tree.digest : undefined;

/** Member of a token response, in an envelope too. */
const inAnswer = (answer: Tree | undefined, name: string): Tree | undefined =>
  memberOf(answer, name) ?? memberOf(memberOf(answer, 'content'), name);

const lifetimeIn = (answer: Tree | undefined): number | undefined => {
  const given = inAnswer(answer, 'expires_in');
  const seconds = given?.kind === 'scalar' ? given.value : undefined;
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_LIFETIME ? seconds : undefined;
};

/** Tokens of a recorded request and its response. */
export const callTokens = ({ credentials, body }: RequestFact, answer: Tree | undefined): CallTokens => ({
  sent: credentials,
  given: digestOf(inAnswer(answer, 'access_token')),
  revoked: digestOf(memberOf(body, 'token')),
  lifetime: lifetimeIn(answer),
});

import type { Tree } from '../../model/index.ts';

const memberOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === 'object' ? tree.members.findLast(({ key }) => key.value === name)?.value : undefined;

const digestOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'opaque' ? tree.digest : undefined;

/** What tells the token that a recorded answer gives from others, in an envelope too. */
export const tokenGiven = (answer: Tree | undefined): string | undefined =>
  digestOf(memberOf(answer, 'access_token') ?? memberOf(memberOf(answer, 'content'), 'access_token'));

/** What tells the token that a recorded form revokes from others. */
export const tokenRevoked = (form: Tree | undefined): string | undefined => digestOf(memberOf(form, 'token'));

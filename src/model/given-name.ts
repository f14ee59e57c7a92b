/**
 * Words of letters, with few digits at their end, joined as names of members, files and rules are. Each round takes one
 * separator, so that there is one way only to match a row of them.
 */
const NAME = /^[$@*./\\~_-]{0,4}[A-Za-z]+\d{0,4}(?:[$@*./\\_-][A-Za-z]*\d{0,4})*$/;
const MAX_LENGTH = 80;

/**
 * A name from a user's file, for a message in quotes. What does not look like a name can be a secret in the
 * wrong place, and is masked.
 */
export const shownName = (name: string): string =>
  name.length <= MAX_LENGTH && NAME.test(name) ? name : '•••';

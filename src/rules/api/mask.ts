import { HOLE } from '../../model/index.ts';

/**
 * Placeholder for a value that is filled in later, in text that is otherwise known: `{{host}}` and `:groupId`
 * (collections, routers), `${VAR}` and `$VAR` (shell, environment files), `{groupId}` and `<GROUP-ID>`
 * (templates, documentation), `%s` (format strings), `*` (mocks).
 */
const PLACEHOLDER =
  /\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{[^{}\s/]*\}|<[A-Za-z][\w .-]*>|\$[A-Za-z_]\w*|(?<=\/):[A-Za-z_]\w*|%s|%[dij](?![\dA-Fa-f])|\*+/g;

/** The text with every placeholder overwritten by as many `HOLE`s: same length, so offsets stay true. */
export const mask = (flat: string): string =>
  flat.replace(PLACEHOLDER, (written) => HOLE.repeat(written.length));

const HOLES = new RegExp(`${HOLE}+`, 'g');

/** Every run of holes as `{}`. */
export const collapse = (masked: string): string => masked.replace(HOLES, '{}');

/** True for a text that ends in two values with nothing between them: `/groups/%s%s`. */
export const endsInTwoValues = (flat: string): boolean =>
  flat.replace(PLACEHOLDER, HOLE).endsWith(`${HOLE}${HOLE}`);

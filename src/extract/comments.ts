import type { MentionFact, SourceFile, Span, SuppressionFact, Tree, Place } from '../model/index.ts';
import type { ExtractInput } from './extractor.ts';
import { SpanIndex } from '../model/index.ts';
import { mentionsIn } from './mentions.ts';
import type { MentionSearch, Unsent } from './mentions.ts';

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const placesFrom = (tree: Tree, place: Place, steps: readonly string[]): readonly Place[] => {
  const [step, ...rest] = steps;
  if (step === undefined) return [place];
  if (tree.kind === 'object')
    return tree.members
      .filter(({ key }) => key.value === step)
      .flatMap((member) => placesFrom(member.value, member.place, rest));
  const item = tree.kind === 'list' && /^\d+$/.test(step) ? tree.items[Number(step)] : undefined;
  return item === undefined ? [] : placesFrom(item, item, rest);
};

/**
 * Positions of the value that an RFC 6901 pointer selects, keys included; several for duplicate members,
 * none where the document has no such value.
 */
const placesAt = (tree: Tree, pointer: string): readonly Place[] =>
  placesFrom(tree, tree, pointer.split('/').slice(1).map(unescaped));

/** Marker at the start of every suppression comment, after its delimiter. */
export const MARKER = 'migrate-ignore';

const DELIMITED = /^(?:\/\/|#+|--(?:\[=*\[)?|\/\*+|<!--|\{\/\*+|\.\.[ \t])([^]*?)(?:\*+\/\}?|-->|\]=*\])?$/;

/** True for a suppression comment (with its delimiters): the marker comes first in it. */
export const isSuppression = (comment: string): boolean =>
  /^(?:\/\/|#+|--(?:\[=*\[)?|\/\*+|<!--|\{\/\*+|\.\.[ \t])[\s*]*migrate-ignore-[a-z]/.test(comment);

/** Suppression fact of a comment at a span of a file. */
export const suppressionAt = (
  { path, text, origin }: SourceFile,
  start: number,
  end: number,
): SuppressionFact => {
  const [, comment = ''] = DELIMITED.exec(text.slice(start, end)) ?? [];
  return { kind: 'suppression', file: path, span: { start, end }, origin, comment, parses: true };
};

/** Finds the comments of a text, each with its delimiters. */
export type FindComments = (text: string) => readonly Span[];

const spansOf = (text: string, tokens: RegExp, isComment: (token: string) => boolean): readonly Span[] =>
  Array.from(text.matchAll(tokens), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
  })).filter(({ start, end }) => isComment(text.slice(start, end)));

/** Lines that are comments after `#`, as in Dockerfiles and crontabs. */
export const hashComments: FindComments = (text) =>
  Array.from(text.matchAll(/^[ \t]*#[^\r\n]*/gm), ({ index, 0: found }) => ({
    start: index + found.indexOf('#'),
    end: index + found.length,
  }));

/** Comments of a JSON text; strings are skipped. */
export const jsonComments: FindComments = (text) =>
  spansOf(text, /"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g, (token) =>
    token.startsWith('/'),
  );

/** Comments of an `.env` file: at the start of a line, or after a value and a space. Quoted values are skipped. */
export const envComments: FindComments = (text) =>
  spansOf(text, /(?<==[ \t]{0,80})(?:"[^"]*"|'[^']*'|`[^`]*`)|(?<=^|[ \t])#[^\r\n]*/gm, (token) =>
    token.startsWith('#'),
  );

/** Part of a request file that may have a body. */
interface WithBody {
  readonly body?: { readonly start: number; readonly end: number } | undefined;
}

/** Comments of a request file, each on its own line; the bodies of its parts have none. */
export const requestFileComments =
  (parts: readonly WithBody[]): FindComments =>
  (text) => {
    const bodies = new SpanIndex(
      parts.flatMap(({ body }) => body ?? []),
      (body) => body,
    );
    const comments = spansOf(text, /(?<=^[ \t]{0,200})(?:#|\/\/)[^\r\n]*/gm, () => true);
    return comments.filter((span) => bodies.overlapping(span).length === 0);
  };

/** Comments of a text. */
export const commentsIn = (text: string, find: FindComments): readonly Unsent[] =>
  find(text).map((span) => ({ span, by: 'comment' }));

/** Facts from the comments of a file: suppressions, and URLs that are not sent. */
export const commentFacts = (
  file: SourceFile,
  input: MentionSearch,
  find: FindComments,
): readonly (SuppressionFact | MentionFact)[] => {
  const suppressions = file.text.includes(MARKER)
    ? find(file.text)
        .filter(({ start, end }) => isSuppression(file.text.slice(start, end)))
        .map(({ start, end }) => suppressionAt(file, start, end))
    : [];
  return [...suppressions, ...mentionsIn(file, input, () => commentsIn(file.text, find))];
};

/** Positions of a document that the configuration silences. */
export const silencedPlaces = (
  { path, origin }: SourceFile,
  tree: Tree,
  input: ExtractInput,
): readonly SuppressionFact[] =>
  (input.silencedAt?.(path) ?? [])
    .flatMap((pointer) => placesAt(tree, pointer))
    .map(({ file, span }) => ({
      kind: 'suppression',
      file,
      span,
      origin,
      comment: undefined,
      parses: true,
    }));

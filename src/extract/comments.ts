import type { SourceFile, Span, SuppressionFact, Tree } from '../model/index.ts';
import type { ExtractInput } from './extractor.ts';
import { placesAt } from './pointers.ts';

/** What every comment to this tool begins with, behind its delimiter. */
export const MARKER = 'migrate-ignore';

const DELIMITED = /^(?:\/\/|#+|\/\*+)([^]*?)(?:\*+\/)?$/;

/** True when the comment (with its delimiters) speaks to this tool: the marker comes first in it. */
export const isSuppression = (comment: string): boolean =>
  /^(?:\/\/|#+|\/\*+)[\s*]*migrate-ignore-[a-z]/.test(comment);

/** The fact of a comment at a span of a file that parses. */
export const suppressionAt = (
  { path, text, origin }: SourceFile,
  start: number,
  end: number,
): SuppressionFact => {
  const [, comment = ''] = DELIMITED.exec(text.slice(start, end)) ?? [];
  return { kind: 'suppression', file: path, span: { start, end }, origin, comment, parses: true };
};

const matching = (file: SourceFile, tokens: RegExp): readonly SuppressionFact[] => {
  if (!file.text.includes(MARKER)) return [];
  const facts: SuppressionFact[] = [];
  for (const { 0: token, index } of file.text.matchAll(tokens))
    if (isSuppression(token)) facts.push(suppressionAt(file, index, index + token.length));
  return facts;
};

/** Comments of a JSON text; strings are stepped over. */
export const jsonComments = (file: SourceFile): readonly SuppressionFact[] =>
  matching(file, /"(?:[^"\\\r\n]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g);

/** Comments of an `.env` file: at the start of a line, or behind a value and a space. Quoted values are stepped over. */
export const envComments = (file: SourceFile): readonly SuppressionFact[] =>
  matching(file, /(?<==[ \t]{0,80})(?:"[^"]*"|'[^']*'|`[^`]*`)|(?<=^|[ \t])#[^\r\n]*/gm);

/** Of the comments at these places, those that speak to this tool. */
export const commentsAt = (file: SourceFile, places: readonly Span[]): readonly SuppressionFact[] =>
  places
    .filter(({ start, end }) => isSuppression(file.text.slice(start, end)))
    .map(({ start, end }) => suppressionAt(file, start, end));

/** A part of a request file that may have a body. */
interface WithBody {
  readonly body?: { readonly start: number; readonly end: number } | undefined;
}

/** Comments of a request file, each on a line of its own; in the bodies of its parts there are none. */
export const requestFileComments = (
  file: SourceFile,
  parts: readonly WithBody[],
): readonly SuppressionFact[] =>
  matching(file, /(?<=^[ \t]{0,200})(?:#|\/\/)[^\r\n]*/gm).filter(({ span }) =>
    parts.every(({ body }) => body === undefined || span.end <= body.start || body.end <= span.start),
  );

/** Places of a document about which the configuration wants to hear nothing. */
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

import type { ComparisonFact, RequestFact, Span, Text, UrlFact } from '../../model/index.ts';
import { contains } from '../../model/index.ts';
import { lineStart } from '../lines.ts';
import { textOfPattern, type VersionPattern, versionPatterns } from '../version-patterns.ts';

const VERSION = /(?<![\w.-])v\d+(?:\\{0,2}\.\d+)?(?![\w.]*\w|-)/g;
/** Commands that search a text, and names of URLs that they search. */
const LOOKS = /\b(?:[ef]?grep|rg|sed|awk|expr|case|perl|cut)\b|\[\[|=~|\$\{\w+(?:#|%|\/)/;
const URL_NAME = /ur[li]|href|path|endpoint|base|route|target/i;

const slotsOf = ({ parts }: Text): readonly Span[] =>
  parts.flatMap((part) => (part.kind === 'known' ? [part.slot.span] : []));

const lineAround = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return text.slice(lineStart(text, at), end < 0 ? text.length : end);
};

/** True for a version in a path, or one that is searched for in a URL. */
const isCompared = (text: string, { span, isInPath }: VersionPattern): boolean => {
  const line = lineAround(text, span.start);
  return LOOKS.test(line) && (isInPath || URL_NAME.test(line));
};

/**
 * Versions of paths that a script searches for: `[[ $url =~ /v1\.0/ ]]`. Parts of URLs, comments and printed
 * text are excluded.
 */
export const versionComparisons = (
  file: string,
  text: string,
  requests: readonly RequestFact[],
  addresses: readonly UrlFact[],
  silent: readonly Span[],
): readonly ComparisonFact[] => {
  if (requests.length + addresses.length === 0) return [];
  const own = [
    ...requests.flatMap(({ urls }) => urls.flatMap(slotsOf)),
    ...addresses.flatMap((fact) => slotsOf(fact.text)),
    ...silent,
  ];
  return versionPatterns(text, VERSION)
    .filter((found) => isCompared(text, found) && !own.some((span) => contains(span, found.span)))
    .map(({ span, pattern }) => ({
      kind: 'comparison',
      origin: 'authored',
      file,
      span,
      of: 'url',
      how: 'contains',
      value: textOfPattern(pattern),
    }));
};

import { MASK } from './redact.ts';
import { isPlainText } from './plain-words.ts';
import { isEnumValue, isHarmless } from './vocabulary.ts';

/** A media type, with its parameters. */
export const MEDIA_TYPE =
  /^(?:application|text|multipart|image|\*)\/[\w.+*-]+(?:\s*;\s*(?:charset=[A-Za-z]{1,8}(?:-\d{1,5}){0,2}|q=[\d.]{1,5}))?$/;
/** Expressions and separators without words: `${user}:${password}`, `${name}.gz`. */
const HOLES =
  /^[\s:;.,/|()<>[\]@#*+~?&=_-]*(?:\$\{[\w.]+\}(?:[\s:;.,/|()<>[\]@#*+~?&=_-]|\.(?:gz|json|csv|log|txt|ya?ml|zip|har)$)*)+$/;
/** The name of a file that programs write. */
const FILE = /^[a-z][a-z-]{0,30}\.(?:gz|json|jsonc|csv|log|txt|ya?ml|zip|har|md|html|[cm]?[jt]s|env)$/;
const ADDRESS = /^\^?(?:[a-z][a-z0-9+.-]*:\/\/|\/|[?&](?=[\w.-]+=)|\.{1,2}\/|api\/|node:|@[a-z][\w-]*\/)\S*$/;
const SCHEME_AND_HOLE = /^(?:Bearer|Basic|Digest) \$\{[\w.]+\}$/;
const HOST_NAME = /^(?:[a-z][a-z-]*\.)+(?:com|net|org|io|dev|gov|local|test|example)$/;

/** Parts of a URL that people wrote: words, versions, dates, ports and placeholders. */
const PLAIN_SEGMENT =
  /^(?:[A-Za-z_.~:@-]*|[A-Za-z.-]*:\d{1,5}|v\d+(?:\\{0,2}\.\d+)*|\^|[A-Za-z]{1,40}\$|\(\.[*+]\)|\d{1,5}|\{{1,2}\s?[\w.-]{1,40}\s?\}{1,2}|\$\w{1,40}|\[\w{0,40}\])$/;
const PLAIN_VALUE = /^(?:\d{0,4}|true|false|\$\w{1,40}|\{{1,2}[\w.-]{1,40}\}{1,2})$/;
const PARAMETER = /^[\w.[\]$-]{1,40}$/;
/** An expression in a URL; a name is shown, the rest may hold literals, as a default in a shell does. */
const EXPRESSION = /(\$\{[^}]*\}?)/;
const HOLE = /^\$\{[\w.]{1,80}\}$/;

const pathText = (path: string): string =>
  path
    .split(/(\/)/)
    .map((segment) =>
      segment === '/' || PLAIN_SEGMENT.test(segment) || isHarmless(segment) ? segment : MASK,
    )
    .join('');

/**
 * Redacts names and values of a query; `inValue` states whether the text starts inside a value, and the
 * result whether it ends in one.
 */
const queryText = (
  query: string,
  inValue: boolean,
): { readonly shown: string; readonly inValue: boolean } => {
  let value = inValue;
  const parts = query.split(/([&=])/).map((part, index, all) => {
    const isName = !value && (part === '' || (PARAMETER.test(part) && all[index + 1] === '='));
    if (part === '&' || part === '=') value = part === '=';
    return part === '&' ||
      part === '=' ||
      isName ||
      (value && (PLAIN_VALUE.test(part) || isEnumValue(part) || isHarmless(part)))
      ? part
      : MASK;
  });
  return { shown: parts.join(''), inValue: value };
};

const addressText = (value: string): string => {
  let [inQuery, inValue] = [false, false];
  const pieces = value.split(EXPRESSION).map((piece) => {
    if (piece.startsWith('${')) return HOLE.test(piece) ? piece : `\${${MASK}}`;
    const mark = inQuery ? 0 : piece.indexOf('?') + 1;
    if (!inQuery && mark === 0) return pathText(piece);
    const path = inQuery ? '' : `${pathText(piece.slice(0, mark - 1))}?`;
    inQuery = true;
    const query = queryText(piece.slice(mark), inValue);
    inValue = query.inValue;
    return path + query.shown;
  });
  return pieces.join('');
};

const RELATIVE_PATH = /^(?:[a-z][A-Za-z]*|\$?\{[^}]*\})?(?:\/(?:[a-z][A-Za-z]*|\$?\{[^}]*\})?)+(?:\?\S*)?$/;

/** `application/json, text/plain`, as `Accept` holds them. */
const isMediaList = (value: string): boolean =>
  value.length < 200 && value.split(/,\s*/).every((part) => MEDIA_TYPE.test(part));

/** `Accept: application/json`, as programs give it to curl. */
const isHeaderLine = (value: string): boolean => {
  const [, media] = /^(?:Accept|Content-Type): ?(.+)$/i.exec(value) ?? [];
  return media !== undefined && isMediaList(media);
};

const QUOTED_LINE = /\\?(["'])([^"'\\]{1,200})\\?\1/g;
const SHORT_OPTIONS = /^\s*(?:-[a-zA-Z]{1,3}(?:\s+|$))+$/;

/** Options of curl and header lines in one text: `-s -H "Accept: application/json" `. */
const isOptions = (value: string): boolean =>
  value.length < 400 &&
  SHORT_OPTIONS.test(
    value.replaceAll(QUOTED_LINE, (all: string, _, line: string) => (isHeaderLine(line) ? '' : all)),
  );

/** An option of a command in a list of its words: `--digest`, `-sS`. */
const OPTION = /^(?:-[A-Za-z]{1,3}|--[a-z]{2,20}(?:-[a-z]{2,20}){0,3})$/;

const LINE_BREAK_OR_TAB = /\\[nrt]/g;

/** The content of a string literal, as far as it is known to be harmless; `trusted` are words of this API. */
export const literalText = (value: string, trusted: ReadonlySet<string>): string => {
  const spaced = value.replaceAll(LINE_BREAK_OR_TAB, ' ');
  if (spaced === value) return textWithoutBreaks(value, trusted);
  return textWithoutBreaks(spaced, trusted) === spaced ? value : textWithoutBreaks(value, trusted);
};

const textWithoutBreaks = (value: string, trusted: ReadonlySet<string>): string => {
  if (isHarmless(value) || trusted.has(value) || isPlainText(value, trusted)) return value;
  if (
    HOLES.test(value) ||
    isMediaList(value) ||
    isHeaderLine(value) ||
    isOptions(value) ||
    OPTION.test(value) ||
    FILE.test(value) ||
    HOST_NAME.test(value) ||
    SCHEME_AND_HOLE.test(value)
  )
    return value;
  const isAddress = ADDRESS.test(value) || RELATIVE_PATH.test(value) || /^\$\{[^}]*\}\/\S*$/.test(value);
  return isAddress ? addressText(value) : MASK;
};

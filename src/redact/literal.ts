import { MASK } from './redact.ts';

const SAFE_WORDS = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS get post put patch delete head json text utf8 utf-8 base64 hex ' +
    'basic bearer digest gzip identity close keep-alive string number boolean object function undefined ' +
    'arraybuffer stream blob follow manual cors omit include same-origin use strict name results data body ' +
    'accept content-type authorization user-agent content-length host connection accept-encoding'
  ).split(' '),
);

/** A media type, with its parameters. */
export const MEDIA_TYPE =
  /^(?:application|text|multipart|image|\*)\/[\w.+*-]+(?:\s*;\s*(?:charset|q|boundary)=[\w.-]*)?$/;
const HOLES = /^(?:\$\{[\w.]+\})+$/;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/|\.{1,2}\/|api\/|node:|@[a-z][\w-]*\/)\S*$/;
const SCHEME_AND_HOLE = /^(?:Bearer|Basic|Digest) \$\{[\w.]+\}$/;
const HOST_NAME = /^(?:[a-z][a-z-]*\.)+(?:com|net|org|io|dev|gov|local|test|example)$/;

/** Parts of an address that people wrote: words, versions, dates and placeholders. */
const PLAIN_SEGMENT = /^(?:[A-Za-z_.~:@-]*|v\d+(?:\.\d+)*|\d{1,5}|[{:$[(][^]*)$/;

const addressText = (value: string): string => {
  const [path = '', ...query] = value.split('?');
  const shown = path.split(/(\/|\$\{[^}]*\})/).map((part) => {
    if (part === '/' || part.startsWith('${') || PLAIN_SEGMENT.test(part)) return part;
    return /^[a-z][a-z.-]*(?::\d+)?$/i.test(part) ? part : MASK;
  });
  const masked = query.map((part) =>
    part.replace(/=(?!\$\{)[^&]*/g, (pair) => (/^=(?:\d{0,4}|true|false)$/.test(pair) ? pair : `=${MASK}`)),
  );
  return [shown.join(''), ...masked].join('?');
};

const RELATIVE_PATH = /^(?:[a-z][A-Za-z]*|\$\{[^}]*\})?(?:\/(?:[a-z][A-Za-z]*|\$\{[^}]*\})?)+(?:\?\S*)?$/;

/** The content of a string literal, as far as it is known to be harmless; `trusted` are words of this API. */
export const literalText = (value: string, trusted: ReadonlySet<string>): string => {
  if (value === '' || SAFE_WORDS.has(value.toLowerCase()) || trusted.has(value)) return value;
  if (HOLES.test(value) || MEDIA_TYPE.test(value) || HOST_NAME.test(value) || SCHEME_AND_HOLE.test(value))
    return value;
  const isAddress = ADDRESS.test(value) || RELATIVE_PATH.test(value) || /^\$\{[^}]*\}\/\S*$/.test(value);
  return isAddress ? addressText(value) : MASK;
};

import { message } from '../checks/message.ts';
import { didYouMean } from '../../model/index.ts';
import type { Directive } from '../checks/suppression.ts';

const COMMENT = /^[\s*]*migrate-ignore-(next-line|line|start|end|file)(?![\w-])([^]*)$/;
const SEPARATOR = /:|\s--\s/;
const UNTIL = /(?:^|[\s[(])until\s+(\d{4}-\d\d-\d\d)[\])]?[.\s]*$/;

/** The directive of a comment without its delimiters; `undefined` when it is none. */
export const directiveOf = (comment: string): Directive | undefined => {
  const [, kind, written = ''] = COMMENT.exec(comment) ?? [];
  if (kind === undefined) return undefined;
  const rest = written.replace(/\s*\n[\s*]*/g, ' ').trim();
  const until = UNTIL.exec(rest);
  const text = until === null ? rest : rest.slice(0, until.index);
  const split = SEPARATOR.exec(text);
  const list = (split === null ? text : text.slice(0, split.index)).trim();
  return {
    kind: kind as Directive['kind'],
    list,
    ids: list.split(/[\s,]+/).filter((id) => id !== ''),
    reason: split === null ? '' : text.slice(split.index + split[0].length).trim(),
    until: until?.[1],
  };
};

const KINDS = ['next-line', 'line', 'start', 'end', 'file'];

/** Misspelled directive: the text, and the suggestion as a question. */
export interface Misspelt {
  readonly written: string;
  readonly hint: string;
}

/** `undefined` for directives, and for what merely speaks of them. */
export const misspeltIn = (comment: string, rules: readonly string[]): Misspelt | undefined => {
  const [, kind, next = ''] = /^[\s*]*migrate-ignore(?:-([\w-]+))?(?:[\s:]+([\w-]+))?/.exec(comment) ?? [];
  if (directiveOf(comment) !== undefined) return undefined;
  if (kind === undefined)
    return rules.includes(next)
      ? {
          written: 'migrate-ignore',
          hint: ` ${message('didYouMeanLine')}`,
        }
      : undefined;
  const hint = didYouMean(kind, KINDS).replace('"', '"migrate-ignore-');
  return hint === '' ? undefined : { written: `migrate-ignore-${kind.slice(0, 60)}`, hint };
};

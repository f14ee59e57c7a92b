import { isPlainText } from './plain-words.ts';
import { MASK } from './redact.ts';

/** Directive of a suppression comment. */
const DIRECTIVE = /^\s*migrate-ignore[a-z-]*(?:\s+[a-z-]+(?:\s*,\s*[a-z-]+)*)?/;

const DATE = /\b\d{4}-\d\d-\d\d\b/g;

/** Text of a comment, or of its part on one line, after the comment sign; people note keys there. */
export const saidText = (said: string, trusted: ReadonlySet<string>): string => {
  if (said.trim() === '') return said;
  const [directive = ''] = DIRECTIVE.exec(said) ?? [];
  const reason = said.slice(directive.length);
  return (
    directive + (reason === '' || isPlainText(reason.replaceAll(DATE, ' '), trusted) ? reason : ` ${MASK}`)
  );
};

import { isPlainText } from './plain-words.ts';
import { MASK } from './redact.ts';

/** What an ignore comment says to the tool itself. */
const DIRECTIVE = /^\s*migrate-ignore[a-z-]*(?:\s+[a-z-]+(?:\s*,\s*[a-z-]+)*)?/;

/** What a comment, or the part of one that stands on a line, says behind its sign: people note keys there. */
export const saidText = (said: string): string => {
  if (said.trim() === '') return said;
  const [directive = ''] = DIRECTIVE.exec(said) ?? [];
  const reason = said.slice(directive.length);
  return directive + (reason === '' || isPlainText(reason) ? reason : ` ${MASK}`);
};

/** Text of a file, and the read position. */
interface Reader {
  readonly text: string;
  at: number;
}

/** Skips past the next `end`, or to the end of the text. */
const skipTo = (reader: Reader, end: string): void => {
  const found = reader.text.indexOf(end, reader.at);
  reader.at = found === -1 ? reader.text.length : found + end.length;
};

/** Skips a string; of one that a line end breaks off, only the first quote. */
const skipString = (reader: Reader, quote: string): void => {
  const { text } = reader;
  for (let at = reader.at; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === quote) {
      reader.at = at + 1;
      return;
    } else if (character === '\n') return;
  }
};

/** Skips a template without holes; after a hole the rest counts as code. */
const skipTemplate = (reader: Reader): void => {
  const { text } = reader;
  for (let at = reader.at; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '$' && text[at + 1] === '{') return;
    else if (text[at] === '`') {
      reader.at = at + 1;
      return;
    }
  }
};

const MARK = /\(|\bclass\b|\/[/*]|['"`]/g;

/**
 * True for a text that may contain a call or construct an object: constants and re-exports alone do neither.
 * Reads in one pass without state: a literal of any length is skipped.
 */
export const hasCode = (text: string): boolean => {
  const reader: Reader = { text, at: 0 };
  for (;;) {
    MARK.lastIndex = reader.at;
    const mark = MARK.exec(text)?.[0];
    if (mark === undefined) return false;
    if (mark === '(' || mark === 'class') return true;
    reader.at = MARK.lastIndex;
    if (mark === '//') skipTo(reader, '\n');
    else if (mark === '/*') skipTo(reader, '*/');
    else if (mark === '`') skipTemplate(reader);
    else skipString(reader, mark);
  }
};

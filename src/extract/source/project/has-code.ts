/** Text of a file, and how far it has been read. */
interface Reader {
  readonly text: string;
  at: number;
}

/** Behind the next `end`, or behind the whole text. */
const skipTo = (reader: Reader, end: string): void => {
  const found = reader.text.indexOf(end, reader.at);
  reader.at = found === -1 ? reader.text.length : found + end.length;
};

/** Behind a string; of one that a line end breaks off, its first quote alone is passed over. */
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

/** The text of a template that nothing is inserted into; at an insertion what follows counts as code. */
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
 * True for a text in which something may be called, or built: constants and re-exports alone have neither. Read in one
 * pass that remembers nothing: a literal of any length is stepped over.
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

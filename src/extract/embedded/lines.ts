/** Lines of a text, without line breaks, with the start of each and of the next one. */
export function* linesIn(text: string): Generator<{ line: string; start: number; end: number }> {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next + 1;
    yield { line: text.slice(start, next === -1 ? end : next).replace(/\r$/, ''), start, end };
    start = end;
  }
}

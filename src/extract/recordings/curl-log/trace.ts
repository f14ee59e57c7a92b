import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { joinedText, sliceOf } from '../recorded/texts.ts';

/** Section of a trace: `=> Send header, 123 bytes (0x7b)` and the dump after it. */
export interface TraceSection {
  readonly kind: 'sent-head' | 'sent-data' | 'got-head' | 'got-data';
  /** Reassembled text of the dump. */
  readonly source: SpelledText;
}

const TITLE = /^(?:\d\d:\d\d:\d\d\.\d+ )?(?:(=>|<=) (Send|Recv) (header|data), |(?:==|=>|<=) )/;
const DUMP = /^([0-9a-f]{4,8}): /;

const KINDS: Readonly<Record<string, TraceSection['kind']>> = {
  'Send header': 'sent-head',
  'Send data': 'sent-data',
  'Recv header': 'got-head',
  'Recv data': 'got-data',
};

/** Collects the lines of a trace into sections. State: the current section, and the position of its dump. */
export class TraceReader {
  private kind: TraceSection['kind'] | undefined;
  private pieces: SpelledText[] = [];
  private expected = 0;

  /** Reads a line; returns the previous section when the line begins another one. */
  read(line: SpelledText): TraceSection | undefined {
    const title = TITLE.exec(line.text);
    if (title === null) {
      if (this.kind !== undefined) this.dump(line);
      return undefined;
    }
    const before = this.finished();
    this.kind = KINDS[`${title[2]} ${title[3]}`];
    return before;
  }

  /** Ends and returns the current section. */
  finished(): TraceSection | undefined {
    const { kind, pieces } = this;
    this.kind = undefined;
    this.pieces = [];
    this.expected = 0;
    return kind === undefined ? undefined : { kind, source: joinedText(pieces) };
  }

  /** Adds a line of the dump, which curl breaks after 64 bytes, or at a line end of the text, which it leaves out. */
  private dump(line: SpelledText): void {
    const found = DUMP.exec(line.text);
    if (found === null) return;
    const [lead, offset = '0'] = found;
    const text = sliceOf(line, lead.length);
    const at = Number.parseInt(offset, 16);
    const end = line.spanAt(0, 0);
    if (at > this.expected) this.pieces.push({ text: '\r\n', spanAt: () => end });
    this.pieces.push(text);
    this.expected = at + text.text.length;
  }
}

/** Lines of a head that was dumped as one; the last one is empty where the head ends. */
export function* dumpedLines(source: SpelledText): Generator<SpelledText> {
  let at = 0;
  for (const line of source.text.split('\r\n')) {
    yield sliceOf(source, at, at + line.length);
    at += line.length + 2;
  }
}

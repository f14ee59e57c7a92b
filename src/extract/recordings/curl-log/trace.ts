import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { joinedText, sliceOf } from '../recorded/texts.ts';

/** A section of a trace: `=> Send header, 123 bytes (0x7b)` and the dump behind it. */
export interface TraceSection {
  readonly kind: 'sent-head' | 'sent-data' | 'got-head' | 'got-data';
  /** The text of the dump, put together again. */
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

/** Collects the lines of a trace into sections. State: the section that is going on, and where its dump stands. */
export class TraceReader {
  private kind: TraceSection['kind'] | undefined;
  private pieces: SpelledText[] = [];
  private expected = 0;

  /** Reads a line; the section before it, when it begins another one. */
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

  /** The section that is going on, which ends here. */
  finished(): TraceSection | undefined {
    const { kind, pieces } = this;
    this.kind = undefined;
    this.pieces = [];
    this.expected = 0;
    return kind === undefined ? undefined : { kind, source: joinedText(pieces) };
  }

  /** curl ends a line of the dump after 64 bytes, or where the text has a line end, which it leaves out. */
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

/** The lines of a head that was dumped as one; the last one is empty where the head ends. */
export function* dumpedLines(source: SpelledText): Generator<SpelledText> {
  let at = 0;
  for (const line of source.text.split('\r\n')) {
    yield sliceOf(source, at, at + line.length);
    at += line.length + 2;
  }
}

import { runRules } from '../../../src/rules/run-rules.ts';
import type { Settings } from '../../../src/rules/checks/check.ts';
import type {
  Edit,
  Fact,
  Finding,
  InsertionPoint,
  HeaderEntry,
  HeaderSet,
  Place,
  RequestFact,
  Slot,
  Spelling,
  Text,
  TextPart,
  UrlFact,
} from '../../../src/model/index.ts';
import { textOfSlot } from '../../../src/model/index.ts';
import { builtIn } from '../load/load.ts';

/** A file of a test: its text, and places in it found by what stands there. */
export class Sample {
  readonly file: string;
  readonly text: string;

  constructor(text: string, file = 'a.ts') {
    this.file = file;
    this.text = text;
  }

  /** The place of the text; `nth` counts from 0. */
  place(written: string, nth = 0): Place {
    let start = -1;
    for (let at = 0; at <= nth; at++) start = this.text.indexOf(written, start + 1);
    if (start < 0) throw new Error(`"${written}" does not stand in the sample`);
    return { file: this.file, span: { start, end: start + written.length } };
  }

  slot(written: string, nth = 0, spelling: Spelling = 'js-single'): Slot {
    return { ...this.place(written, nth), value: written, spelling };
  }

  /** A text of the sample's literals; `undefined` is a hole. */
  textOf(...parts: readonly (string | undefined)[]): Text {
    return {
      parts: parts.map((part): TextPart => {
        if (part === undefined) return { kind: 'hole', name: undefined };
        return { kind: 'known', slot: this.slot(part), from: 0, to: part.length };
      }),
    };
  }

  url(written: string, more: Partial<UrlFact> = {}): UrlFact {
    const slot = this.slot(written);
    return {
      kind: 'url',
      ...this.place(written),
      origin: 'authored',
      text: textOfSlot(slot),
      use: 'value',
      ...more,
    };
  }

  /** A header written as `name: 'value'` in the sample. */
  header(name: string, value: string, nth = 0): HeaderEntry {
    const slot = this.slot(value, nth);
    return { name: this.slot(name), values: [textOfSlot(slot)], place: slot, certain: true };
  }

  /** A gap for one more header at the end of `written`. */
  gapAfter(written: string): InsertionPoint {
    const { file, span } = this.place(written);
    const style = { key: 'bare', value: 'single', list: false } as const;
    return { file, at: span.end, before: ' ', after: ',', separator: ': ', ...style };
  }
}

export const headers = (
  entries: readonly HeaderEntry[],
  gap?: InsertionPoint,
  complete = true,
): HeaderSet => ({
  entries,
  complete,
  gap,
});

let serial = 0;

/** A request sent at `place`. */
export const request = (
  place: Place,
  urls: readonly Text[],
  more: Partial<RequestFact> = {},
): RequestFact => ({
  kind: 'request',
  ...place,
  id: `request ${serial++}`,
  origin: 'authored',
  client: 'fetch',
  method: 'GET',
  urls,
  headers: headers([]),
  headersAt: place,
  body: undefined,
  hasBody: false,
  setsContentType: false,
  auth: undefined,
  exchange: undefined,
  time: undefined,
  repeated: false,
  trail: [],
  ...more,
});

export const SETTINGS: Settings = {
  target: '2023-02-01',
  today: '2026-11-21',
  failWithin: undefined,
  enabled: undefined,
  severities: new Map(),
  projectOf: () => '',
};

/** The findings of the built-in rules. */
export const judged = (
  samples: readonly Sample[],
  facts: readonly Fact[],
  settings: Partial<Settings> = {},
): readonly Finding[] => {
  const texts = new Map(samples.map(({ file, text }) => [file, text]));
  return runRules(facts, builtIn, { ...SETTINGS, ...settings }, (file) => texts.get(file));
};

const splice = (text: string, { span, text: written }: Edit): string =>
  text.slice(0, span.start) + written + text.slice(span.end);

/** The sample after all fixes of the given safeties; they must not overlap. */
export const applied = (
  sample: Sample,
  findings: readonly Finding[],
  safeties: readonly string[] = ['safe'],
): string =>
  findings
    .filter(({ file, fix }) => file === sample.file && fix !== undefined && safeties.includes(fix.safety))
    .flatMap(({ fix }) => fix!.edits)
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(splice, sample.text);

/** What stands at the findings' places, by rule. */
export const pointed = (samples: readonly Sample[], findings: readonly Finding[]): readonly string[] =>
  findings.map(({ rule, file, span }) => {
    const text = samples.find((sample) => sample.file === file)?.text ?? '';
    return `${rule}: ${text.slice(span.start, span.end)}`;
  });

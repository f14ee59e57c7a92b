import { didYouMean, UsageError } from '../model/index.ts';
import type { Render } from './report.ts';

/** Formats by name, loaded on first use. To add one: one file, one line. */
const FORMATS = {
  pretty: async () => (await import('./pretty/index.ts')).pretty,
  compact: async () => (await import('./compact.ts')).compact,
  json: async () => (await import('./json.ts')).json,
  jsonl: async () => (await import('./json.ts')).jsonl,
  sarif: async () => (await import('./sarif.ts')).sarif,
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  junit: async () => (await import('./junit.ts')).junit,
  checkstyle: async () => (await import('./checkstyle.ts')).checkstyle,
  rdjson: async () => (await import('./rdjson.ts')).rdjson,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html/index.ts')).html,
} satisfies Record<string, () => Promise<Render>>;

/** Name of a report format: `sarif`. */
export type FormatName = keyof typeof FORMATS;

/** Names of all report formats, in the order of the help text. */
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

/** The format of that name; UsageError with the known names and the nearest one otherwise. */
export const formatNamed = (name: string): FormatName => {
  if (Object.hasOwn(FORMATS, name)) return name as FormatName;
  throw new UsageError(
    `unknown format "${name}".${didYouMean(name, FORMAT_NAMES)} Formats: ${FORMAT_NAMES.join(', ')}.`,
  );
};

/** Formats of `--by-call`, which shows calls in place of findings. */
const CALL_FORMATS: Partial<Record<FormatName, () => Promise<Render>>> = {
  pretty: async () => (await import('./calls.ts')).callsPretty,
  json: async () => (await import('./calls.ts')).callsJson,
  markdown: async () => (await import('./calls.ts')).callsMarkdown,
};

export const CALL_FORMAT_NAMES = Object.keys(CALL_FORMATS) as readonly FormatName[];

/** Renderer of a format, or of its `--by-call` variant. */
export const loadFormat = (name: FormatName, byCall = false): Promise<Render> =>
  (byCall ? CALL_FORMATS[name] : undefined)?.() ?? FORMATS[name]();

import type { Span } from '../model/index.ts';

/** A part of a file that is written in a language of its own. */
export interface Region extends Span {
  /** The language as Markdown names it. */
  readonly language: string;
  readonly text: string;
}

const FENCE = /^([ >\t]*)(`{3,}|~{3,})[ \t]*\{?\.?([\w#+-]*)[^\n]*\n([^]*?)(?:^[ >\t]*\2|(?![^]))/gm;
const SCRIPT = /<script\b[^>]{0,200}>([^]*?)<\/script>/gi;
const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---/;

const region = (language: string, text: string, start: number): Region => ({
  language: language.toLowerCase(),
  start,
  end: start + text.length,
  text,
});

const fencesIn = (text: string): readonly Region[] =>
  Array.from(text.matchAll(FENCE), (found) => {
    const [all, , , language = '', code = ''] = found;
    return region(language, code, found.index + all.indexOf('\n') + 1);
  });

const scriptsIn = (text: string): readonly Region[] => {
  const front = FRONT_MATTER.exec(text);
  const scripts = Array.from(text.matchAll(SCRIPT), (found) =>
    region('tsx', found[1]!, found.index + found[0].indexOf('>') + 1),
  );
  return front === null ? scripts : [region('tsx', front[1]!, front[0].indexOf('\n') + 1), ...scripts];
};

let reading: { readonly text: string; readonly regions: readonly Region[] } | undefined;

/** The part of a file in another language that holds a line. */
export const regionAt = (text: string, file: string, line: Span): Region | undefined => {
  const isProse = /\.(?:md|mdx|markdown)$/i.test(file);
  if (!isProse && !/\.(?:vue|svelte|astro)$/i.test(file)) return undefined;
  if (reading?.text !== text) reading = { text, regions: isProse ? fencesIn(text) : scriptsIn(text) };
  return reading.regions.find(({ start, end }) => start <= line.start && line.end <= end);
};

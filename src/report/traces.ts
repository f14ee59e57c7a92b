import type { Place, Trace } from '../model/index.ts';
import { redactLine } from './redact.ts';
import type { Position } from './report.ts';
import { printable } from './style.ts';

type Locate = (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;

const NOTHING: ReadonlySet<string> = new Set();

/** `file:line:column` of where a place begins. */
export const placeText = ({ file, span }: Place, locate: Locate): string => {
  const position = locate(file, [span.start]).get(span.start);
  return position === undefined ? printable(file) : `${printable(file)}:${position.line}:${position.column}`;
};

/** A sentence about code without what may be a credential: literals in double quotes are masked as in code frames. */
export const shownSentence = (says: string): string =>
  printable(redactLine(says, { insideTemplate: false, trusted: NOTHING }));

/** What was seen at a place, one line a step, indented by how far the step is from it. */
export const traceText = ({ steps, ...trace }: Trace, locate: Locate): string => {
  const lines = steps.map(
    ({ depth, says, ...place }) =>
      `${'  '.repeat(depth + 1)}${shownSentence(says)}  ${placeText(place, locate)}`,
  );
  return [`${placeText(trace, locate)}  ${shownSentence(trace.says)}`, ...lines, ''].join('\n');
};

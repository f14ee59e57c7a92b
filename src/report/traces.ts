import type { Place, Redacted, Trace } from '../model/index.ts';
import { joined, say, word } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import { redactSentence } from '../redact/source-line.ts';
import type { Position } from './report.ts';
import { printed } from './style.ts';

type Locate = (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>;

/** `file:line:column` of where a location begins. */
export const placeText = ({ file, span }: Place, locate: Locate): Redacted => {
  const position = locate(file, [span.start]).get(span.start);
  const name = printed(redactPath(file));
  return position === undefined ? name : say`${name}:${position.line}:${position.column}`;
};

/** A sentence about code without what may be a credential: literals in double quotes are masked as in code frames. */
export const shownSentence = (says: string): Redacted => printed(redactSentence(says));

/** Trace of an expression as text, one line per step, indented by the distance of the step from it. */
export const traceText = ({ steps, ...trace }: Trace, locate: Locate): Redacted => {
  const lines = steps.map(({ depth, says, ...place }) => {
    const indent = joined(Array.from({ length: depth + 1 }, () => word('  ')));
    return say`${indent}${shownSentence(says)}  ${placeText(place, locate)}\n`;
  });
  return joined([say`${placeText(trace, locate)}  ${shownSentence(trace.says)}\n`, ...lines]);
};

import type { EntryScanner, RawEntry, ScannerNotes } from '../entries/scanner.ts';
import type { Recording } from '../recorded/extractor.ts';

/** Records an entry that was not read to its end; one cut by the end of the file is reported once, at the end. */
export const noteBreak = (
  recording: Recording,
  raw: RawEntry,
  problem: { offset: number; problem: string } | undefined,
): void => {
  if (problem === undefined || raw.extent === 'cut') return;
  const reason =
    raw.extent === 'start'
      ? `entry ${raw.index} is larger than 4 MB; only its start was read`
      : `entry ${raw.index} is not valid JSON: ${problem.problem}; the other entries were read`;
  recording.broken(raw.offset + problem.offset, reason);
};

/** Records an end that comes early. */
export const noteEnd = (recording: Recording, scanner: EntryScanner): void => {
  if (scanner.closed) return;
  const where = scanner.inEntry ? `inside entry ${scanner.entries - 1}` : `after ${scanner.entries} entries`;
  recording.broken(Infinity, `the recording ends early ${where}; what precedes was read`);
};

/** Records the text between the entries, or after the document. */
export const scannerNotes = (recording: Recording): ScannerNotes => ({
  stray: (offset, index) =>
    recording.broken(offset, `entry ${index} is not an object; the other entries were read`),
  trailing: (offset) => recording.malformed(offset, 'text follows after the end of the recording'),
});

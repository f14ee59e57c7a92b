import { BUDGETS } from '../../model/index.ts';

const HEADER_END = '\r\n\r\n';
const MAX_HEADER = 64 * 1024;

/**
 * Follows the headers of messages in bytes as they come, and says when a message, or a header without an end, is longer than
 * may be held. State: the header that is being read, and how much is left of a message.
 */
export const messageBounds = (tooLong: () => void): ((piece: Uint8Array) => void) => {
  let header = '';
  let left = 0;
  return (piece) => {
    let at = 0;
    while (at < piece.length) {
      const skipped = Math.min(left, piece.length - at);
      left -= skipped;
      at += skipped;
      if (at === piece.length) return;
      const before = header.length;
      header += Buffer.from(piece.subarray(at, at + MAX_HEADER + HEADER_END.length)).toString('latin1');
      const end = header.indexOf(HEADER_END);
      if (end === -1 ? header.length > MAX_HEADER : end > MAX_HEADER) return tooLong();
      if (end === -1) return;
      at += end + HEADER_END.length - before;
      left = Number(/^content-length:[ \t]*(\d+)/im.exec(header.slice(0, end))?.[1] ?? 0);
      header = '';
      if (left > BUDGETS.messageBytes.max) return tooLong();
    }
  };
};

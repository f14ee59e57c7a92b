import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { redactText } from './redact.ts';

/** Characters that start a quotation of the input in messages of an engine or a library. */
const QUOTATION = /["'`:([{<…]|\.\.\./;

const FRAME = /^\s+at .*$/gm;

/**
 * Printable form of an internal error: its class, the start of its message, and where it was thrown. The rest
 * of the message may quote a scanned file: `Unexpected token 'h', "hunter2" is not valid JSON`.
 */
export const crashText = (error: unknown): Redacted => {
  if (!(error instanceof Error)) return masked(`a value of type ${typeof error} was thrown`);
  const { name, message, stack = '' } = error;
  const [said = ''] = message.split(QUOTATION, 1);
  const { code } = error as NodeJS.ErrnoException;
  const told = [name, typeof code === 'string' ? code : '', said.split('\n')[0]!.trim()].filter(Boolean);
  const frames = stack.slice(stack.indexOf(message) + message.length).match(FRAME) ?? [];
  return redactText([told.join(': '), ...frames].join('\n'));
};

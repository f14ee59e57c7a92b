import type { Text, TextPart } from '../../../src/model/index.ts';

const known = (value: string): TextPart => {
  const span = { start: 0, end: value.length };
  return {
    kind: 'known',
    slot: { file: 'a.ts', span, value, spelling: 'js-single' },
    from: 0,
    to: value.length,
  };
};

/** A hole, with the name the source gives it. */
export const hole = (name?: string): TextPart => ({ kind: 'hole', name });

/** A text of literals and holes: `textOf(hole('host'), '/api/atlas/v1.0')`. Each literal is a slot of its own. */
export const textOf = (...parts: readonly (string | TextPart)[]): Text => ({
  parts: parts.map((part) => (typeof part === 'string' ? known(part) : part)),
});

/** A text from one string in which `~` stands for a hole. */
export const sketch = (pattern: string): Text =>
  textOf(
    ...pattern
      .split(/(~)/)
      .filter((part) => part !== '')
      .map((part) => (part === '~' ? hole() : part)),
  );

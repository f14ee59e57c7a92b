import { rewriteSlot, spell } from '../../../fix/edits/spelling.ts';
import type { Edit, ReadFact, ReadStep, Slot } from '../../../model/index.ts';

/** Read of a response's property in code. */
export interface WrittenRead {
  /** The steps from the property to its replacement, written names all of them. */
  readonly steps: readonly ReadStep[];
  readonly form: ReadFact['form'];
  /** True where what is read may lack the replacement. */
  readonly lacking: boolean;
}

/** True for a name or a text of Lua, which counts from one. */
const isOfLua = ({ spelling }: Slot): boolean => spelling.startsWith('lua-');

const fromOne = (path: string): string =>
  path.replaceAll(/\[(\d+)\]/g, (_, index: string) => `[${Number(index) + 1}]`);

const ACCESS = /(?:\?->|->|\?\.|&\.|\.)\s*$/;

/** The operator in front of a property: `.`, `?.`, `&.` of Ruby, `->` and `?->` of PHP. */
const operatorBefore = (start: number, text: string): string | undefined =>
  ACCESS.exec(text.slice(Math.max(0, start - 200), start))?.[0].trim();

/** `a.b[0].c` in the operators of the code; `undefined` where it is not a path. */
const pathText = (to: string, operator: string, careful: boolean, isLua: boolean): string | undefined => {
  if (isLua) return careful ? undefined : to;
  if (operator === '&.') return to.includes('[') ? undefined : to.replaceAll('.', operator);
  if (operator.endsWith('->')) return to.replaceAll('.', operator);
  return careful ? to.replaceAll('.', '?.').replaceAll('[', '?.[') : to;
};

/** The names are joined by operators in the source, so that the text between them can go. */
const joinedByOperators = (slots: readonly Slot[], text: string): boolean =>
  slots.every((slot, at) => {
    const next = slots[at + 1];
    if (slot.spelling !== 'js-name' && slot.spelling !== 'lua-name') return false;
    return (
      next === undefined || /^\s*(?:\?->|->|\?\.|&\.|\.)\s*$/.test(text.slice(slot.span.end, next.span.start))
    );
  });

const memberEdit = (
  { steps, lacking }: WrittenRead,
  slots: readonly Slot[],
  to: string,
  text: string,
): Edit | undefined => {
  const span = { start: slots[0]!.span.start, end: slots.at(-1)!.span.end };
  const operator = operatorBefore(span.start, text);
  // The name of a property that a command is given takes no path: `Select-Object -ExpandProperty name`.
  if (operator === undefined || !joinedByOperators(slots, text)) return undefined;
  const goesOn = /^\s*\?\./.test(text.slice(span.end, span.end + 200));
  const careful = lacking || goesOn || steps.slice(1).some(({ optional }) => optional);
  const written = pathText(to, operator, careful, isOfLua(slots[0]!));
  return written === undefined ? undefined : { span, text: written };
};

const isName = (part: string): boolean => /^\w+$/.test(part);

/** True where each name has its own brackets: `c['a']['b']`. */
const inBrackets = (slots: readonly Slot[], text: string): boolean =>
  /\[\s*["'`]$/.test(text.slice(0, slots[0]!.span.start).slice(-40)) &&
  slots.every((slot, at) => {
    const next = slots[at + 1];
    const after = text.slice(slot.span.end, next?.span.start ?? slot.span.end + 40);
    return next === undefined ? /^["'`]\s*\]/.test(after) : /^(["'`])\s*\]\s*\[\s*["'`]$/.test(after);
  });

/** True for a name of JavaScript or TypeScript. */
const isScript = ({ spelling }: Slot): boolean => spelling.startsWith('js-');

/** `x['a']['b']` becomes `x['c'][0]['d']`: the content between the outer quotes changes. */
const elementEdit = (
  { lacking }: WrittenRead,
  slots: readonly Slot[],
  to: string,
  text: string,
): Edit | undefined => {
  const [first, last] = [slots[0]!, slots.at(-1)!];
  const steps = to.split(/[.[]/).map((step) => step.replace(']', ''));
  // A member of what is found in a map of Go needs a type assertion first.
  if (first.file.endsWith('.go') && steps.length > 1) return undefined;
  if (!inBrackets(slots, text) || !steps.every(isName) || /^\d|\]$/.test(to)) return undefined;
  const quote = text[first.span.start - 1]!;
  const written = steps.map((step) =>
    /^\d+$/.test(step) ? step : `${quote}${spell(step, first.spelling)}${quote}`,
  );
  const span = { start: first.span.start, end: last.span.end };
  return { span, text: written.join(lacking && isScript(first) ? ']?.[' : '][').slice(1, -1) };
};

/** `x.get('name')` becomes `x.get('a', {}).get('b')`. */
const entryEdit = (slot: Slot, to: string, text: string): Edit | undefined => {
  const quote = text[slot.span.start - 1];
  const names = to.split('.');
  const isGet = /\.get\(\s*["']$/.test(text.slice(Math.max(0, slot.span.start - 40), slot.span.start));
  if (quote === undefined || !isGet || !names.every(isName)) return undefined;
  // What another language gets of a document may have no `get` of its own.
  if (names.length > 1 && !slot.spelling.startsWith('py-')) return undefined;
  const written = names.map((name) => spell(name, slot.spelling)).join(`${quote}, {}).get(${quote}`);
  return { span: slot.span, text: written };
};

/** `{ name }` or `{ name: local }` without a nested pattern; a default stays only where no pattern comes around it. */
const boundName = (
  slot: Slot,
  form: ReadFact['form'],
  text: string,
  takesDefault: boolean,
): { local: string; end: number } | undefined => {
  const rest = text.slice(slot.span.end);
  const end = takesDefault ? '[,}=]' : '[,}]';
  if (form === 'binding-shorthand')
    return new RegExp(`^\\s*${end}`).test(rest) ? { local: slot.value, end: slot.span.end } : undefined;
  const bound = new RegExp(`^\\s*:\\s*([A-Za-z_$][\\w$]*)(?=\\s*${end})`).exec(rest);
  return bound === null ? undefined : { local: bound[1]!, end: slot.span.end + bound[0].length };
};

const bindingEdit = (
  slot: Slot,
  { form, lacking }: WrittenRead,
  to: string,
  text: string,
): Edit | undefined => {
  const names = to.split('.');
  const bound =
    slot.spelling === 'js-name' || slot.spelling === 'js-shorthand'
      ? boundName(slot, form, text, names.length === 1)
      : undefined;
  if (bound === undefined || !names.every(isName)) return undefined;
  const [first, ...inner] = names;
  const pattern = inner.reduceRight(
    (value, name) => `{ ${name}: ${value} }${lacking ? ' = {}' : ''}`,
    bound.local,
  );
  return { span: { start: slot.span.start, end: bound.end }, text: `${first}: ${pattern}` };
};

/**
 * Edit that reads `to` (`a.b`, `a[0].b`) instead; `undefined` where the path is split over statements, or a
 * binding of what is read by more than one step has a default.
 */
export const readEdit = (read: WrittenRead, path: string, text: string): Edit | undefined => {
  const { steps, form } = read;
  const slots = steps.flatMap(({ slot }) => slot ?? []);
  const [first] = slots;
  if (first === undefined || slots.length < steps.length || slots.some(({ file }) => file !== first.file))
    return undefined;
  if (form === 'write') return undefined;
  const to = isOfLua(first) ? fromOne(path) : path;
  if (form === 'binding' || form === 'binding-shorthand')
    return steps.length === 1 ? bindingEdit(first, read, to, text) : undefined;
  if (steps.length === 1 && isName(to)) return rewriteSlot(first, to, text);
  if (form === 'entry') return steps.length === 1 ? entryEdit(first, to, text) : undefined;
  return elementEdit(read, slots, to, text) ?? memberEdit(read, slots, to, text);
};

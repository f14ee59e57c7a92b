import { flatten } from '../../../../model/index.ts';
import type { Text } from '../../../../model/index.ts';
import type { ts } from '../../syntax/tree.ts';
import { assignObjects, propertyOfObject } from '../objects.ts';
import { asText, concatenate, sliceText } from '../texts.ts';
import { type TextValue, unknown, type Value } from '../values.ts';

/** `%s`, `%(name)s`, `%5.2f`, `%%`. */
const DIRECTIVE = /%(?:\((\w+)\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z%]/g;
/** `{}`, `{0}`, `{name}`, `{name.id!r:>5}`, `{{`, `}}`. */
const FIELD = /\{\{|\}\}|\{(\w*)((?:\.\w+|\[[^\]]*\])*)(?:![rsa])?(?::[^{}]*)?\}/g;

/** `$name`, `${name}`, `$$`. */
const VARIABLE = /\$(?:\$|(\w+)|\{(\w+)\})/g;

/** Values of a placeholder of a template; `undefined` for an escaped character. */
type Fill = (match: RegExpMatchArray) => readonly Value[] | undefined;

/** Template with its placeholders filled in: a text for each combination of their values. */
const replaced = (template: Text, places: RegExp, fill: Fill, node: ts.Node): readonly Value[] => {
  const parts: (readonly Value[])[] = [];
  const keep = (from: number, to?: number): readonly Value[] => [asText(sliceText(template, from, to), node)];
  let done = 0;
  for (const match of flatten(template).matchAll(places)) {
    const end = match.index + match[0].length;
    parts.push(keep(done, match.index), fill(match) ?? keep(end - 1, end));
    done = end;
  }
  return concatenate([...parts, keep(done)], node);
};

const given = (vals: readonly Value[] | undefined, name?: string): readonly Value[] =>
  vals?.[0] ? vals : unknown(name);

const named = (vals: readonly Value[], name: string, node: ts.Node): readonly Value[] =>
  given(
    vals.flatMap((val) => (val.kind === 'object' ? propertyOfObject(val, name, node) : unknown(name))),
    name,
  );

/** Template of `printf`, filled in: `'/groups/%s' % id`, `'%(base)s/groups' % values`. */
export const filled = (template: TextValue, values: readonly Value[], node: ts.Node): readonly Value[] => {
  const [value] = values;
  let next = 0;
  const take = (): readonly Value[] => {
    if (value?.kind !== 'list') return next++ === 0 ? given(values) : unknown();
    return given(value.items[next++]?.());
  };
  const fill: Fill = ([directive, name]) => {
    if (directive === '%%') return undefined;
    return name === undefined ? take() : named(values, name, node);
  };
  return replaced(template.text, DIRECTIVE, fill, node);
};

/** `'{}/groups/{id}'.format(base, id=x)`; named values are the members of the last argument. */
export const formatted = (
  template: Text,
  args: readonly (readonly Value[])[],
  names: readonly Value[] | undefined,
  node: ts.Node,
): readonly Value[] => {
  let next = 0;
  const fill: Fill = ([place, name = '', path]) => {
    if (place === '{{' || place === '}}') return undefined;
    if (path) return unknown();
    if (name === '') return given(args[next++]);
    return /^\d+$/.test(name) ? given(args[Number(name)]) : named(names ?? [], name, node);
  };
  return replaced(template, FIELD, fill, node);
};

/** `Template('$base/groups/${id}').substitute(values, id=x)`: the arguments name the values, the last one first. */
export const templateFilled = (
  template: Text,
  args: readonly (readonly Value[])[],
  node: ts.Node,
): readonly Value[] => {
  const values = args.length > 1 ? assignObjects(args, node) : (args[0] ?? []);
  const fill: Fill = ([place, plain, braced]) => {
    const name = plain ?? braced;
    return place === '$$' || name === undefined ? undefined : named(values, name, node);
  };
  return replaced(template, VARIABLE, fill, node);
};

import { flatten } from '../../../../model/index.ts';
import type { Text } from '../../../../model/index.ts';
import type { ts } from '../../syntax/tree.ts';
import { propertyOfObject } from '../objects.ts';
import { asText, hole, joinTexts, sliceText, textOf } from '../texts.ts';
import type { TextValue, Value } from '../values.ts';

/** `%s`, `%(name)s`, `%5.2f`, `%%`. */
const DIRECTIVE = /%(?:\((\w+)\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z%]/g;
/** `{}`, `{0}`, `{name}`, `{name.id!r:>5}`, `{{`, `}}`. */
const FIELD = /\{\{|\}\}|\{(\w*)((?:\.\w+|\[[^\]]*\])*)(?:![rsa])?(?::[^{}]*)?\}/g;

/** Text for a placeholder of a template; `undefined` for an escaped character. */
type Fill = (match: RegExpMatchArray) => Text | undefined;

const replaced = (template: Text, places: RegExp, fill: Fill): Text => {
  const parts: Text[] = [];
  let done = 0;
  for (const match of flatten(template).matchAll(places)) {
    const end = match.index + match[0].length;
    parts.push(sliceText(template, done, match.index), fill(match) ?? sliceText(template, end - 1, end));
    done = end;
  }
  return joinTexts([...parts, sliceText(template, done)]);
};

const firstText = (vals: readonly Value[] | undefined, name?: string): Text =>
  vals?.[0] ? textOf(vals[0]) : hole(name);

const named = (val: Value | undefined, name: string, node: ts.Node): Text =>
  val?.kind === 'object' ? firstText(propertyOfObject(val, name, node), name) : hole(name);

/** Template of `printf`, filled in: `'/groups/%s' % id`, `'%(base)s/groups' % values`. */
export const filled = (template: TextValue, given: readonly Value[], node: ts.Node): readonly Value[] => {
  const [value] = given;
  let next = 0;
  const take = (): Text => {
    if (value?.kind !== 'list') return next++ === 0 ? firstText(given) : hole(undefined);
    return firstText(value.items[next++]?.());
  };
  const fill: Fill = ([directive, name]) => {
    if (directive === '%%') return undefined;
    return name === undefined ? take() : named(value, name, node);
  };
  return [asText(replaced(template.text, DIRECTIVE, fill), node)];
};

/** `'{}/groups/{id}'.format(base, id=x)`; named values are the members of the last argument. */
export const formatted = (
  template: Text,
  args: readonly (readonly Value[])[],
  names: readonly Value[] | undefined,
  node: ts.Node,
): Text => {
  let next = 0;
  return replaced(template, FIELD, ([place, name = '', path]) => {
    if (place === '{{' || place === '}}') return undefined;
    if (path) return hole(undefined);
    if (name === '') return firstText(args[next++]);
    return /^\d+$/.test(name) ? firstText(args[Number(name)]) : named(names?.[0], name, node);
  });
};

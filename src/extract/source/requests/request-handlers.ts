import type { ClientRow } from '../clients/client-row.ts';
import type { Ctx, ObjectVal, Val } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';

/** A header by a name that is written out and says nothing of versions: `request.headers['Authorization']`. */
const OTHER_HEADER = /\bheaders\s*\[\s*(['"])(?!accept['"]|content-type['"])[\w-]+\1\s*\]/gi;

const namesHeaders = (node: ts.Node): boolean => /headers/i.test(node.getText().replaceAll(OTHER_HEADER, ''));

/** Lists and objects of handlers are looked into this far: `{'request': [log]}`. */
const DEEPEST = 3;

/** True where code of the project is among the values that may set the headers of a request. */
export const mayChangeHeaders = (vals: readonly Val[], depth = 0): boolean =>
  depth < DEEPEST &&
  vals.some((val) => {
    if (val.kind === 'function' || val.kind === 'instance' || val.kind === 'class')
      return namesHeaders(val.node);
    if (val.kind === 'list') return val.items.some((item) => mayChangeHeaders(item(), depth + 1));
    return val.kind === 'object' && val.members.some(({ value }) => mayChangeHeaders(value(), depth + 1));
  });

/** True where an option holds code that the client runs on its requests: `auth=Signing()`, `event_hooks={…}`. */
export const isHandled = (
  options: ObjectVal | undefined,
  { handlers = [], handlersUnseen }: ClientRow,
): boolean =>
  options?.members.some(
    ({ name, value }) => handlers.includes(name) && (handlersUnseen === true || mayChangeHeaders(value())),
  ) ?? false;

/** True where one of the alternatives may be such code, as an argument: `session.mount('https://', Signing())`. */
export const isHandler = (ctx: Ctx, node: ts.Expression, env: Parameters<Ctx['evaluate']>[1]): boolean =>
  mayChangeHeaders(ctx.evaluate(node, env));

import { dottedName } from '../syntax/dialect.ts';
import { propertyOfObject } from './objects.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { Ctx, ExternalValue, Value } from './values.ts';

/** File of a worker: a name in its first argument, `new URL('./worker.js', import.meta.url)`. */
const fileNamed = (argument: ts.Expression): string | undefined => {
  let found: string | undefined;
  const visit = (node: ts.Node): boolean | void => {
    if (ts.isStringLiteralLike(node) && /\.[cm]?[jt]s$/.test(node.text)) found = node.text;
  };
  visit(argument);
  walk(argument, visit);
  return found;
};

const stem = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[cm]?[jt]s$/, '');

/** Data that the loaded files pass to the worker in a file: `new Worker('./worker.js', { workerData: { … } })`. */
export const dataOfWorker = (
  ctx: Ctx,
  { module, path, made }: ExternalValue,
  node: ts.Node,
): readonly Value[] => {
  if (module !== 'worker_threads' || path.length > 0 || made.length > 0) return [];
  const own = stem(node.getSourceFile().fileName);
  return ctx.program.loaded().flatMap(({ file }) =>
    nodesOf(file).calls.flatMap((call) => {
      const [worker, options] = call.arguments ?? [];
      if (!ts.isNewExpression(call) || !worker || !options || !/\bWorker$/.test(dottedName(call.expression)))
        return [];
      const named = fileNamed(worker);
      if (named === undefined || stem(named) !== own) return [];
      return ctx
        .evaluate(options, undefined)
        .flatMap((val) => (val.kind === 'object' ? propertyOfObject(val, 'workerData', node) : []));
    }),
  );
};

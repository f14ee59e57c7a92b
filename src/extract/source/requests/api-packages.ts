import type { UrlFact } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import type { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import type { Ctx, Value } from '../evaluate/values.ts';

/** Packages that call the API themselves, from a base URL passed to them. */
const LIBRARIES: readonly string[] = ['mongodb-atlas-api-client'];

const libraryOf = (ctx: Ctx, callee: ts.Expression): string | undefined => {
  const [val] = ctx.evaluate(callee, undefined);
  return val?.kind === 'external' && LIBRARIES.includes(val.module) ? val.module : undefined;
};

const valuesIn = (val: Value): readonly Value[] =>
  val.kind === 'object' ? val.members.flatMap((member) => member.value()) : [val];

/** URLs that a file passes to packages which call the API themselves. */
export const packageUrlFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  mayBeApiUrl: (flat: string) => boolean,
): readonly UrlFact[] => {
  if (!LIBRARIES.some((name) => file.text.includes(name))) return [];
  return nodesOf(file).calls.flatMap((call) => {
    const givenTo = libraryOf(ctx, call.expression);
    if (givenTo === undefined) return [];
    const given = (call.arguments ?? []).flatMap((argument) =>
      ctx.evaluate(argument, undefined).flatMap(valuesIn),
    );
    return given.flatMap((val): readonly UrlFact[] =>
      val.kind === 'text' && mayBeApiUrl(flatten(val.text))
        ? [{ kind: 'url', origin: 'authored', text: val.text, use: 'value', givenTo, ...placeOf(val.node) }]
        : [],
    );
  });
};

import * as build from '../languages/build.ts';
import { patternOf } from '../languages/patterns.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { optionFor } from './option-defaults.ts';

/** Decorators that call the decorated function and do not store it. */
const HARMLESS =
  /^(?:staticmethod|classmethod|property|setter|getter|deleter|final|overload|override|fixture|activate|freeze_time|beartype|synchronized)$|abstract|retry|retries|backoff|cache|memo|wraps|context_?manager|limit|throttle|sleep|time|trac|span|\blog|logg|metric|deprecat|on_exception|on_predicate|patch|mark|parametri[sz]e|cassette|mock|respx|httpretty|responses|vcr|catch|suppress|skip|typecheck|valid|auth|login|permission|handle_|handles?_error|require|ensure|decorator/i;

/** Signs that a decorator of the same file stores its argument: `HANDLERS[name] = fn`, `TASKS.append(fn)`. */
const KEEPS = /\]\s*=|\.(?:append|add|update|setdefault|register\w*|insert|subscribe|on)\(|\bglobal\b/;

/** Body of a top-level function in a text. */
const bodyOf = (text: string, name: string): string | undefined =>
  new RegExp(
    String.raw`^(?:async\s+)?def\s+${patternOf(name)}\b[^\n]*\n((?:[ \t]+[^\n]*\n|[ \t]*\n)*)`,
    'm',
  ).exec(text)?.[1];

/** True for a decorator that may call the function on its own: `@app.task`, `@shared_task(name='…')`, `@command`. */
export const mayKeep = (ctx: Lowering, decorator: Cst, definition: Cst): boolean => {
  if (optionFor(ctx, decorator, definition)) return false;
  const path = /^@\s*([\w.]+)/.exec(textIn(ctx, decorator))?.[1] ?? '';
  const body = path.includes('.') ? undefined : bodyOf(ctx.text, path);
  if (body !== undefined) return KEEPS.test(body);
  return !path.split('.').some((step) => HARMLESS.test(step));
};

/** Lowers `@app.task def f(): …` to a call that passes the function: `app.task(f)`. */
export const keptBy = (ctx: Lowering, decorator: Cst, definition: Cst): readonly ts.Statement[] => {
  const name = childIn(definition, 'name');
  if (!name) return [];
  return namedIn(decorator).map((each) =>
    build.asStatement(
      build.call(ctx.expression(each), [build.nameAt(textIn(ctx, name), decorator)], decorator),
      decorator,
    ),
  );
};

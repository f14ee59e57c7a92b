import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import type { ts } from '../syntax/tree.ts';
import { type Chain, upTo } from './chain.ts';
import { argumentsOf, spanOf } from './chain-kinds.ts';
import { type Lowering, textIn } from './lowering.ts';
import { callLibrary } from './names.ts';

// Programs that Java, Kotlin and C# run, lowered to calls of `clients/client-commands.ts`.

const JVM = 'java.lang.Process';
const DOTNET = 'System.Diagnostics.Process';

/** `new ProcessBuilder("curl", …)`, `new ProcessStartInfo("curl", "…")`. */
export const commandMade = (
  ctx: Lowering,
  type: string,
  args: readonly ts.Expression[],
  span: Span,
): ts.Expression | undefined => {
  if (/^(?:java\.lang\.)?ProcessBuilder$/.test(type)) return callLibrary(ctx, JVM, 'start', args, span);
  return /^(?:System\.)?(?:Diagnostics\.)?ProcessStartInfo$/.test(type) && args.length > 0
    ? callLibrary(ctx, DOTNET, 'start', args, span)
    : undefined;
};

/** `Runtime.getRuntime().exec(…)`, `Process.Start("curl", "…")`. */
export const commandCalled = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const last = chain.links.at(-1);
  if (!chain.root || chain.made || !last || last.args.length === 0) return undefined;
  const before = upTo(chain, chain.links.length - 1);
  const owner = before.links.length === 0 ? textIn(ctx, chain.root) : '';
  const isRuntime =
    last.name === 'exec' &&
    (before.links.at(-1)?.name === 'getRuntime' || ctx.typeOf(chain.root) === 'Runtime');
  if (isRuntime) return callLibrary(ctx, JVM, 'exec', argumentsOf(ctx, last.args), spanOf(chain));
  return last.name === 'Start' && /^(?:System\.Diagnostics\.)?Process$/.test(owner)
    ? callLibrary(ctx, DOTNET, 'start', argumentsOf(ctx, last.args), spanOf(chain))
    : undefined;
};

/** `new ProcessStartInfo { FileName = "curl", Arguments = "…" }`. */
export const commandInitialized = (
  ctx: Lowering,
  given: readonly ts.Expression[],
  initializer: Cst,
  span: Span,
): ts.Expression | undefined => {
  const valueOf = (name: string): Cst | undefined => {
    const entry = namedIn(initializer).find((each) => textIn(ctx, childIn(each, 'left') ?? each) === name);
    return entry && childIn(entry, 'right');
  };
  const [name, line, list] = ['FileName', 'Arguments', 'ArgumentList'].map(valueOf);
  const program = name ? ctx.expression(name) : given[0];
  const rest = line ? ctx.expression(line) : list ? wordsIn(ctx, list) : given[1];
  return program && callLibrary(ctx, DOTNET, 'start', rest ? [program, rest] : [program], span);
};

const wordsIn = (ctx: Lowering, list: Cst): ts.Expression =>
  list.type === 'initializer_expression'
    ? build.array(
        namedIn(list).map((each) => ctx.expression(each)),
        list,
      )
    : ctx.expression(list);

/** A program that the file starts by the name of curl. */
const NAMES_CURL = /\b(?:FileName\s*=|ProcessStartInfo\()\s*@?"(?:[^"\n]*[\\/])?curl(?:\.exe)?"/;

/** `info.Arguments = "…"` beside `info.FileName = "curl"`. */
export const commandAssigned = (
  ctx: Lowering,
  steps: string,
  line: () => ts.Expression,
  span: Span,
): ts.Expression | undefined =>
  /^(?:StartInfo\.)?Arguments$/.test(steps) && NAMES_CURL.test(ctx.text)
    ? callLibrary(ctx, DOTNET, 'start', [build.textAt('curl', build.nowhere(span.start)), line()], span)
    : undefined;

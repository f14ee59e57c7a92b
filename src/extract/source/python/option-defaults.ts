import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Decorators that give a parameter the value of an option: `@click.option('--base-url', default=…)`. */
const OPTION = /^(?:\w+\.)*option$/;
/** Calls in place of a default, of which the first argument is the default: `typer.Option('https://…', help='…')`. */
const DEFAULT = /^(?:typer\.)?(?:Option|Argument)$/;

/** Arguments of a call: by position, and those with a name. */
const givenIn = (ctx: Lowering, call: Cst) => {
  const all = namedIn(childIn(call, 'arguments') ?? call);
  const named = (name: string): Cst | undefined =>
    all
      .filter((each) => each.type === 'keyword_argument')
      .filter((each) => textIn(ctx, childIn(each, 'name') ?? each) === name)
      .flatMap((each) => childIn(each, 'value') ?? [])[0];
  return {
    all,
    plain: all.filter(({ type }) => !type.includes('argument') && !type.includes('splat')),
    named,
  };
};

const calls = (ctx: Lowering, node: Cst | undefined, callee: RegExp): node is Cst => {
  const called = node?.type === 'call' ? childIn(node, 'function') : undefined;
  return called !== undefined && callee.test(textIn(ctx, called));
};

/** Parameter that an option is given to, as click names it: `base_url` for `-u`, `--base-url`; a plain word is the name. */
const parameterOf = (texts: readonly string[]): string | undefined => {
  const plain = texts.find((text) => !text.startsWith('-'));
  const long = texts.find((text) => text.startsWith('--')) ?? texts[0];
  return plain ?? long?.replace(/^-+/, '').split('/')[0]?.replaceAll('-', '_').toLowerCase();
};

/** Parameter with the default of its option, and what else is said of the option. */
interface OptionDefault {
  readonly name: string;
  readonly value: Cst;
  readonly others: readonly Cst[];
}

/** Parameter and default of an option that a decorator declares. */
export const optionDeclaredBy = (ctx: Lowering, decorator: Cst): OptionDefault | undefined => {
  const [call] = namedIn(decorator);
  if (!calls(ctx, call, OPTION)) return undefined;
  const { all, plain, named } = givenIn(ctx, call);
  const name = parameterOf(plain.map((each) => textIn(ctx, each).replaceAll(/^['"]|['"]$/g, '')));
  const value = named('default');
  if (name === undefined || !value) return undefined;
  const values = all.map((each) =>
    each.type === 'keyword_argument' ? (childIn(each, 'value') ?? each) : each,
  );
  return { name, value, others: values.filter((each) => each !== value) };
};

/** The option of a decorator, if the function has its parameter. */
export const optionFor = (ctx: Lowering, decorator: Cst, definition: Cst): OptionDefault | undefined => {
  const option = optionDeclaredBy(ctx, decorator);
  const list = childIn(definition, 'parameters');
  const names = list ? namedIn(list).map((each) => /^\w+/.exec(textIn(ctx, each))?.[0]) : [];
  return option && names.includes(option.name) ? option : undefined;
};

/** Default of a parameter: the expression itself, or the one in `typer.Option(…)`. */
export const defaultIn = (ctx: Lowering, value: Cst | undefined): Cst | undefined => {
  if (!calls(ctx, value, DEFAULT)) return value;
  const { plain, named } = givenIn(ctx, value);
  return plain[0] ?? named('default');
};

import { toolVersion } from '../../io/package.ts';
import { rulePage } from '../../report/links.ts';
import { rules } from '../rules.ts';
import type { RuleInfo } from '../rules.ts';
import { askWorker } from './ask.ts';
import type { LintProblem, LintResult } from './problem.ts';

/** The parts of ESLint that the rules use; it is no dependency of this package. */
interface Fixer {
  replaceTextRange(range: readonly [number, number], text: string): unknown;
}
interface Context {
  readonly cwd: string;
  readonly filename: string;
  readonly sourceCode: { readonly text: string; readonly hasBOM: boolean };
  report(descriptor: object): void;
}

/** A rule of ESLint. */
export interface LintRule {
  readonly meta: Readonly<Record<string, unknown>>;
  create(context: Context): Readonly<Record<string, (node: unknown) => void>>;
}

const PREFIX = 'atlas-api-migrate';
const FILES = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];

/** Problems of the text that was linted last: each rule requests the same one. */
let last: { readonly key: string; readonly result: LintResult } | undefined;

const lintResult = ({ cwd, filename, sourceCode }: Context, worker: URL): LintResult => {
  const text = (sourceCode.hasBOM ? '\uFEFF' : '') + sourceCode.text;
  const key = JSON.stringify([cwd, filename, text]);
  if (last?.key !== key) {
    const answer = askWorker(worker, { cwd, file: filename, text });
    if ('failure' in answer) throw new Error(`${PREFIX}: ${answer.failure}`);
    last = { key, result: answer };
  }
  return last.result;
};

/** Offsets of ESLint leave out a byte order mark. */
const fixerOf =
  ({ edits }: NonNullable<LintProblem['fix']>, mark: number) =>
  (fixer: Fixer): readonly unknown[] =>
    edits.map(({ start, end, text }) => fixer.replaceTextRange([start - mark, end - mark], text));

const locationOf = ({ start, end }: LintProblem, mark: number) => {
  const point = ({ line, column }: LintProblem['start']) => ({
    line,
    column: column - 1 - (line === 1 ? mark : 0),
  });
  return { start: point(start), end: point(end) };
};

/** The rule that says of each text that it was not analysed: one says it for all. */
const spokesmen = new WeakMap<object, string>();

const START = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

/** ESLint reports: an exception would end the lint of all other files. */
const tellLost = (context: Context, id: string, reason: string): void => {
  const speaker = spokesmen.get(context.sourceCode) ?? id;
  spokesmen.set(context.sourceCode, speaker);
  const message = `This file was not checked: ${reason.replace(/\.$/, '')}.`.replaceAll('{{', '{ {');
  if (speaker === id) context.report({ loc: START, message });
};

const ruleFor = ({ id, title }: RuleInfo, worker: URL): LintRule => ({
  meta: {
    type: 'problem',
    docs: { description: title, url: rulePage(toolVersion(), id), recommended: true },
    fixable: 'code',
    hasSuggestions: true,
    schema: [],
  },
  create: (context) => ({
    Program: () => {
      const mark = context.sourceCode.hasBOM ? 1 : 0;
      const { problems, notAnalysed } = lintResult(context, worker);
      if (notAnalysed !== undefined) tellLost(context, id, notAnalysed);
      for (const problem of problems.filter(({ rule }) => rule === id)) {
        const { message, fix } = problem;
        const loc = locationOf(problem, mark);
        const how =
          fix === undefined
            ? {}
            : fix.safety === 'safe'
              ? { fix: fixerOf(fix, mark) }
              : { suggest: [{ desc: `${fix.title} (unsafe: review it)`, fix: fixerOf(fix, mark) }] };
        context.report({ loc, message: message.replaceAll('{{', '{ {'), ...how });
      }
    },
  }),
});

const levelOf = ({ severity }: RuleInfo): 'error' | 'warn' => (severity === 'error' ? 'error' : 'warn');

/** The plug-in for a flat configuration: a rule for each rule of this tool, and `configs.recommended`. */
export const eslintPlugin = (worker: URL) => {
  const all = rules();
  const { name, version } = toolVersion();
  const plugin = {
    meta: { name: `${name}/eslint`, version, namespace: PREFIX },
    rules: Object.fromEntries(all.map((rule) => [rule.id, ruleFor(rule, worker)])),
    configs: {} as Record<string, object>,
  };
  plugin.configs['recommended'] = {
    name: `${PREFIX}/recommended`,
    files: FILES,
    plugins: { [PREFIX]: plugin },
    rules: Object.fromEntries(all.map((rule) => [`${PREFIX}/${rule.id}`, levelOf(rule)])),
  };
  return plugin;
};

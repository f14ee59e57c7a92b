import type { Text, TraceStep } from '../../../model/index.ts';
import { strip } from '../evaluate/arguments.ts';
import type { CallGraph, Caller } from '../requests/callers/call-graph.ts';
import { reassignmentsOf } from '../evaluate/changes.ts';
import type { Evaluator, FunctionNode, Value } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { type Declaration, declarationOf } from '../syntax/scope.ts';
import { placeOf } from '../syntax/slots.ts';

/** Context for following a chain of values. */
export interface Tracer {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
}

const MAX_DEPTH = 8;
const MAX_STEPS = 40;
/** Maximum number of callers of one function that are followed. */
const MAX_CALLERS = 3;

/** Maximum length of texts in the output; longer ones are cut. */
const MAX_SHOWN_LENGTH = 300;

const shortened = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;

/** Printed form of a text: `"https://host/groups/${groupId}"`; without quotes where nothing of it is known. */
export const shownText = ({ parts }: Text): string => {
  const shown = parts.map((part) =>
    part.kind === 'hole' ? `\${${part.name ?? 'unseen'}}` : part.slot.value.slice(part.from, part.to),
  );
  const whole = shortened(shown.join(''));
  return parts.some((part) => part.kind === 'known') ? `"${whole}"` : whole;
};

const nameOfFunction = (fn: ts.SignatureDeclaration): string => {
  if (ts.isConstructorDeclaration(fn)) return `constructor of ${fn.parent.name?.text ?? 'a class'}`;
  if (fn.name) return `${fn.name.getText()}()`;
  const { parent } = fn;
  return 'name' in parent && parent.name
    ? `${(parent.name as ts.Node).getText()}()`
    : 'an anonymous function';
};

const KINDS: Partial<Record<Value['kind'], string>> = {
  object: 'an object',
  list: 'a list',
  function: 'a function',
  class: 'a class',
  instance: 'an instance of a class of this project',
  json: 'JSON',
  response: 'the response to a request',
  primitive: 'not a text',
};

const shownValue = (val: Value): string => {
  if (val.kind === 'text') return shownText(val.text);
  if (val.kind === 'external') {
    const owner = val.module === '' ? 'the global' : `package ${val.module},`;
    return `${owner} ${val.path.join('.')}`.trim();
  }
  return KINDS[val.kind] ?? 'unknown';
};

/** Printed summary of an expression's values. */
const shownValues = (vals: readonly Value[]): string =>
  [...new Set(vals.map(shownValue))].slice(0, MAX_CALLERS).join(' or ');

class Trail {
  readonly steps: TraceStep[] = [];
  readonly #seen = new Set<ts.Node>();
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** `said` is the value that was just printed for the variable the expression is assigned to. */
  follow(node: ts.Expression, depth: number, said?: string): void {
    const at = strip(ts.isAwaitExpression(node) ? node.expression : node);
    if (depth > MAX_DEPTH || this.steps.length >= MAX_STEPS || this.#seen.has(at)) return;
    this.#seen.add(at);
    if (ts.isIdentifier(at)) this.#name(at, depth);
    else if (ts.isTemplateExpression(at))
      this.#pieces(
        at,
        at.templateSpans.map(({ expression }) => expression),
        depth,
        said,
      );
    else if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken)
      this.#pieces(at, [at.left, at.right], depth, said);
    else if (ts.isConditionalExpression(at)) this.#pieces(at, [at.whenTrue, at.whenFalse], depth, said);
    else if (ts.isPropertyAccessExpression(at)) this.#member(at, depth);
    else if (ts.isCallExpression(at)) this.#call(at, depth);
    else if (this.#value(at) !== said) this.#say(at, depth, this.#value(at));
  }

  #say(node: ts.Node, depth: number, says: string): void {
    this.steps.push({ ...placeOf(node), depth, says });
  }

  #value(node: ts.Node): string {
    return shownValues(this.#tracer.ctx.evaluate(node, undefined));
  }

  #pieces(node: ts.Expression, pieces: readonly ts.Expression[], depth: number, said?: string): void {
    const value = this.#value(node);
    if (value !== said) this.#say(node, depth, value);
    const inner = value === said ? depth : depth + 1;
    for (const piece of pieces) if (!ts.isStringLiteralLike(strip(piece))) this.follow(piece, inner);
  }

  #member(node: ts.PropertyAccessExpression, depth: number): void {
    this.#say(node, depth, `${shortened(node.getText())}: ${this.#value(node)}`);
    for (const val of this.#tracer.ctx.evaluate(node, undefined))
      if (val.kind === 'text' && val.node !== node)
        this.#say(val.node, depth + 1, `written here: ${shownText(val.text)}`);
    if (node.expression.kind !== ts.SyntaxKind.ThisKeyword) this.follow(node.expression, depth + 1);
  }

  #call(node: ts.CallExpression, depth: number): void {
    const targets = this.#tracer.ctx.evaluate(node.expression, undefined);
    this.#say(node, depth, `result of ${node.expression.getText().slice(0, 60)}(…): ${this.#value(node)}`);
    for (const target of targets)
      if (target.kind === 'function')
        this.#say(target.node, depth + 1, `${nameOfFunction(target.node)} is declared here`);
    for (const argument of node.arguments) if (!ts.isFunctionLike(argument)) this.follow(argument, depth + 1);
  }

  #name(node: ts.Identifier, depth: number): void {
    const declared = declarationOf(node.text, node);
    if (!declared)
      return this.#say(node, depth, `${node.text}: not declared in the scanned files, ${this.#value(node)}`);
    if (!ts.isIdentifier(declared)) return this.#declaration(node, declared, depth);
    const { parent } = declared;
    if (ts.isParameter(parent)) return this.#parameter(declared, parent, depth);
    const value = this.#value(node);
    this.#say(declared, depth, `${node.text}: ${value}`);
    if (ts.isVariableDeclaration(parent) && parent.initializer)
      this.follow(parent.initializer, depth + 1, value);
    for (const change of reassignmentsOf(declared)) this.follow(change.right, depth + 1);
  }

  #declaration(node: ts.Identifier, declared: Declaration, depth: number): void {
    const imports = ts.findAncestor(declared as ts.Node, ts.isImportDeclaration);
    if (!imports) return this.#say(declared, depth, `${node.text} is declared here: ${this.#value(node)}`);
    this.#say(declared, depth, `${node.text} is imported: ${this.#value(node)}`);
    for (const val of this.#tracer.ctx.evaluate(node, undefined))
      if ('node' in val) this.#say(val.node, depth + 1, `written here: ${shownValue(val)}`);
  }

  /** A parameter has the values that its callers pass. */
  #parameter(name: ts.Identifier, parameter: ts.ParameterDeclaration, depth: number): void {
    const fn = parameter.parent as FunctionNode;
    const callers = this.#tracer.graph.callersOf(fn);
    const what = `parameter ${name.text} of ${nameOfFunction(fn)}`;
    if (callers.length === 0) {
      const own = parameter.initializer ? `; its default is ${this.#value(parameter.initializer)}` : '';
      return this.#say(name, depth, `${what}: no call of it was found${own}`);
    }
    this.#say(
      name,
      depth,
      `${what}, which is called ${callers.length === 1 ? 'once' : `${callers.length} times`}`,
    );
    const index = fn.parameters.indexOf(parameter);
    for (const call of callers.slice(0, MAX_CALLERS)) this.#given(call, index, depth + 1);
  }

  #given(call: Caller, index: number, depth: number): void {
    const argument = call.arguments?.[index];
    if (argument) this.follow(argument, depth);
    else this.#say(call, depth, 'this call does not pass it');
  }
}

/** Trace of the value of an expression: literal, constant, template, parameter, caller. */
export const traceOf = (tracer: Tracer, node: ts.Expression): readonly TraceStep[] => {
  const trail = new Trail(tracer);
  trail.follow(node, 0);
  return trail.steps;
};

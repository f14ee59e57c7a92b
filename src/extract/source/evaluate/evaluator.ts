import { addTo, BUDGETS } from '../../../model/index.ts';
import { memberOfResponse } from './response-members.ts';
import { callbackArgument } from './callbacks.ts';
import type { ClientTable } from '../clients/client-row.ts';
import { classChain, fieldValues, staticOf, superclassOf } from './classes.ts';
import { requestExtended } from './classes/outside-base.ts';
import { construction, constructionOfSome } from './classes/constructors.ts';
import { forgetCallsIfHeld } from './classes/method-calls.ts';
import { RULES } from './expressions.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { withoutSettings } from './other-languages/environment.ts';
import { boundTo } from './other-languages/keywords.ts';
import { listOfDictionary } from './maps/entries.ts';
import { propertyOfModule } from './modules.ts';
import { isAsyncGenerator, managedIn, yieldsOf } from './generators.ts';
import { evaluateElement } from './names.ts';
import { typedValue } from './typed-values.ts';
import { propertyOfObject } from './objects.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { externalMember, memberOfPrimitive } from './packages/outside-members.ts';
import { FileFault } from '../syntax/file-fault.ts';
import { remembered } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { EvaluationResults } from '../project/evaluation-results.ts';
import { EvaluationSteps } from '../project/evaluation-steps.ts';
import { GrowingSet } from '../project/growing-set.ts';
import type { Program } from '../project/program.ts';
import { hole, withinBudget } from './texts.ts';
import { returnsOf } from './paths/leaving.ts';
import { resultsOf } from './paths/recursion.ts';
import { partOfUrl } from './url-objects.ts';
import {
  type Env,
  type Evaluator,
  type FunctionNode,
  type FunctionValue,
  type InstanceValue,
  type Made,
  type Value,
  unknown,
} from './values.ts';

/** Maximum nesting of evaluations, then "unknown": bounds cycles and hostile nesting. */
const MAX_DEPTH = BUDGETS.evaluationDepth.max;
/** Maximum number of simultaneous evaluations of one node (a wrapper that calls a wrapper), then it is a cycle. */
const MAX_ACTIVE = 3;

const NOTHING: ReadonlySet<FunctionNode> = new Set();

interface Cached {
  readonly vals: readonly Value[];
  readonly touched: ReadonlySet<FunctionNode>;
}

/** Evaluates expressions across the files of a program. Caches results that do not depend on a bound caller. */
export class ProgramEvaluator implements Evaluator {
  readonly program: Program;
  readonly clients: ClientTable;
  readonly #results = new EvaluationResults<Cached>();
  readonly #inside = new WeakMap<object, Map<ts.Node, Env>>();
  readonly #active = new Map<ts.Node, number>();
  /** Allocated on first use, which is rare. */
  #touched: GrowingSet<FunctionNode> | undefined;
  #depth = 0;
  readonly #steps: EvaluationSteps;
  #subclasses: ReadonlyMap<ts.ClassLikeDeclaration, readonly ts.ClassLikeDeclaration[]> | undefined;

  constructor(program: Program, clients: ClientTable) {
    this.program = program;
    this.#steps = new EvaluationSteps(program);
    this.clients = clients;
  }

  /** Runs one query and returns the functions whose unbound parameters it needed. */
  ask<T>(question: () => T): { readonly answer: T; readonly touched: ReadonlySet<FunctionNode> } {
    const outer = this.#touched;
    if (this.#depth === 0) this.#begin();
    this.#touched = undefined;
    const answer = question();
    // Set by `touch` in the meantime.
    const touched = (this.#touched as GrowingSet<FunctionNode> | undefined)?.members ?? NOTHING;
    this.#touched = outer;
    this.#touchAll(touched);
    return { answer, touched };
  }

  apart<T>(question: () => T): T {
    const outer = this.#touched;
    this.#touched = undefined;
    const answer = question();
    this.#touched = outer;
    return answer;
  }

  evaluate(node: ts.Node, env: Env | undefined): readonly Value[] {
    const known = this.#results.get(node, env);
    if (known) {
      this.#touchAll(known.touched);
      return known.vals;
    }
    const active = this.#active.get(node) ?? 0;
    if (active >= MAX_ACTIVE) return unknown();
    return this.bounded(() => {
      this.#active.set(node, active + 1);
      try {
        const { answer, touched } = this.ask(() => this.#dispatch(node, env));
        if (active === 0) this.#results.set(node, env, { vals: answer, touched });
        return answer;
      } catch (error) {
        throw error instanceof FileFault ? error : new FileFault(node.getSourceFile().fileName, error);
      } finally {
        this.#active.set(node, active);
      }
    });
  }

  bounded(work: () => readonly Value[]): readonly Value[] {
    if (this.#depth === 0) this.#begin();
    if (this.#depth >= MAX_DEPTH || this.#steps.isSpent()) return unknown();
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  /** Begins the next query. */
  #begin(): void {
    this.#steps.begin();
    this.#results.trim();
  }

  renew(): void {
    this.#steps.renew();
  }

  get outside(): object {
    return this.#results.root;
  }

  #dispatch(node: ts.Node, env: Env | undefined): readonly Value[] {
    const vals = RULES.get(node.kind)?.(this, node as never, env) ?? [];
    return vals.length === 0 ? unknown() : forgetCallsIfHeld(node, withinBudget(vals));
  }

  property(val: Value, name: string, node: ts.Node, optional: boolean): readonly Value[] {
    switch (val.kind) {
      case 'object':
        return [listOfDictionary(this, val, name, node) ?? propertyOfObject(val, name, node)].flat();
      case 'module':
        return propertyOfModule(this, val.path, name, node);
      case 'instance':
        return fieldValues(this, val, name);
      case 'class':
        return staticOf(this, val.node, name);
      case 'external':
        return externalMember(this, val, name, node);
      case 'response':
        return [memberOfResponse(val, name, node, optional)];
      case 'text':
        // A member of an enumeration.
        if (name === 'value' && loweredFile(node)) return [val];
        return [{ kind: 'text', text: partOfUrl(val.text, name) ?? hole(name), node }];
      case 'primitive':
        return memberOfPrimitive(val, name, node);
      default:
        return unknown(name);
    }
  }

  call(fn: FunctionValue, call: Env['call'], args: Env['argument'], env: Env | undefined): readonly Value[] {
    const { body } = fn.node;
    if (!body) return unknown();
    const inside = this.#enter(fn, call, boundTo(this, fn, call, args, env), env);
    if (!ts.isBlock(body)) return this.evaluate(body, inside);
    if (fn.node.asteriskToken && !isAsyncGenerator(fn.node)) return [yieldsOf(this, body, inside)];
    const returned = [...returnsOf(body), ...managedIn(body)];
    const results = resultsOf(fn.node, returned, (expression) => this.evaluate(expression, inside));
    return results.length > 0 ? withoutSettings(results, body) : unknown();
  }

  /** Environment inside a call; the same call has the same one, so that results in it are cached. */
  #enter(fn: FunctionValue, call: Env['call'], args: Env['argument'], env: Env | undefined): Env {
    const { self } = fn;
    const inside = (): Env => ({ fn: fn.node, call, argument: args, self, next: fn.env ?? env });
    if (!call || fn.env || self || fn.bound) return inside();
    const made = remembered(this.#inside, env ?? this.#results.root);
    const known = made.get(call);
    if (known?.fn === fn.node) return known;
    const entered = inside();
    made.set(call, entered);
    return entered;
  }

  touch(fn: FunctionNode): void {
    this.#touched ??= new GrowingSet();
    this.#touched.add(fn);
  }

  #touchAll(touched: ReadonlySet<FunctionNode>): void {
    if (touched.size === 0) return;
    this.#touched ??= new GrowingSet();
    this.#touched.addAll(touched);
  }

  typed(type: ts.TypeNode | undefined): readonly Value[] | undefined {
    return typedValue(this, type);
  }

  bindingValues(element: ts.BindingElement, env: Env | undefined): readonly Value[] {
    return evaluateElement(this, element, env);
  }

  callbackArgument(fn: FunctionNode, index: number, env: Env | undefined): readonly Value[] | undefined {
    return callbackArgument(this, fn, index, env);
  }

  constructed(
    node: ts.ClassLikeDeclaration,
    call: ts.NewExpression | undefined,
    args: Env['argument'],
    env: Env | undefined,
  ): Env | undefined {
    return call ? construction(this, node, call, args, env) : constructionOfSome(this, node, env);
  }

  requestOf(val: InstanceValue): Made | undefined {
    return requestExtended(this, classChain(this, val.node), val);
  }

  subclasses(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] {
    this.#subclasses ??= this.#findSubclasses();
    // Classes that extend each other cyclically are visited once.
    const found = new Set([node]);
    for (const at of found) for (const sub of this.#subclasses.get(at) ?? []) found.add(sub);
    return [...found].slice(1);
  }

  #findSubclasses(): ReadonlyMap<ts.ClassLikeDeclaration, readonly ts.ClassLikeDeclaration[]> {
    const found = new Map<ts.ClassLikeDeclaration, ts.ClassLikeDeclaration[]>();
    for (const { file } of this.program.loaded())
      for (const node of nodesOf(file).classes) {
        const base = superclassOf(this, node);
        if (base) addTo(found, base, node);
      }
    return found;
  }
}

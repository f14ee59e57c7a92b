import type { Text } from '../../../model/index.ts';
import type { ClientRow, ClientTable } from '../clients/client-row.ts';
import type { Branch } from './paths/branches.ts';
import type { ts } from '../syntax/tree.ts';

/**
 * Value that an expression may have. Every evaluation returns a non-empty list of alternatives (the arms of a
 * condition); `unknown` is an unknown value.
 */
export type Value =
  | TextValue
  | ObjectValue
  | ListValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ModuleValue
  | ExternalValue
  | JsonValue
  | ResponseValue
  | PrimitiveValue
  | UnknownValue;

/** String; `node` is the expression that it comes from. */
export type TextValue = { readonly kind: 'text'; readonly text: Text; readonly node: ts.Node };

/** Object literal, header object (`new Headers`), or the union of spreads and later assignments. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly node: ts.Node;
  readonly members: readonly ObjMember[];
  readonly complete: boolean;
  /** Responses that are spread into it, whose members it has as well. */
  readonly answers?: readonly ResponseValue[];
  /** Values of members whose names are unknown: `{ [cluster.name]: cluster }`. */
  readonly keyed?: readonly (() => readonly Value[])[];
  /** True where it is layered over members that are not its own: deleting a member deletes it in those. */
  readonly over?: boolean;
  readonly fate?: { readonly taken: ReadonlySet<string>; readonly unseenBy: ts.Node | undefined };
  /** Literal that one more member can be inserted into. */
  readonly literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression | ts.NewExpression | undefined;
}

export interface ObjMember {
  readonly name: string;
  /** Written name: identifier, string, or the string argument of `headers.set`. */
  readonly nameNode: ts.Node;
  /** The value's expression, where one is written. */
  readonly expression: ts.Expression | undefined;
  /** Whole member: property, shorthand, pair, assignment or call. */
  readonly node: ts.Node;
  readonly certain: boolean;
  /** Branches of an uncertain member; none where they are unknown. */
  readonly under?: readonly Under[] | undefined;
  /** How it is added to an object of headers: `headers.set(…)`, `headers.append(…)`, as one more of a builder; else as a member. */
  readonly by?: 'set' | 'append' | 'add' | 'remove';
  /** True where something unknown follows and may replace it. */
  readonly open?: boolean;
  value(): readonly Value[];
}

/** Outcome of a condition, at one position of the code and on one call path. */
export interface Under {
  readonly at: object;
  readonly env: Env | undefined;
  readonly arm: number;
  readonly arms: number;
  /** True where the condition depends on the request's URL. */
  readonly asksAddress?: boolean | undefined;
}

export interface ListValue {
  readonly kind: 'list';
  readonly node: ts.Node;
  readonly items: readonly (() => readonly Value[])[];
  readonly complete: boolean;
  /** Number of items that one which is not complete begins with: `[base, ...parts]`. */
  readonly head?: number;
  /** Object whose entries it lists: `Object.entries(headers)`. */
  readonly entriesOf?: ObjectValue;
}

/** Function of the program, with the frame that it closes over. */
export interface FunctionValue {
  readonly kind: 'function';
  readonly node: FunctionNode;
  readonly env: Env | undefined;
  /** Object whose method it is, if known. */
  readonly self?: InstanceValue | undefined;
  readonly bound?: readonly (readonly [ts.Expression, Env | undefined])[];
}
export type ClassValue = { readonly kind: 'class'; readonly node: ts.ClassLikeDeclaration };

/** Object of a project class. */
export interface InstanceValue {
  readonly kind: 'instance';
  readonly node: ts.ClassLikeDeclaration;
  readonly env: Env | undefined;
  /** True when it may be an instance of a subclass (`this` in a method, a type annotation). */
  readonly open: boolean;
  /** Method in which it is `this`. */
  readonly inside?: FunctionNode | undefined;
  /** All calls of its methods; `undefined` where other code may have called some. */
  readonly calls?: readonly MethodCall[] | undefined;
}

/** Call of a method, or a part of it: until the `this` at `at`, under branches of the methods that call it. */
export interface MethodCall {
  readonly fn: FunctionNode;
  readonly env: Env;
  readonly at: ts.Node | undefined;
  readonly under: readonly Branch[];
  readonly part?: readonly [from: number, to: number];
}

/** A module of the project, as a namespace. */
export type ModuleValue = { readonly kind: 'module'; readonly path: string };

/** Value from outside the project: a package (`module`), or a global (`module: ''`), and the path into it. */
export interface ExternalValue {
  readonly kind: 'external';
  readonly module: string;
  readonly path: readonly string[];
  /** True when a type annotation declares it as an instance of the package's client. */
  readonly typed: boolean;
  /** Calls and constructions that produced it, outermost last: `axios.create({…})`, `new DigestFetch(…)`. */
  readonly made: readonly Made[];
  readonly bound?: readonly (readonly [ts.Expression, Env | undefined])[];
}

export interface Made {
  readonly call: ts.CallExpression | ts.NewExpression;
  readonly env: Env | undefined;
  /** Path of the callee: `['create']`. */
  readonly path: readonly string[];
}

/** `JSON.stringify(x)`. */
export type JsonValue = { readonly kind: 'json'; readonly node: ts.Node; readonly of: readonly Value[] };

/** Result of a request, or a part of its JSON body. */
export interface ResponseValue {
  readonly kind: 'response';
  readonly row: ClientRow;
  /** Sending call, and the calls that led to it from outside, innermost first. */
  readonly call: ts.CallExpression;
  readonly env: Env | undefined;
  /** `response`: the client's response object, of which `member` was read last; `text`: the unparsed body; `body`: the JSON document or a part of it. */
  readonly stage: 'response' | 'text' | 'body';
  /** True after a validator, which passes on what it declares. */
  readonly stated?: boolean;
  readonly path: readonly ResponseStep[];
  readonly member?: string;
}

export interface ResponseStep {
  readonly name: string;
  readonly node: ts.Node | undefined;
  readonly optional: boolean;
}

export interface PrimitiveValue {
  readonly kind: 'primitive';
  readonly value: number | boolean | null | undefined;
  readonly node: ts.Node;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  /** Name in the source. */
  readonly name: string | undefined;
  /** True for an environment variable that nothing in the tree sets. */
  readonly isSetting?: boolean;
  /** True when it represents values that exceed a budget. */
  readonly cut?: boolean;
  /** Call of code that is not followed, which returned it. */
  readonly returnedBy?: ts.CallExpression;
  /** Document of the tree whose value it is, which is parsed elsewhere, and the call that loads it. */
  readonly document?: { readonly path: string; readonly node: ts.Node };
}

export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration;

/** Calls in which a function body is evaluated, innermost first: their arguments bind its parameters. */
export interface Env {
  readonly fn: FunctionNode | undefined;
  /** Value of a variable, or of one read of a field, before something derived from it is assigned: `url = url + '/x'`. */
  readonly assumed?: { readonly name: ts.Node; readonly vals: readonly Value[] };
  /** Call; `undefined` for callbacks whose argument is a value rather than an expression. */
  readonly call: ts.CallExpression | ts.NewExpression | undefined;
  /** Receiver of the method, if known. */
  readonly self?: InstanceValue | undefined;
  /** Members that code outside of a class sets on one of its instances: `Object.assign(new Client(), { base })`. */
  readonly fields?: { readonly of: ts.ClassLikeDeclaration; readonly seen: ObjectValue };
  /** Value of the n-th argument; `undefined` when none is passed. */
  argument(index: number): readonly Value[] | undefined;
  readonly next: Env | undefined;
}

export const unknown = (name?: string): readonly Value[] => [{ kind: 'unknown', name }];

/** Evaluator, as its own modules see it; one object per extraction, which avoids import cycles. */
export interface Ctx {
  evaluate(node: ts.Node, env: Env | undefined): readonly Value[];
  /** Result of `work`, or "unknown" beyond a depth or budget: for every recursion through lazily computed values. */
  bounded(work: () => readonly Value[]): readonly Value[];
  property(val: Value, name: string, node: ts.Node, optional: boolean): readonly Value[];
  call(fn: FunctionValue, call: Env['call'], args: Env['argument'], env: Env | undefined): readonly Value[];
  /** Value known only by its type. */
  typed(type: ts.TypeNode | undefined): readonly Value[] | undefined;
  /** Values of a destructured name. */
  bindingValues(element: ts.BindingElement, env: Env | undefined): readonly Value[];
  /** Records that an unbound parameter (or field) of `fn` was needed: its callers would determine it. */
  touch(fn: FunctionNode): void;
  /** Runs a query about the code itself: parameters that it needs are not recorded. */
  apart<T>(question: () => T): T;
  /** Values that a callback receives as its n-th argument, where the callee determines them. */
  callbackArgument(fn: FunctionNode, index: number, env: Env | undefined): readonly Value[] | undefined;
  /** Environment of an instance: the arguments of its constructor, where its construction is known. */
  constructed(
    node: ts.ClassLikeDeclaration,
    call: ts.NewExpression | undefined,
    args: Env['argument'],
    env: Env | undefined,
  ): Env | undefined;
  /** The `new Request(…)` that an object of a class is which extends `Request`. */
  requestOf(val: InstanceValue): Made | undefined;
  /** Classes of the loaded files that extend `node`, directly or indirectly. */
  subclasses(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[];
  readonly program: import('../project/program.ts').Program;
  readonly clients: ClientTable;
}

/** Evaluates expressions across files, and reports which unbound parameters were needed. */
export interface Evaluator extends Ctx {
  /** Runs one query and returns the functions whose unbound parameters it needed. */
  ask<T>(question: () => T): { readonly answer: T; readonly touched: ReadonlySet<FunctionNode> };
  /** Gives the queries that follow a budget of their own. */
  renew(): void;
  /** Stands for what is outside of all calls; another object once results in environments are released. */
  readonly outside: object;
}

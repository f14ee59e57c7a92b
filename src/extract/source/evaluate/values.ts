import type { Text } from '../../../model/index.ts';
import type { ClientRow, ClientTable } from '../clients/client-row.ts';
import type { ts } from '../syntax/tree.ts';

/**
 * Value that an expression may have. Every evaluation gives a list of alternatives (the arms of a condition),
 * never empty; `unknown` stands for what cannot be seen.
 */
export type Val =
  | TextVal
  | ObjectVal
  | ListVal
  | FunctionVal
  | ClassVal
  | InstanceVal
  | ModuleVal
  | ExternalVal
  | JsonVal
  | AnswerVal
  | PrimitiveVal
  | UnknownVal;

/** A string; `node` is the expression that gives it. */
export interface TextVal {
  readonly kind: 'text';
  readonly text: Text;
  readonly node: ts.Node;
}

/** An object literal, a class of header objects (`new Headers`), or the union of spreads and later assignments. */
export interface ObjectVal {
  readonly kind: 'object';
  readonly node: ts.Node;
  readonly members: readonly ObjMember[];
  readonly complete: boolean;
  /** Answers that are spread into it: it has their members as well. */
  readonly answers?: readonly AnswerVal[];
  /** True where it lies over members that are not its own: what is taken away from it is taken from those. */
  readonly over?: boolean;
  readonly fate?: { readonly taken: ReadonlySet<string>; readonly unseenBy: ts.Node | undefined };
  /** The literal that one more member can be written into. */
  readonly literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression | ts.NewExpression | undefined;
}

export interface ObjMember {
  readonly name: string;
  /** The written name: identifier, string, or the string argument of `headers.set`. */
  readonly nameNode: ts.Node;
  /** The value's expression, where one is written. */
  readonly expression: ts.Expression | undefined;
  /** The whole member: property, shorthand, pair, assignment or call. */
  readonly node: ts.Node;
  readonly certain: boolean;
  /** The branches that a member which is not certain is under; none where that is not known. */
  readonly under?: readonly Under[] | undefined;
  /** How it gets into an object of headers: `headers.set(…)`, `headers.append(…)`; as a member otherwise. */
  readonly by?: 'set' | 'append' | 'remove';
  /** True where something that is not seen comes later and may take its place. */
  readonly open?: boolean;
  value(): readonly Val[];
}

/** One way that a condition goes, at one place of the code and under one chain of calls. */
export interface Under {
  readonly at: object;
  readonly env: Env | undefined;
  readonly arm: number;
  readonly arms: number;
  /** True where the condition asks where a request goes. */
  readonly asksAddress?: boolean | undefined;
}

export interface ListVal {
  readonly kind: 'list';
  readonly node: ts.Node;
  readonly items: readonly (() => readonly Val[])[];
  readonly complete: boolean;
  /** The object whose entries it lists: `Object.entries(headers)`. */
  readonly entriesOf?: ObjectVal;
}

export interface FunctionVal {
  readonly kind: 'function';
  readonly node: FunctionNode;
  readonly env: Env | undefined;
  /** The object whose method it is, where that is seen. */
  readonly self?: InstanceVal | undefined;
}

export interface ClassVal {
  readonly kind: 'class';
  readonly node: ts.ClassLikeDeclaration;
}

/** An object of a project class; `created` is the `new` expression when it is known, with its environment. */
export interface InstanceVal {
  readonly kind: 'instance';
  readonly node: ts.ClassLikeDeclaration;
  readonly env: Env | undefined;
  /** True when subclasses may be meant as well (`this` in a method, a type annotation). */
  readonly open: boolean;
  /** The method in which it is `this`. */
  readonly inside?: FunctionNode | undefined;
}

/** A module of the project, as a namespace. */
export interface ModuleVal {
  readonly kind: 'module';
  readonly path: string;
}

/** Value from outside the project: a package (`module`), or a global (`module: ''`), and the way into it. */
export interface ExternalVal {
  readonly kind: 'external';
  readonly module: string;
  readonly path: readonly string[];
  /** True when a type annotation says that this is an instance of the package's client. */
  readonly typed: boolean;
  /** Calls and constructions that led here, outermost last: `axios.create({…})`, `new DigestFetch(…)`. */
  readonly made: readonly Made[];
}

export interface Made {
  readonly call: ts.CallExpression | ts.NewExpression;
  readonly env: Env | undefined;
  /** Path of the callee: `['create']`. */
  readonly path: readonly string[];
}

/** `JSON.stringify(x)`. */
export interface JsonVal {
  readonly kind: 'json';
  readonly node: ts.Node;
  readonly of: readonly Val[];
}

/** The result of a request, or a place in its JSON body. */
export interface AnswerVal {
  readonly kind: 'answer';
  readonly row: ClientRow;
  /** The sending call, and the calls that led to it from outside, innermost first. */
  readonly call: ts.CallExpression;
  readonly env: Env | undefined;
  /** `response`: the client's response object; `text`: the unparsed body; `body`: the JSON document or a part of it. */
  readonly stage: 'response' | 'text' | 'body';
  /** True behind a validator, which lets through what it states. */
  readonly stated?: boolean;
  readonly path: readonly AnswerStep[];
}

export interface AnswerStep {
  readonly name: string;
  readonly node: ts.Node | undefined;
  readonly optional: boolean;
}

export interface PrimitiveVal {
  readonly kind: 'primitive';
  readonly value: number | boolean | null | undefined;
  readonly node: ts.Node;
}

export interface UnknownVal {
  readonly kind: 'unknown';
  /** What the source calls it. */
  readonly name: string | undefined;
  /** True for a variable of the environment that nothing in the tree sets. */
  readonly isSetting?: boolean;
  /** The document of the tree whose value it is, which is read elsewhere, and the call that loads it. */
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

/** The calls a function body is evaluated under, innermost first: whose arguments its parameters stand for. */
export interface Env {
  readonly fn: FunctionNode | undefined;
  /** What a variable holds before it is assigned something made of itself: `url = url + '/x'`. */
  readonly assumed?: { readonly name: ts.Identifier; readonly vals: readonly Val[] };
  /** The call; `undefined` for callbacks whose argument is a value rather than an expression. */
  readonly call: ts.CallExpression | ts.NewExpression | undefined;
  /** The object that a method is called on, where it is seen. */
  readonly self?: InstanceVal | undefined;
  /** Members that code outside of a class gives one of its instances: `Object.assign(new Client(), { base })`. */
  readonly fields?: { readonly of: ts.ClassLikeDeclaration; readonly seen: ObjectVal };
  /** Value of the n-th argument; `undefined` when none is passed. */
  argument(index: number): readonly Val[] | undefined;
  readonly next: Env | undefined;
}

export const unknown = (name?: string): readonly Val[] => [{ kind: 'unknown', name }];

/** The binding of `fn` in an environment. */
export const bindingOf = (env: Env | undefined, fn: ts.Node): Env | undefined => {
  for (let at = env; at; at = at.next) if (at.fn === fn) return at;
  return undefined;
};

/** Value that a variable is taken to hold in an environment. */
export const assumedFor = (env: Env | undefined, name: ts.Identifier): readonly Val[] | undefined => {
  for (let at = env; at; at = at.next) if (at.assumed?.name === name) return at.assumed.vals;
  return undefined;
};

/** Evaluator, as its own modules see it; one object per extraction, so that no module imports another. */
export interface Ctx {
  evaluate(node: ts.Node, env: Env | undefined): readonly Val[];
  /**
   * What `work` gives, or "unknown" where it is nested too deeply or the question took too long already. Whatever
   * calls itself through values that are worked out when they are asked for goes through here.
   */
  bounded(work: () => readonly Val[]): readonly Val[];
  property(val: Val, name: string, node: ts.Node, optional: boolean): readonly Val[];
  call(fn: FunctionVal, call: Env['call'], args: Env['argument'], env: Env | undefined): readonly Val[];
  /** A value known by its type alone. */
  typed(type: ts.TypeNode | undefined): readonly Val[] | undefined;
  /** What a destructured name is bound to. */
  bindingValues(element: ts.BindingElement, env: Env | undefined): readonly Val[];
  /** Says that a parameter (or field) of `fn` was wanted and is not bound: its callers would tell. */
  touch(fn: FunctionNode): void;
  /** Answers a question about the code itself: what it wants of callers does not count. */
  apart<T>(question: () => T): T;
  /** What a function passed as a callback receives as its n-th argument, where the receiver tells. */
  callbackArgument(fn: FunctionNode, index: number, env: Env | undefined): readonly Val[] | undefined;
  /** The environment of an instance: the arguments of its constructor. */
  constructed(
    node: ts.ClassLikeDeclaration,
    call: ts.NewExpression,
    args: Env['argument'],
    env: Env | undefined,
  ): Env | undefined;
  /** Classes of the loaded files that extend `node`, at any distance. */
  subclasses(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[];
  readonly program: import('../project/program.ts').Program;
  readonly clients: ClientTable;
}

/** Evaluates expressions across files, and tells which unbound parameters decided. */
export interface Evaluator extends Ctx {
  /** Runs one question and tells which functions' unbound parameters it wanted. */
  ask<T>(question: () => T): { readonly answer: T; readonly touched: ReadonlySet<FunctionNode> };
}

import type { Place } from '../../../model/index.ts';
import type { CallGraph } from '../requests/callers/call-graph.ts';
import type { Evaluator } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import type { Importers } from './modules.ts';
import type { Path } from '../types/member-path.ts';
import type { StateStep } from './state.ts';

/** Context for the rules of a step. */
export interface Flow {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
  readonly importers: Importers;
  /** True for a call that sends a request of the API. */
  readonly sends: (call: ts.Node) => boolean;
  /** True for a call through which a request of the API was reached. */
  readonly leads: (call: ts.Node) => boolean;
  /** The calls that send a header of which this is the value; none where it is no header that is known. */
  readonly sentBy: (node: ts.Node) => readonly Place[];
  /** Accesses of members by name: in one file, or in all that are loaded. */
  readonly accesses: (name: string, file?: ts.SourceFile) => readonly ts.Node[];
}

/** Expression that holds the text, with its parent. */
export interface At<Parent extends ts.Node = ts.Node> {
  readonly flow: Flow;
  readonly node: ts.Node;
  readonly parent: Parent;
  readonly path: Path;
}

/** Argument of a call, with the members that lead to the text. */
export interface GivenArgument {
  readonly flow: Flow;
  readonly call: ts.CallExpression | ts.NewExpression;
  readonly node: ts.Node;
  readonly index: number;
  readonly path: Path;
}

/** Rule for the use of an argument by one kind of call; `undefined` for calls of other kinds. */
export type ArgumentRule = (given: GivenArgument) => StateStep | undefined;

/** `a.b`, `a['b']` */
export type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** The call of an access: `a.b()`. */
export const callOnAccess = (access: ts.Node): ts.CallExpression | undefined => {
  const { parent } = access;
  return ts.isCallExpression(parent) && parent.expression === access ? parent : undefined;
};

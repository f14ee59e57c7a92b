import type { CallGraph } from '../requests/call-graph.ts';
import type { Evaluator } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';
import type { Importers } from './modules.ts';
import type { Path } from './state.ts';

/** What the rules of a step may ask. */
export interface Flow {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
  readonly importers: Importers;
  /** True for a call that sends a request of the API. */
  readonly sends: (call: ts.Node) => boolean;
  /** True for a call through which a request of the API was reached. */
  readonly leads: (call: ts.Node) => boolean;
  /** True for a value that is seen to be a header of a request of the API. */
  readonly isHeader: (node: ts.Node) => boolean;
  /** Accesses of members of a name: in one file, or in all that are loaded. */
  readonly accesses: (name: string, file?: ts.SourceFile) => readonly ts.Node[];
}

/** An expression that holds the text, with what it stands in. */
export interface At<Parent extends ts.Node = ts.Node> {
  readonly flow: Flow;
  readonly node: ts.Node;
  readonly parent: Parent;
  readonly path: Path;
}

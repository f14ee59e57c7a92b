import { addTo, BUDGETS } from '../../../model/index.ts';
import type { Place, RequestFact } from '../../../model/index.ts';
import type { CallGraph } from '../requests/callers/call-graph.ts';
import type { Evaluator, Ctx } from '../evaluate/values.ts';
import type { Published } from '../project/published.ts';
import { accessesIn } from './accesses.ts';
import { ts } from '../syntax/tree.ts';
import { slotOfString } from '../syntax/slots.ts';
import { stepOfValue } from './expressions.ts';
import type { Flow } from './flow.ts';
import { stepOfMember } from './class-members.ts';
import { type Invocation, type KnownState, KnownStates, type KnownStep } from './known-states.ts';
import { returnedTo, withinAfter } from './invocations.ts';
import { Importers } from './modules.ts';
import { referencesWith } from './member-references.ts';
import type { ExportTable } from '../syntax/export-table.ts';
import { undeclaredIn } from '../syntax/name-references.ts';
import { typeOfHolder, withSameTexts } from './holders.ts';
import { isGlobalObject } from './targets.ts';
import { takesText } from '../types/admits.ts';
import { textsListed } from '../types/listed-texts.ts';
import { MAX_PATH_LENGTH, NEW, type Path } from '../types/member-path.ts';
import { both, type Ending, NOTHING, other, type State, type StateStep, to, typed, value } from './state.ts';
import { topBy } from '../syntax/climb.ts';

/** True where a node is a piece of its parent's text. */
const isPiece = (parent: ts.Node): boolean =>
  ts.isTemplateSpan(parent) ||
  ts.isTemplateExpression(parent) ||
  ts.isParenthesizedExpression(parent) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);

/** Whole expression that a literal is a piece of. */
const wholeOf = topBy(({ parent }) => (isPiece(parent) ? parent : undefined));

/** Maximum number of states per text; beyond it the uses are unknown. */
const MAX_STATES = BUDGETS.useStates.max;
/** Maximum number of steps for all texts of a group together. */
const MAX_STEPS = BUDGETS.useSteps.max;

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const keyOfNode = (node: ts.Node): string => `${node.getSourceFile().fileName}:${node.getStart()}`;

/** Files that a search covers. */
interface Scope {
  /** True for files analysed here: uses in others are reported with them. */
  readonly owns: (path: string) => boolean;
  readonly published: Published;
  /** Importer of a module that is not analysed. */
  readonly unseen: (module: string) => string | undefined;
}

/** Follows texts from their source to all final uses. */
export class UseSearch {
  readonly #flow: Flow;
  readonly #states = new KnownStates();
  readonly #endings = new Map<ts.Node, readonly Ending[]>();
  readonly #owns: (path: string) => boolean;
  readonly #published: Published;
  readonly #unseen: Scope['unseen'];
  #spent = 0;
  #walks = 0;

  constructor(
    ctx: Evaluator,
    graph: CallGraph,
    requests: readonly RequestFact[],
    { owns, published, unseen }: Scope,
  ) {
    this.#owns = owns;
    this.#published = published;
    this.#unseen = unseen;
    const senders = new Set(requests.map(keyOf));
    const leading = new Set(requests.flatMap(({ trail }) => trail.map(keyOf)));
    const headers = new Map<string, RequestFact[]>();
    for (const each of requests)
      for (const key of each.headers.entries.map(({ place }) => keyOf(place))) addTo(headers, key, each);
    const loaded = (): readonly ts.SourceFile[] => ctx.program.loaded().map(({ file }) => file);
    this.#flow = {
      ctx,
      graph,
      importers: new Importers(ctx.program),
      sends: (call) => senders.has(keyOfNode(call)),
      sentBy: (node) =>
        headers.get(ts.isStringLiteralLike(node) ? keyOf(slotOfString(node)) : keyOfNode(node)) ?? [],
      leads: (call) => leading.has(keyOfNode(call)),
      accesses: (name, file) =>
        (file ? [file] : loaded()).flatMap((each) => accessesIn(each).get(name) ?? []),
    };
  }

  /** All final uses of the text that a literal is a piece of. */
  endingsOfText(literal: ts.Node): readonly Ending[] {
    const whole = wholeOf(literal);
    const known = this.#endings.get(whole) ?? this.endingsOf(whole, [], ts.isEnumMember(literal.parent));
    this.#endings.set(whole, known);
    return known.flatMap((ending) =>
      withSameTexts(this.#flow.ctx, ending, literal === whole ? literal : undefined),
    );
  }

  /** All final uses of a member of an expression's value. */
  endingsOf(node: ts.Node, path: Path, ofEnum = false): readonly Ending[] {
    const walk = ++this.#walks;
    const open: KnownState[] = [this.#states.of(value(node, path))];
    const found = new Map<ts.Node | Place, Ending>();
    let seen = 0;
    for (let known = open.pop(); known !== undefined; known = open.pop()) {
      if (known.walk === walk) continue;
      known.walk = walk;
      if (++seen > MAX_STATES || this.#spent > MAX_STEPS)
        return [...found.values(), { node, as: 'other', why: 'in more places than the analysis follows' }];
      const { next, ends } = this.#step(known, ofEnum);
      open.push(...next);
      for (const end of ends) {
        const key = end.at ?? end.node;
        if (found.get(key)?.as !== 'other') found.set(key, end);
      }
    }
    return [...found.values()];
  }

  /** Step from a state that may have been met before, with the ends that belong to files analysed here. */
  #step(known: KnownState, ofEnum: boolean): KnownStep {
    const kept = ofEnum ? known.stepOfEnum : known.step;
    if (kept) return kept;
    const returned = returnedTo(known);
    known.plain ??= returned?.step ?? this.#firstStep(known.state);
    const { next, ends } = withType(known.plain, this.#flow.ctx, known.state, ofEnum);
    const withinOf = (state: State): Invocation | undefined =>
      returned ? returned.within : withinAfter(this.#flow, this.#states, known, state);
    const step = {
      next: next.map((state) => this.#states.of(state, withinOf(state))),
      ends: ends.filter((end) => this.#owns(end.node.getSourceFile().fileName)),
    };
    if (ofEnum) known.stepOfEnum = step;
    else known.step = step;
    return step;
  }

  #firstStep(state: State): StateStep {
    this.#spent++;
    return state.path.length > MAX_PATH_LENGTH ? tooDeep(state) : this.#after(state);
  }

  #after(state: State): StateStep {
    const flow = this.#flow;
    switch (state.kind) {
      case 'value':
        return stepOfValue(flow, state.node, state.path);
      case 'name':
        return this.#stepOfName(state);
      case 'member':
        return stepOfMember(flow, state.owner, state.name, state.path);
      case 'global':
        return this.#stepOfGlobal(state);
      default:
        return this.#stepOfExport(state);
    }
  }

  /** Readers of the global in the tree: without any, it is for code outside the tree. */
  #stepOfGlobal({ name, path, at }: Extract<State, { kind: 'global' }>): StateStep {
    const readers = [
      ...this.#flow.ctx.program.loaded().flatMap(({ file }) => undeclaredIn(file, name)),
      ...this.#flow.accesses(name).filter(isOfGlobal),
    ].filter((node) => !isAssigned(node));
    const isUnread = readers.length === 0 && at !== undefined;
    return isUnread
      ? other(at, 'in a global variable that no analysed code reads')
      : to(...readers.map((node) => value(node, path)));
  }

  /** Importers in the tree, and users of the package. */
  #stepOfExport({ module, name, path }: Extract<State, { kind: 'export' }>): StateStep {
    const program = this.#flow.ctx.program;
    const [, ...others] = program.packageOf(module);
    const shared = others.flatMap((other) => {
      const known = program.module(other);
      return known ? undeclaredIn(known.file, name).map((node) => value(node, path)) : [];
    });
    const imported = [module, ...others]
      .map((each) => this.#flow.importers.follow(each, name, path))
      .reduce((all, each) => both(all, each), to(...shared));
    const file = this.#flow.ctx.program.module(module)?.file;
    if (file === undefined) return imported;
    const unseen = this.#unseen(module);
    return both(
      imported,
      this.#published.isEntry(module)
        ? other(file, 'by whoever installs the package, which exports it')
        : NOTHING,
      unseen === undefined ? NOTHING : other(file, unseen),
    );
  }

  #stepOfName({ node, path }: Extract<State, { kind: 'name' }>): StateStep {
    const file = node.getSourceFile();
    const module = this.#flow.ctx.program.module(file.fileName);
    const exported = (module && exportNames(module.exports.named).get(node)) ?? [];
    return to(
      ...referencesWith(node, path).map((reference) => value(reference, path)),
      ...exported.map((name) => ({ kind: 'export' as const, module: file.fileName, name, path })),
    );
  }
}

type NamedExports = ExportTable['named'];

const namesByNode = new WeakMap<NamedExports, ReadonlyMap<ts.Node, readonly string[]>>();

/** Names under which a module exports its declarations. */
const exportNames = (named: NamedExports): ReadonlyMap<ts.Node, readonly string[]> => {
  const known = namesByNode.get(named);
  if (known) return known;
  const found = new Map<ts.Node, string[]>();
  for (const [name, target] of named) if (target.kind === 'node') addTo(found, target.node, name);
  namesByNode.set(named, found);
  return found;
};

/** `globalThis.name`, `window['name']`. */
const isOfGlobal = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
  isGlobalObject(node.expression);

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  node.parent.left === node;

/** The step, and the declared type of the text's holder if it accepts no other text. */
const withType = (step: StateStep, ctx: Ctx, state: State, ofEnum: boolean): StateStep => {
  const type = typeOfHolder(state);
  // Whether a type has space for one more member is checked where it would be inserted.
  if (!type || state.path.at(-1) === NEW || takesText(ctx, type, state.path, ofEnum)) return step;
  return both(step, typed(type, textsListed(ctx, type, state.path)));
};

const tooDeep = (state: State): StateStep =>
  'node' in state ? other(state.node, 'in an object that is nested too deeply') : to();

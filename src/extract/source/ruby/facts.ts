import { nodesBelow, childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type FileFacts } from './lowering.ts';

interface Found {
  readonly functions: Set<string>;
  readonly methods: Map<string, Set<string>>;
  readonly constants: Set<string>;
  readonly senders: Set<string>;
  readonly bases: Map<string, string>;
}

const nothing: Cst = { type: '', named: false, start: 0, end: 0, field: undefined, children: [] };

/** Collects the declarations of classes and modules. */
const declaredIn = (text: string, node: Cst, around: readonly string[], found: Found): void => {
  const named = (each: Cst | undefined): string => (each ? text.slice(each.start, each.end) : '');
  const owner = around.join('::');
  for (const each of namedIn(node)) {
    if (each.type === 'class' || each.type === 'module') {
      const body = childIn(each, 'body');
      const whole = [...around, named(childIn(each, 'name'))];
      const [above] = namedIn(childIn(each, 'superclass') ?? nothing);
      if (above) found.bases.set(whole.join('::'), named(above));
      if (body) declaredIn(text, body, whole, found);
    } else if (each.type === 'method' || each.type === 'singleton_method') {
      const name = named(childIn(each, 'name'));
      if (owner === '') found.functions.add(name);
      else found.methods.set(owner, (found.methods.get(owner) ?? new Set()).add(name));
    } else if (each.type === 'assignment' && childIn(each, 'left')?.type === 'constant') {
      if (owner !== '') found.constants.add(`${owner}::${named(childIn(each, 'left'))}`);
    } else if (/^include\s*\(?\s*HTTParty\b/.test(named(each))) found.senders.add(owner);
  }
};

/** Qualified names that a name in a class may resolve to, the innermost module first: `Base` in `Ops::Alerts`. */
export const namesFrom = (within: string, written: string): readonly string[] => {
  const around = within.split('::').slice(0, -1);
  return [
    ...around.map((_, depth) => [...around.slice(0, around.length - depth), written].join('::')),
    written,
  ];
};

/** Methods, constants and heredocs of a file. */
export const factsOf = (text: string, root: Cst): FileFacts => {
  const found: Found = {
    functions: new Set(),
    methods: new Map(),
    constants: new Set(),
    senders: new Set(),
    bases: new Map(),
  };
  declaredIn(text, root, [], found);
  for (let size = -1; size !== found.senders.size;) {
    size = found.senders.size;
    for (const [name, base] of found.bases)
      if (namesFrom(name, base).some((each) => found.senders.has(each))) found.senders.add(name);
  }
  const all = nodesBelow(root);
  const bodies = all.filter(({ type }) => type === 'heredoc_body');
  const openings = all.filter(({ type }) => type === 'heredoc_beginning');
  return {
    ...found,
    heredocs: new Map(
      openings.flatMap(({ start }, at) => (bodies[at] ? [[start, bodies[at]] as const] : [])),
    ),
  };
};

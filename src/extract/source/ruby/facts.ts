import { childIn, type Cst, namedIn } from '../tree-sitter.ts';
import { below, type FileFacts } from './lowering.ts';

interface Found {
  readonly functions: Set<string>;
  readonly methods: Map<string, Set<string>>;
  readonly constants: Set<string>;
  readonly senders: Set<string>;
}

/** Looks through classes and modules for what they declare. */
const declaredIn = (text: string, node: Cst, around: readonly string[], found: Found): void => {
  const named = (each: Cst | undefined): string => (each ? text.slice(each.start, each.end) : '');
  const owner = around.join('::');
  for (const each of namedIn(node)) {
    if (each.type === 'class' || each.type === 'module') {
      const body = childIn(each, 'body');
      if (body) declaredIn(text, body, [...around, named(childIn(each, 'name'))], found);
    } else if (each.type === 'method' || each.type === 'singleton_method') {
      const name = named(childIn(each, 'name'));
      if (owner === '') found.functions.add(name);
      else found.methods.set(owner, (found.methods.get(owner) ?? new Set()).add(name));
    } else if (each.type === 'assignment' && childIn(each, 'left')?.type === 'constant') {
      if (owner !== '') found.constants.add(`${owner}::${named(childIn(each, 'left'))}`);
    } else if (/^include\s*\(?\s*HTTParty\b/.test(named(each))) found.senders.add(owner);
  }
};

/** Methods, constants and heredocs of a file. */
export const factsOf = (text: string, root: Cst): FileFacts => {
  const found: Found = {
    functions: new Set(),
    methods: new Map(),
    constants: new Set(),
    senders: new Set(),
  };
  declaredIn(text, root, [], found);
  const all = below(root);
  const bodies = all.filter(({ type }) => type === 'heredoc_body');
  const openings = all.filter(({ type }) => type === 'heredoc_beginning');
  return {
    ...found,
    heredocs: new Map(
      openings.flatMap(({ start }, at) => (bodies[at] ? [[start, bodies[at]] as const] : [])),
    ),
  };
};

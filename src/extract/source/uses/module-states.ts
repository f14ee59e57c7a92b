import type { Mention } from '../syntax/module-mentions.ts';
import type { Path } from '../types/member-path.ts';
import { type State, value } from './state.ts';

/** Path below a whole module: `module.exports` itself where that is the export. */
const whole = (name: string, path: Path): Path => (name === '' ? path : [name, ...path]);

/** Step into a reference to a module: what it takes of one of its exports. */
export const intoMention = (mention: Mention, name: string, path: Path): readonly State[] => {
  switch (mention.kind) {
    case 'call':
      return [value(mention.call, whole(name, path))];
    case 'namespace':
      return [{ kind: 'name', node: mention.local, path: whole(name, path) }];
    case 'again':
      return intoAgain(mention, name, path);
    default:
      return intoImport(mention, name, path);
  }
};

const intoImport = (
  { name: imported, local }: Extract<Mention, { kind: 'import' }>,
  name: string,
  path: Path,
): readonly State[] => {
  if (imported === name) return [{ kind: 'name', node: local, path }];
  // A default import of CommonJS is the whole module.
  if (imported === 'default') return [{ kind: 'name', node: local, path: whole(name, path) }];
  return name === '' && path[0] === imported ? [{ kind: 'name', node: local, path: path.slice(1) }] : [];
};

const intoAgain = (
  { name: exported, as, from }: Extract<Mention, { kind: 'again' }>,
  name: string,
  path: Path,
): readonly State[] => {
  if (exported === '' && as === '')
    return name === 'default'
      ? []
      : [
          { kind: 'export', module: from, name, path },
          { kind: 'global', name, path },
        ];
  if (exported === '') return [{ kind: 'export', module: from, name: as, path: whole(name, path) }];
  if (exported === name) return [{ kind: 'export', module: from, name: as, path }];
  const inWhole = name === '' && path[0] === exported;
  return inWhole ? [{ kind: 'export', module: from, name: as, path: path.slice(1) }] : [];
};

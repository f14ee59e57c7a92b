import type { Module } from './module.ts';
import type { Tape } from './tape.ts';

const OF_CLUSTER = [
  'name',
  'srvAddress',
  'mongoURIWithOptions',
  'providerBackupEnabled',
  'mongoURI',
  'size',
] as const;

const MEMBERS: Readonly<Record<(typeof OF_CLUSTER)[number], string>> = {
  name: 'name',
  srvAddress: 'srvAddress',
  mongoURIWithOptions: 'mongoURIWithOptions',
  providerBackupEnabled: 'providerBackupEnabled',
  mongoURI: 'mongoURI',
  size: 'providerSettings.instanceSizeName',
};

/** Statements that look at an answer, and give a part of it to the outside. */
export const writeReads = (tape: Tape, module: Module, endpoint: string, json: string): readonly string[] => {
  const isList = endpoint === 'clusters';
  if (!isList && endpoint !== 'cluster') return tape.once(3) ? [`return ${json};`] : [];
  const how = tape.choose('read', ['none', 'member', 'destructured', 'mapped']);
  if (how === 'none') return [];
  module.import('hot-shots', 'gauge');
  const member = MEMBERS[tape.choose('member', OF_CLUSTER)];
  const [first] = member.split('.');
  const one = isList ? 'found.results[0]' : 'found';
  const start = `const found${module.t(': any')} = ${json};`;
  if (how === 'destructured') return [start, `const { ${first} } = ${one};`, `gauge('read', ${member});`];
  if (how === 'mapped' && isList)
    return [start, `gauge('read', found.results.map((one${module.t(': any')}) => one.${member}).join());`];
  return [start, `gauge('read', ${one}.${member});`];
};

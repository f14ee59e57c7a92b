import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

/** Methods by their names in the common syntax tree. */
const METHODS: Readonly<Record<string, string>> = {
  each: 'forEach',
  collect: 'map',
  each_entry: 'forEach',
  each_with_index: 'forEach',
  each_with_object: 'forEach',
  flat_map: 'flatMap',
  filter_map: 'map',
  select: 'filter',
  find_all: 'filter',
  reject: 'filter',
  sort_by: 'sort',
  detect: 'find',
  min_by: 'find',
  max_by: 'find',
  find_index: 'findIndex',
  inject: 'reduce',
  'any?': 'some',
  'all?': 'every',
  'none?': 'some',
  first: 'at',
  last: 'at',
  sample: 'at',
  take: 'slice',
  drop: 'slice',
  uniq: 'slice',
  compact: 'slice',
  flatten: 'flat',
  keys: 'keys',
  values: 'values',
  size: 'size',
  length: 'length',
  count: 'count',
  entries: 'entries',
  gsub: 'replaceAll',
  sub: 'replace',
  chomp: 'rstrip',
  to_s: 'toString',
  downcase: 'toLowerCase',
  upcase: 'toUpperCase',
  strip: 'trim',
};

/** Methods that pass a hash's key and value as two arguments where the block takes both. */
const BY_PAIR = /^(?:each|map|collect|select|filter|reject|find|detect|any\?|all\?|flat_map|filter_map)$/;

const parametersOf = (node: Cst): Cst | undefined => {
  const block = childIn(node, 'block');
  return block && childIn(block, 'parameters');
};

/** True for a method of lists and hashes, which is never a field. */
export const isOfCollections = (name: string): boolean => Object.hasOwn(METHODS, name);

/** Name of a method in the common syntax tree. */
export const methodName = (node: Cst, name: string, args: readonly ts.Expression[]): string => {
  const names = parametersOf(node);
  if (BY_PAIR.test(name) && names && namedIn(names).length > 1) return 'each_pair';
  if (/^(?:first|last)$/.test(name) && args.length > 0) return 'slice';
  return Object.hasOwn(METHODS, name) ? METHODS[name]! : name;
};

/** Methods that return their receiver. */
export const ITSELF = /^(?:freeze|dup|clone|deep_dup|to_s|to_str|to_h|itself|presence|strip|html_safe)$/;
/** Methods that return a copy. */
export const COPIES = /^(?:dup|clone|deep_dup)$/;

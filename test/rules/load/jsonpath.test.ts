import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../src/model/index.ts';
import { pathError, select } from '../../../src/rules/load/jsonpath.ts';
import { readPackage } from './load.ts';
import { sketchOf, treeOf } from './trees.ts';
import type { Sketch } from './trees.ts';

const pointers = (tree: Tree, path: string): readonly string[] =>
  select(tree, path).map(({ pointer }) => pointer);

const cluster = treeOf(
  sketchOf({
    numShards: 1,
    replicationSpecs: [{ numShards: 2, regionsConfig: { EU_WEST_1: { priority: 7 } } }, { numShards: 3 }],
    'a/b~c': { length: 1 },
    results: [{ name: 'x' }],
  }),
);

describe('select', () => {
  it.each([
    ['$', ['']],
    ['$.numShards', ['/numShards']],
    ["$['numShards']", ['/numShards']],
    ['$.replicationSpecs[*].numShards', ['/replicationSpecs/0/numShards', '/replicationSpecs/1/numShards']],
    ['$.replicationSpecs[1].numShards', ['/replicationSpecs/1/numShards']],
    ['$.replicationSpecs[7]', []],
    ['$..numShards', ['/numShards', '/replicationSpecs/0/numShards', '/replicationSpecs/1/numShards']],
    ['$..priority', ['/replicationSpecs/0/regionsConfig/EU_WEST_1/priority']],
    ['$.replicationSpecs[0].regionsConfig[*]', ['/replicationSpecs/0/regionsConfig/EU_WEST_1']],
    ['$..length', ['/a~1b~0c/length']],
    ['$.replicationSpecs.length', []],
    ['$.constructor', []],
    ['$.toString', []],
  ])('%s', (path, expected) => expect(pointers(cluster, path)).toEqual(expected));

  it('gives the member and the object that holds it', () => {
    const [selected] = select(cluster, '$.numShards');
    expect(selected?.member?.key.value).toBe('numShards');
    expect(selected?.parent).toBe(cluster);
    expect(selected?.tree).toMatchObject({ kind: 'scalar', value: 1 });
  });

  it('gives all members of one name, also where only one of them leads further', () => {
    const one: Sketch = { pairs: [['x', 1]] };
    const tree = treeOf({
      pairs: [
        ['a', one],
        ['a', { list: [5] }],
        ['a', one],
      ],
    });
    expect(pointers(tree, '$.a')).toEqual(['/a', '/a', '/a']);
    expect(pointers(tree, '$.a.x')).toEqual(['/a/x', '/a/x']);
    expect(pointers(tree, '$.a[0]')).toEqual(['/a/0']);
  });

  it('treats a member named __proto__ as any other', () => {
    const tree = treeOf({ pairs: [['__proto__', { pairs: [['numShards', 1]] }]] });
    expect(pointers(tree, '$.numShards')).toEqual([]);
    expect(pointers(tree, '$.__proto__.numShards')).toEqual(['/__proto__/numShards']);
    expect(pointers(tree, '$..numShards')).toEqual(['/__proto__/numShards']);
  });

  it('ends on a tree of any depth', () => {
    let deep = treeOf({ pairs: [['a', 1]] });
    for (let level = 0; level < 50_000; level++)
      deep = { ...treeOf({ list: [] }), kind: 'list', items: [deep], complete: true };
    expect(pointers(deep, '$..a')).toEqual([]);
    expect(pointers(deep, '$[0][0]')).toEqual(['/0/0']);
  });

  it('throws for a path that rule data cannot hold', () => {
    expect(() => select(cluster, '$[?(@.numShards)]')).toThrow(/JSONPath/);
  });
});

describe('pathError', () => {
  it.each([
    '$',
    '$.a',
    '$.a.b',
    '$..a',
    "$['a b/c.d-e']",
    '$[0]',
    '$[*]',
    '$.a[*].b[12]..c_d-e',
    '$.__proto__',
  ])('allows %s', (path) => expect(pathError(path)).toBeUndefined());

  it.each([
    '',
    'a',
    '.a',
    '$a',
    '$.',
    '$..',
    '$.*',
    '$..*',
    '$.a.',
    '$[]',
    '$[-1]',
    '$[01]',
    '$[0:2]',
    '$[1,2]',
    "$['a','b']",
    '$["a"]',
    "$['']",
    "$['a",
    "$['^']",
    "$['*']",
    "$['~']",
    "$['`x']",
    '$^',
    '$.a~',
    '$.a^',
    '$[?(@.a)]',
    '$[(@.length-1)]',
    '$..[?(@.constructor.constructor("return process")())]',
    '$.a@string()',
    '$.a b',
    ' $.a',
    '$.a\n',
    '$[99999999999]',
  ])('refuses %j', (path) => expect(pathError(path)).toMatch(/Allowed: /));

  it('agrees with the pattern that editors and the validator use', () => {
    const { $defs } = JSON.parse(readPackage('rules/schema/rule.json')) as {
      readonly $defs: { readonly jsonPath: { readonly pattern: string } };
    };
    const pattern = new RegExp($defs.jsonPath.pattern, 'u');
    const path = fc
      .array(
        fc.constantFrom(
          '$',
          '.',
          '..',
          'a',
          'b-c',
          "['",
          "']",
          '[',
          ']',
          '0',
          '12',
          '*',
          "'",
          ' ',
          '\n',
          '?(@)',
          '~',
        ),
      )
      .map((parts) => `$${parts.join('')}`);
    fc.assert(
      fc.property(fc.oneof(path, fc.string()), (text) => {
        expect(pattern.test(text)).toBe(pathError(text) === undefined);
      }),
      { numRuns: 5000 },
    );
  });
});

type Step = { readonly name: string } | { readonly index: number } | 'any' | { readonly below: string };

const written = (step: Step): string => {
  if (step === 'any') return '[*]';
  if ('below' in step) return `..${step.below}`;
  return 'index' in step ? `[${step.index}]` : `.${step.name}`;
};

const named = (tree: Tree, name: string): readonly Tree[] =>
  tree.kind === 'object'
    ? tree.members.filter(({ key }) => key.value === name).map(({ value }) => value)
    : [];

const children = (tree: Tree): readonly Tree[] => {
  if (tree.kind === 'list') return tree.items;
  return tree.kind === 'object' ? tree.members.map(({ value }) => value) : [];
};

const all = (tree: Tree): readonly Tree[] => [tree, ...children(tree).flatMap(all)];

/** What a step means, straight from its definition. */
const take = (tree: Tree, step: Step): readonly Tree[] => {
  if (step === 'any') return children(tree);
  if ('below' in step) return all(tree).flatMap((inner) => named(inner, step.below));
  if ('name' in step) return named(tree, step.name);
  return tree.kind === 'list' ? tree.items.slice(step.index, step.index + 1) : [];
};

describe('any tree and any path', () => {
  const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'length');
  const { tree } = fc.letrec<{ tree: Sketch }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.nat(9),
      fc.array(tie('tree'), { maxLength: 3 }).map((list) => ({ list })),
      fc
        .uniqueArray(fc.tuple(name, tie('tree')), { maxLength: 4, selector: ([key]) => key })
        .map((pairs) => ({ pairs })),
    ),
  }));
  const step = fc.oneof(
    name.map((text) => ({ name: text })),
    fc.nat(3).map((index) => ({ index })),
    fc.constant('any' as const),
    name.map((below) => ({ below })),
  );
  const steps = fc.array(step, { maxLength: 4 });

  it('selects what the definition of the steps says, each place once', () => {
    fc.assert(
      fc.property(tree, steps, (sketch, path) => {
        const root = treeOf(sketch);
        const expected = path.reduce<readonly Tree[]>(
          (found, each) => found.flatMap((one) => take(one, each)),
          [root],
        );
        const found = select(root, `$${path.map(written).join('')}`).map((selected) => selected.tree);
        const wanted = new Set(expected);
        expect(found.filter((one) => !wanted.has(one))).toEqual([]);
        expect(found).toHaveLength(wanted.size);
      }),
      { numRuns: 2000 },
    );
  });
});

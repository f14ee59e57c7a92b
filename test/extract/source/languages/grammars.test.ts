import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadGrammar } from '../../../../bin/tree-sitter.js';

/** Memory that a grammar of a test may take. */
const MEMORY = 128 * 1024 * 1024;
const folder = fileURLToPath(new URL('../../../../grammars/', import.meta.url));
const listed = JSON.parse(readFileSync(join(folder, 'grammars.json'), 'utf8')) as Record<string, unknown>;

/** A line of each language, and names of nodes that lowering relies on: a grammar that renames them has changed. */
const LINES: Readonly<Record<string, readonly [text: string, types: readonly string[]]>> = {
  python: [
    'r = requests.get(f"{BASE}/x", headers={"A": 1})\n',
    ['call', 'argument_list', 'keyword_argument', 'string', 'interpolation', 'dictionary', 'pair'],
  ],
  go: [
    'package a\nvar u = fmt.Sprintf("%s/x", b)\n',
    ['call_expression', 'selector_expression', 'interpreted_string_literal'],
  ],
  java: ['class A { String u = b + "/x"; }', ['binary_expression', 'string_literal']],
  csharp: ['var u = $"{b}/x";', ['interpolated_string_expression']],
  ruby: ['u = "#{b}/x"\n', ['assignment', 'string', 'interpolation']],
  php: ['<?php $u = "$b/x";', ['assignment_expression', 'encapsed_string']],
  powershell: ['$u = "$b/x"\n', ['assignment_expression']],
  lua: [
    'local u = b .. "/x"\nf{ a = 1 }\n',
    ['variable_declaration', 'assignment_statement', 'binary_expression', 'string', 'function_call', 'field'],
  ],
  kotlin: ['val u = "$b/x"\n', ['property_declaration', 'string_literal']],
};

const typesIn = (
  cursor: ReturnType<NonNullable<ReturnType<Awaited<ReturnType<typeof loadGrammar>>['parse']>>['walk']>,
  found = new Set<string>(),
): ReadonlySet<string> => {
  do {
    found.add(cursor.nodeType);
    if (cursor.gotoFirstChild()) {
      typesIn(cursor, found);
      cursor.gotoParent();
    }
  } while (cursor.gotoNextSibling());
  return found;
};

describe('grammars', () => {
  it('have a line of their language here, each', () => {
    expect(
      Object.keys(listed)
        .filter((name) => name !== 'runtime')
        .toSorted(),
    ).toEqual(Object.keys(LINES).toSorted());
  });

  it.each(Object.entries(LINES))(
    '%s parses its line into the nodes that are known',
    async (name, [text, types]) => {
      const parser = await loadGrammar(name, MEMORY);
      const tree = parser.parse(text)!;
      const cursor = tree.walk();
      const found = typesIn(cursor);
      cursor.delete();
      tree.delete();
      expect([...found].filter((type) => type === 'ERROR')).toEqual([]);
      expect(types.filter((type) => !found.has(type))).toEqual([]);
    },
  );

  it('are not loaded where one has changed', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'grammars-'));
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'go.wasm.br'), 'no grammar');
    await expect(loadGrammar('go', MEMORY, copy)).rejects.toThrow('go.wasm.br is damaged');
    rmSync(copy, { recursive: true });
    await expect(loadGrammar('python', MEMORY, copy)).rejects.toThrow('ENOENT');
  });

  it('are not optimized where that takes longer than the run: the process would wait for it at its end', async () => {
    const requireFresh = createRequire(import.meta.url);
    const v8 = requireFresh('node:v8') as { setFlagsFromString: (flags: string) => void };
    const loader = requireFresh.resolve('../../../../bin/tree-sitter.js');
    const own = v8.setFlagsFromString;
    const set: string[] = [];
    v8.setFlagsFromString = (flags) => {
      set.push(flags);
    };
    try {
      Reflect.deleteProperty(requireFresh.cache, loader);
      const fresh = requireFresh(loader) as { loadGrammar: typeof loadGrammar };
      await fresh.loadGrammar('powershell', MEMORY);
      expect(set).toContain('--liftoff-only');
      await fresh.loadGrammar('ruby', MEMORY);
      expect(set.at(-1)).toBe('--no-liftoff-only');
    } finally {
      v8.setFlagsFromString = own;
    }
  });
});

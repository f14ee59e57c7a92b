import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ts as parser } from '#typescript';
import { ts as whole } from 'ts-morph';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

type TypeScript = typeof whole;

interface Tree {
  readonly parseDiagnostics: readonly whole.Diagnostic[];
}

/** A line for each node and each error of a file: what the parser saw, and where. */
const outline = (ts: TypeScript, path: string, text: string): readonly string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const lines = (file as unknown as Tree).parseDiagnostics.map(
    ({ code, start, messageText }) =>
      `${code} at ${start}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
  const visit = (node: whole.Node): void => {
    lines.push(`${ts.SyntaxKind[node.kind]} ${node.getStart()}-${node.end} ${node.flags}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
};

const files = ['fixtures/cases', 'test', 'scripts']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(?:[cm]?[jt]sx?|json)$/.test(path));

describe('the parser taken out of TypeScript', () => {
  it('makes the trees and errors that TypeScript makes, of whole files and of files cut off', () => {
    expect(files.length).toBeGreaterThan(500);
    const different = files.filter((path) => {
      const text = readFileSync(root + path, 'utf8');
      const texts = [text, text.slice(0, text.length / 2), text.replace(/[()]/, '')];
      return texts.some(
        (each) =>
          outline(parser as TypeScript, path, each).join('\n') !== outline(whole, path, each).join('\n'),
      );
    });
    expect(different).toEqual([]);
  });

  it.each([
    'class { @x() private constructor(public readonly a?) }\nenum A { B = 1, C }',
    '/** @param {string} a */ function f(a) { /[a-z/ }',
    'let x = <T,>(y: T) => y satisfies T; using z = w; await using q = r;',
    'const a = <div {...b}>{c}&nbsp;</span>;',
    '`${a}${`',
    'import type { A } from "a" with { type: "json" }; export * as ns from "b"; import c = require("d");',
    'var \\u{61}\\u0062 = 0b1_0n + 0x_1 + 08;\n<<<<<<< ours\n=======\n>>>>>>> theirs',
    'type A<in out T> = T extends infer U ? `${U & string}x` : asserts this is unique symbol',
    '#!/usr/bin/env node\n\u2028\ufeff \0 @',
  ])('reports the errors of %j as TypeScript does', (text) => {
    for (const path of ['a.ts', 'a.tsx', 'a.js', 'a.d.ts', 'a.json'])
      expect(outline(parser as TypeScript, path, text)).toEqual(outline(whole, path, text));
  });
});

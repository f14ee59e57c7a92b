import { describe, expect, it } from 'vitest';
import { readTsConfig } from '../../../src/extract/source/typescript/tsconfig.ts';

const NOTHING = { baseUrl: undefined, paths: undefined, parents: [] };

describe('readTsConfig', () => {
  it('reads aliases and relative parents, among comments and commas at the end', () => {
    const text = `\uFEFF{
      // ours
      "extends": ["./base.json", "@tsconfig/node22", "../up"],
      "compilerOptions": { "baseUrl": "src", /* x */ "paths": { "~/*": ["./lib/*", "./more/*"], }, },
    }`;
    expect(readTsConfig(text)).toEqual({
      baseUrl: 'src',
      paths: [['~/*', ['./lib/*', './more/*']]],
      parents: ['./base.json', '../up'],
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{ "compilerOptions": null, "extends": 5 }',
    '{ "compilerOptions": { "baseUrl": {} }, "extends": [{}, null] }',
  ])('makes nothing of %j', (text) => {
    expect(readTsConfig(text)).toEqual(NOTHING);
  });

  it.each([
    ['{ "compilerOptions": { "paths": 5 } }', []],
    [
      '{ "compilerOptions": { "paths": { "a": 5, "b": [7, "./x"], "c": "./y" } } }',
      [
        ['a', []],
        ['b', ['./x']],
        ['c', []],
      ],
    ],
  ])('leaves out what is of no use in %j', (text, paths) => {
    expect(readTsConfig(text).paths).toEqual(paths);
  });
});

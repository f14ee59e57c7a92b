import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/config.ts';
import { findConfig } from '../../src/io/config.ts';
import { UsageError } from '../../src/model/index.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const config = { target: '2024-08-05' };
const text = JSON.stringify(config);

describe('findConfig', () => {
  it.each([
    ['migrate.config.json', text],
    ['migrate.config.jsonc', `// why\n{ "target": "2024-08-05", }`],
    ['migrate.config.yaml', 'target: "2024-08-05"\n'],
    ['migrate.config.mjs', `export default ${text};`],
    ['package.json', `{ "name": "x", "migrate": ${text} }`],
  ])('reads %s', async (name, content) => {
    const cwd = temporaryTree({ [name]: content });
    expect(await findConfig(cwd, undefined)).toMatchObject({ value: config, folder: cwd });
  });

  it('takes the nearest one up to the repository, code only from the working directory', async () => {
    const top = temporaryTree({
      'migrate.config.json': '{}',
      'repo/.git/HEAD': '',
      'repo/migrate.config.mjs': 'export default 1;',
      'repo/package.json': '{}',
      'repo/app/x': '',
    });
    expect(await findConfig(`${top}/repo/app`, undefined)).toBeUndefined();
    expect(await findConfig(`${top}/repo`, undefined)).toMatchObject({ value: 1 });
    expect(await findConfig(top, false)).toBeUndefined();
  });

  it.each([
    ['migrate.config.json', '{ "target": }'],
    ['migrate.config.yaml', 'a: [1'],
    ['migrate.config.mjs', 'export const x = 1;'],
    ['package.json', '{ "migrate": '],
  ])('refuses a broken %s', async (name, content) => {
    await expect(findConfig(temporaryTree({ [name]: content }), undefined)).rejects.toThrow(UsageError);
  });
});

const check = (value: unknown) => checkConfig({ value, file: 'c.json', folder: '/x' });

describe('checkConfig', () => {
  it('keeps what is right', () => {
    expect(check({ rules: { a: 'off' }, payloads: { 'a/*.json': 'clusters.create' } })).toMatchObject({
      folder: '/x',
    });
  });

  it.each([
    [{ taget: 'x' }, /c\.json: unknown key "taget".*"target"/],
    [{ products: 'atlas' }, /c\.json: products: must be array/],
    [{ rules: { a: 'fatal' } }, /must be one of "off"/],
    [{ target: '1.2.2023' }, /target/],
    [{ cache: 3 }, /cache: must be boolean,string/],
    [{ clients: [{ callee: 'api', args: ['urls'] }] }, /clients\[0\]\.args\[0\]: must be one of .*"url"\?/],
    [{ clients: [{ calee: 'api', args: ['url'] }] }, /clients\[0\]: .*"callee"/],
    [{ clients: [{ callee: 'api', args: ['url'], addHeaders: true }] }, /"addsHeaders"\?/],
    [[], /must be object/],
    [null, /must be object/],
  ])('refuses %j', (value, message) => {
    expect(() => check(value)).toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { run } from '../../../../src/cli/main.ts';
import { CODE_FORMS, formatOf } from '../../../../src/extract/forms/formats.ts';
import { countSyntaxErrors, languageAt, languageOf } from '../../../../src/extract/source/registry/index.ts';
import { temporaryTree } from '../../../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../../../fixtures/transcripts.ts';

const scan = async (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { terminal, out } = recordingTerminal(temporaryTree(files));
  await run([...args, '--today', TODAY, '-f', 'json'], terminal);
  return JSON.parse(out()) as { findings: readonly { rule: string }[] };
};

describe('the language of a file', () => {
  it.each(CODE_FORMS)('is that of its format by every name: %s', (form) => {
    expect(languageOf(form).form).toBe(form);
    for (const name of formatOf(form).names!) expect(languageAt(`a.${name}`)).toBe(languageOf(form));
  });

  it('is none for other files, which have no syntax errors', async () => {
    expect(languageAt('.env')).toBeUndefined();
    expect(await countSyntaxErrors('.env', '"')).toBe(0);
  });

  it.each([
    ['python', '#!/usr/bin/env python3\nimport requests\nrequests.get("URL")\n'],
    ['ruby', "#!/usr/bin/env ruby\nrequire 'net/http'\nNet::HTTP.get(URI('URL'))\n"],
    ['lua', '#!/usr/bin/env luajit\nlocal https = require("ssl.https")\nhttps.request("URL")\n'],
    ['powershell', '#!/usr/bin/env pwsh\nInvoke-RestMethod -Uri "URL" -Method Get\n'],
    ['typescript', "#!/usr/bin/env node\nfetch('URL');\n"],
  ])('is told by the first line of a script without an extension: %s', async (_, text) => {
    const url = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
    const { findings } = await scan({ deploy: text.replace('URL', url) }, 'scan', 'deploy');
    expect(findings.map(({ rule }) => rule)).toContain('legacy-base-url');
  });

  // Only the other file holds a word of the API.
  it.each([
    [
      'a.py',
      'import requests\nfrom conf import BASE\nrequests.get(f"{BASE}/groups")\n',
      'conf.py',
      'BASE = "URL"\n',
    ],
    [
      'a.rb',
      "require 'net/http'\nrequire_relative 'conf'\nNet::HTTP.get(URI(\"#{BASE}/groups\"))\n",
      'conf.rb',
      "BASE = 'URL'\n",
    ],
    [
      'a.lua',
      'local conf = require("conf")\nrequire("ssl.https").request{ url = conf.BASE .. "/groups" }\n',
      'conf.lua',
      'return { BASE = "URL" }\n',
    ],
    [
      'a.js',
      "import { BASE } from './conf.js';\nfetch(`${BASE}/groups`);\n",
      'conf.js',
      "export const BASE = 'URL';\n",
    ],
  ])('says what a named file imports: %s', async (path, text, other, base) => {
    const files = { [path]: text, [other]: base.replace('URL', 'https://cloud.mongodb.com/api/atlas/v1.0') };
    const { findings } = await scan(files, 'scan', path);
    expect(findings.map(({ rule }) => rule)).toContain('missing-version-header');
  });
});

import type { Tape } from '../write/tape.ts';
import type { PythonFile } from './write.ts';

const MEMBERS = [
  'name',
  'srvAddress',
  'mongoURIWithOptions',
  'providerBackupEnabled',
  'mongoURI',
  'providerSettings',
] as const;

const FORMS = [
  'none',
  'subscript',
  'get',
  'comprehension',
  'loop',
  'helper',
  'in',
  'variable key',
  'itemgetter',
  'json text',
  'dataclass',
  'dict of lists',
  'generator',
  'items',
  'lambda',
  'pop',
  'try',
  'spread',
  'format_map',
  'class',
] as const;

/** Statements that read a cluster of a response in one of the usual forms, and tell what they read. */
export const pythonReads = (
  tape: Tape,
  file: PythonFile,
  isList: boolean,
  json: string,
): readonly string[] => {
  const form = tape.choose('read', FORMS);
  if (form === 'none') return [];
  const member = tape.choose('member', MEMBERS);
  file.import('from statsd import gauge');
  const one = isList ? 'found["results"][0]' : 'found';
  const list = isList ? 'found["results"]' : '[found]';
  const tell = (text: string) => [`found = ${json}`, `gauge("read", ${text})`];
  switch (form) {
    case 'subscript':
      return tell(`${one}["${member}"]`);
    case 'get':
      return tell(`${one}.get("${member}", "none")`);
    case 'comprehension':
      return tell(`[each["${member}"] for each in ${list}]`);
    case 'loop':
      return [`found = ${json}`, `for cluster in ${list}:`, `    gauge("read", cluster["${member}"])`];
    case 'helper':
      file.add(`def describe(cluster):\n    return cluster["${member}"]`);
      return tell(`describe(${one})`);
    case 'in':
      return tell(`"${member}" in ${one}`);
    case 'variable key':
      return [`key = "${member}"`, ...tell(`${one}[key]`)];
    case 'itemgetter':
      file.import('from operator import itemgetter');
      return tell(`itemgetter("name", "${member}")(${one})`);
    case 'json text':
      file.import('import json');
      return tell(`'"${member}"' in json.dumps(${one})`);
    case 'dataclass':
      file.import('from types import SimpleNamespace');
      return tell(`SimpleNamespace(**${one}).${member}`);
    case 'dict of lists':
      return tell(`{each["name"]: each["${member}"] for each in ${list}}`);
    case 'generator':
      file.add(`def each_of(clusters):\n    for cluster in clusters:\n        yield cluster["${member}"]`);
      return tell(`list(each_of(${list}))`);
    case 'items':
      return tell(`[value for key, value in ${one}.items() if key == "${member}"]`);
    case 'lambda':
      return tell(`list(map(lambda each: each["${member}"], ${list}))`);
    case 'pop':
      return tell(`${one}.pop("${member}", None)`);
    case 'try':
      return [
        `found = ${json}`,
        'try:',
        `    gauge("read", ${one}["${member}"])`,
        'except KeyError:',
        '    gauge("read", "none")',
      ];
    case 'spread':
      return tell(`{**${one}}["${member}"]`);
    case 'format_map':
      return tell(`"{name} {${member}}".format_map(${one})`);
    case 'class':
      file.add(
        `class View:\n    def __init__(self, data):\n        self.data = data\n\n    def shown(self):\n        return self.data["${member}"]`,
      );
      return tell(`View(${one}).shown()`);
  }
};

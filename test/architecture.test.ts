import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../src/generated/messages.ts';
import { modules, partOf, type SourceModule } from './fixtures/modules.ts';
import { LANGUAGE_FILES } from '../src/model/index.ts';
import { ROOMS, SOURCE_ROOMS } from './fixtures/rooms.ts';

const all = modules();

/** Imports past a public entry that are still there, by folder. Only shorten this list. */
const PAST_ENTRIES: readonly string[] = [
  'config/baseline-file.ts',
  'config/per-file.ts',
  'config/rulesets.ts',
  'config/settings.ts',
  'extract/documents/json/reader.ts',
  'extract/documents/json/spelled-text.ts',
  'extract/documents/yaml/reader.ts',
  'extract/multi-string-search.ts',
  'extract/source/project/reachability.ts',
  'fix/fix-groups.ts',
  'model/errors.ts',
  'payload/from-tree.ts',
  'pipeline/baseline.ts',
  'pipeline/compare-baseline.ts',
  'pipeline/exit-code.ts',
  'pipeline/render-report.ts',
  'pipeline/result-cache.ts',
  'redact/crash.ts',
  'redact/header.ts',
  'redact/source-line.ts',
  'report/calendar.ts',
  'report/call-trails.ts',
  'report/code-frame.ts',
  'report/fixes.ts',
  'report/identity.ts',
  'report/lines.ts',
  'report/markdown-text.ts',
  'report/measure.ts',
  'report/report-head.ts',
  'report/summary.ts',
  'report/traces.ts',
  'rules/api/trie.ts',
  'rules/checks/lifecycle.ts',
  'rules/checks/media.ts',
  'rules/checks/target-hint.ts',
  'rules/checks/version-places.ts',
  'rules/checks/version-uses.ts',
  'rules/load/api.ts',
  'rules/load/complaint.ts',
  'service/changes.ts',
  'service/present.ts',
  'service/refusals.ts',
  'service/service-context.ts',
  'service/verify/call.ts',
  'service/verify/calls.ts',
  'service/verify/migrate.ts',
  'service/verify/replay-environment.ts',
  'service/verify/reported-call.ts',
  'service/verify/seed.ts',
];

/** Names that modules of several folders export; each means the same there. Only shorten this list. */
const SAME_NAMES: readonly string[] = ['lineEnd', 'lineStart', 'usesElsewhere'];

/** Modules that the world outside imports. */
const ENTRIES = new Set([
  'cli/main.ts',
  'index.ts',
  'reference-service.ts',
  'intercept/preload.ts',
  'library/eslint/index.ts',
  'library/eslint/watch.ts',
  'library/eslint/worker.ts',
  'pipeline/threads/thread.ts',
]);

const offences = (found: (module: SourceModule) => readonly string[]): readonly string[] =>
  all.flatMap((module) => found(module).map((what) => `src/${module.path} ${what}`));

const sizeOf = (text: string): number => text.trimEnd().split('\n').length;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Imports of such a package at run time outside the modules that may. */
const only = (name: RegExp, where: RegExp, why: string): readonly string[] =>
  offences(({ path, packages }) =>
    packages
      .filter((used) => used.when !== 'type' && name.test(used.name) && !where.test(path))
      .map((used) => `imports ${used.name}: ${why}`),
  );

/** The folder of `extract/source` that a module lies in. */
const partOfSource = (path: string): string | undefined => /^extract\/source\/([\w-]+)\//.exec(path)?.[1];

/** The room of `extract/source` that a module lies in; `undefined` for what joins the rooms, and elsewhere. */
const sourceRoom = (path: string): string | undefined =>
  SOURCE_ROOMS.find((room) => path.startsWith(`extract/source/${room}/`)) ?? partOfSource(path);

/** The subfolder of a folder that a module lies in. */
const childOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? /^([^/]+)\//.exec(path.slice(folder.length + 1))?.[1] : undefined;

describe('the rooms of src/', () => {
  it('are all described, and nothing lies outside them but the entries of the package', () => {
    const parts = new Set(all.map(({ path }) => (path.includes('/') ? partOf(path) : path)));
    expect([...parts].toSorted()).toEqual(
      [...Object.keys(ROOMS), 'index.ts', 'reference-service.ts'].toSorted(),
    );
  });

  it.each(Object.entries(ROOMS))('%s imports what it may', (room, { may, is, not }) => {
    const broken = offences(({ path, own }) =>
      partOf(path) !== room || !path.includes('/')
        ? []
        : own
            .filter(
              (target) => ![room, ...may].some((allowed) => allowed === target || allowed === partOf(target)),
            )
            .map(
              (target) =>
                `imports ${target}; ${room} (${is}) may import ${may.join(', ') || 'nothing'}, and may not ${not}`,
            ),
    );
    expect(broken).toEqual([]);
  });

  it('have no ring', () => {
    const order = Object.keys(ROOMS);
    const upward = Object.entries(ROOMS).flatMap(([room, { may }]) =>
      may.filter((other) => order.indexOf(other) > order.indexOf(room)).map((other) => `${room} → ${other}`),
    );
    expect(upward, 'each room may import only those above it in test/fixtures/rooms.ts').toEqual([]);
  });

  it('are entered by their public entries', () => {
    const past = all.flatMap(({ path, own }) =>
      own
        .filter((target) => target.includes('/') && partOf(target) !== partOf(path))
        .filter((target) => {
          const entries = ROOMS[partOf(target)]?.entries ?? 'any';
          return entries !== 'any' && !entries.test(target.slice(target.indexOf('/') + 1));
        }),
    );
    const why = 'import the public entry of the folder (test/fixtures/rooms.ts), or make this a part of it';
    expect([...new Set(past)].toSorted(), why).toEqual(PAST_ENTRIES);
  });

  it('import one way below extract/source', () => {
    const why = 'move what both need to the lower one (test/fixtures/rooms.ts), or hand it in as an argument';
    const upward = all.flatMap(({ path, own }) => {
      const from = sourceRoom(path);
      if (from === undefined) return [];
      return own.flatMap((target) => {
        const to = sourceRoom(target);
        return to !== undefined && SOURCE_ROOMS.indexOf(to) > SOURCE_ROOMS.indexOf(from)
          ? [`${path} → ${target}`]
          : [];
      });
    });
    expect(upward, why).toEqual([]);
    const unlisted = all.map(({ path }) => sourceRoom(path)).filter((room) => room !== undefined);
    expect([...new Set(unlisted)].toSorted()).toEqual([...SOURCE_ROOMS].toSorted());
  });

  it('import one way between the subfolders of every other folder', () => {
    const folders = new Set(all.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
    folders.delete('extract/source');
    const rings = [...folders].flatMap((folder) => {
      const needs = new Map<string, Set<string>>();
      for (const { path, own } of all) {
        const from = childOf(folder, path);
        for (const target of own) {
          const to = childOf(folder, target);
          if (from === undefined || to === undefined || from === to) continue;
          needs.set(from, (needs.get(from) ?? new Set()).add(to));
        }
      }
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        [...(needs.get(from) ?? [])].some(
          (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
        );
      return [...needs.keys()].filter((child) => reaches(child, child)).map((child) => `${folder}/${child}`);
    });
    expect(rings, 'each of these needs itself by way of another: move what both need to a third').toEqual([]);
  });

  it('hold at most 45 files a folder', () => {
    const sizes = new Map<string, number>();
    for (const { path } of all) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > 45).map(([folder]) => folder)).toEqual([]);
  });

  it('has no cycles', () => {
    const own = new Map(all.map((module) => [module.path, module.own]));
    const done = new Set<string>();
    const cycle = (path: string, trail: readonly string[]): readonly string[] | undefined => {
      if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
      if (done.has(path)) return undefined;
      for (const next of own.get(path) ?? []) {
        const found = cycle(next, [...trail, path]);
        if (found) return found;
      }
      done.add(path);
      return undefined;
    };
    const found = all.map(({ path }) => cycle(path, [])).find((trail) => trail !== undefined);
    expect(found?.join(' → '), 'two modules that need each other are one, or lack a third').toBeUndefined();
  });
});

/** What the look-behinds in a text of patterns match. */
const lookBehinds = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\(\?<[=!]/g), ({ index }) => {
    let depth = 0;
    for (let at = index; at < text.length; at++) {
      const unit = text[at];
      if (unit === '\\') at++;
      else if (unit === '[') at += /^\[(?:[^\]\\\n]|\\.)*/.exec(text.slice(at, at + 1000))![0].length;
      else if (unit === '(') depth++;
      else if (unit === ')' && --depth === 0) return text.slice(index + '(?<='.length, at);
    }
    return text.slice(index, index + 100);
  });

describe('who may touch what', () => {
  it('leaves the disk and other programs to io', () => {
    const why = 'only io touches the disk and runs git, so that the rest can be tested with text';
    // The preload runs in programs of the user, and follows them into what they start.
    const where = /^io\/|^intercept\/children\.ts$/;
    expect(only(/^(node:)?(fs|fs\/promises|child_process)$|^fdir$/, where, why)).toEqual([]);
  });

  it('reads what a tree holds where a pipe is not waited for', () => {
    // The others read what the user names, this package, or the system.
    const readers = ['bytes', 'journal', 'package', 'state-lock', 'text-file', 'unpack'];
    const reading = occurrences(/\b(?:readFileSync|createReadStream|openSync)\((?![^,)]+, '[aw]')/g)
      .map((found) => found.split(':')[0]!)
      .filter((path) => path.startsWith('io/'));
    expect([...new Set(reading)]).toEqual(readers.map((name) => `io/${name}.ts`));
  });

  it('looks behind over a bounded length only', () => {
    const why =
      'a pattern that begins with such a look-behind is quadratic: match forward, with a group for what is wanted';
    const unbounded = all.flatMap(({ path, text }) =>
      lookBehinds(text).flatMap((inside) =>
        /[*+]|\{\d+,\}/.test(inside.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, '.'))
          ? [`${path}: ${inside}`]
          : [],
      ),
    );
    expect(unbounded, why).toEqual([]);
  });

  it('parses source code in one place', () => {
    const why = 'each language is parsed below its own folder, and lowered to the one tree of syntax/tree.ts';
    expect(only(/^(?:#typescript|ts-morph)$/, /^extract\/source\/typescript\//, why)).toEqual([]);
    const other = 'one module loads the grammars of other languages';
    expect(
      only(/^(?:#|web-)tree-sitter$/, /^extract\/source\/languages\/parser-runtime\.ts$/, other),
    ).toEqual([]);
    const parsing = occurrences(/\bts\.createSourceFile\(/g).map((found) => found.split(':')[0]);
    expect([...new Set(parsing)], 'TypeScript is parsed in one module').toEqual([
      'extract/source/typescript/parser/parse.ts',
    ]);
    const users = all.filter(({ own }) => own.includes('extract/source/typescript/parser/parse.ts'));
    expect(
      users.map(({ path }) => path),
      'everything else takes nodes from syntax/tree.ts and parses by its LoadedLanguage',
    ).toEqual([
      'extract/source/languages/builders.ts',
      'extract/source/syntax/tree.ts',
      'extract/source/typescript/language.ts',
    ]);
  });

  it('knows each language by its SourceLanguage alone', () => {
    const why =
      'a language is its language.ts: what is told without parsing, and the parser, loaded when a file is parsed';
    const folders = all.flatMap(
      ({ path }) => /^extract\/source\/(?!languages\/)(\w+)\/language\.ts$/.exec(path)?.[1] ?? [],
    );
    expect(folders).toContain('typescript');
    const isOfLanguage = (path: string): boolean => folders.includes(partOfSource(path) ?? '');
    const entered = all
      .filter(({ path }) => !isOfLanguage(path))
      .flatMap(({ path, own }) => own.filter(isOfLanguage).map((target) => `${path} → ${target}`));
    const registered = folders.map(
      (folder) => `extract/source/registry/index.ts → extract/source/${folder}/language.ts`,
    );
    expect(entered.toSorted(), why).toEqual([
      'extract/source/languages/builders.ts → extract/source/typescript/parser/parse.ts',
      ...registered.toSorted(),
      'extract/source/syntax/tree.ts → extract/source/typescript/parser/parse.ts',
    ]);
    const special = occurrences(
      new RegExp(String.raw`\bform === '(?:${Object.keys(LANGUAGE_FILES).join('|')})'|language\?\.`, 'g'),
    );
    expect(
      special.filter((found) => found.startsWith('extract/source/')),
      why,
    ).toEqual([]);
  });

  it('makes insertion points in one place', () => {
    const why =
      'say where the members stand and how the syntax writes one; extract/insertion.ts makes the recipe';
    const made = occurrences(/\{\n\s+file(?:: [\w.()]+)?,\n\s+at\b[^\n]*,\n\s+before\b/g);
    expect(
      made.filter((found) => found.startsWith('extract/')),
      why,
    ).toEqual([]);
  });

  it('knows the command line in one place', () => {
    const why = 'everything behind the command line takes checked options';
    expect(only(/^yargs/, /^cli\//, why)).toEqual([]);
  });

  it('leaves the network to the reference service and to captured commands', () => {
    const why = 'only the reference service and a capture listen, and a scan never leaves the machine';
    const where = /^(?:service|reference|capture|intercept)\/|^io\/certificates\.ts$/;
    expect(only(/^node:(net|http|https|http2|dgram|tls)$/, where, why)).toEqual([]);
  });
});

/** Every place in which a pattern occurs, as `file: what was found`. */
const occurrences = (pattern: RegExp, except: readonly string[] = []): readonly string[] =>
  all
    .filter(({ path }) => !except.includes(path) && !path.startsWith('generated/'))
    .flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([found]) => `${path}: ${found}`));

describe('what leaves the program', () => {
  it('is made in one place', () => {
    const why = 'a text is redacted, or it is not printed: only redact/gate.ts says of a text that it was';
    const claims = /\bas (?:unknown as )?Redacted\b|<Redacted>\w|\bis Redacted\b/g;
    expect(occurrences(claims), why).toEqual(['redact/gate.ts: as Redacted']);
    const gate = all.find(({ path }) => path === 'redact/gate.ts')!.text;
    expect(gate.match(/=>\s+open\(/g), 'texts come through these').toHaveLength(7);
  });

  it('was masked where masking is known', () => {
    const outside = occurrences(/\bmasked\(/g).filter((found) => !found.startsWith('redact/'));
    expect(outside, 'say what may be seen in src/redact, beside everything else that is said of it').toEqual(
      [],
    );
  });

  it('is exempt only for what a user asked to see, and what no scan can touch', () => {
    expect([...new Set(occurrences(/\bexempt\(\s*'[^']*'/g))].toSorted()).toEqual([
      "cli/commands/convert.ts: exempt('converted payload'",
      "cli/commands/explain.ts: exempt('reference text'",
      "cli/commands/fix.ts: exempt('diff'",
      "cli/commands/fix.ts: exempt('fixed standard input'",
      "cli/commands/help.ts: exempt('reference text'",
      "cli/commands/init.ts: exempt('reference text'",
      "cli/commands/rules.ts: exempt('reference text'",
      "cli/commands/run-captured.ts: exempt('reference text'",
      "cli/main.ts: exempt('reference text'",
      "cli/mcp/protocol.ts: exempt('id of a request'",
      "pipeline/result-cache.ts: exempt('kept result'",
    ]);
  });

  it('goes through few doors, all of which take redacted texts', () => {
    const why =
      'print through a Terminal, write through io/output: their types ask for what passed redaction';
    expect(
      occurrences(/\bprocess\.std(?:out|err)\b/g, ['io/terminal.ts', 'cli/lsp/connection.ts']),
      why,
    ).toEqual([]);
    expect(occurrences(/\bconsole\.\w+\(|\bconnection\.send\w+\(/g, ['cli/lsp/outlet.ts']), why).toEqual([]);
    const writers = occurrences(/\b(?:append|write)(?:File|V)?Sync\(/g).map((found) => found.split(':')[0]);
    expect(
      [...new Set(writers)].toSorted(),
      'kept results, journals, files of the user and of older commits, reports, recordings, certificates',
    ).toEqual([
      'io/fix-journal.ts',
      'io/git/historic-tree.ts',
      'io/journal.ts',
      'io/output.ts',
      'io/private-folder.ts',
      'io/recording-file.ts',
      'io/replace-file.ts',
      'io/result-store.ts',
      'io/setup.ts',
      'io/state-lock.ts',
    ]);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');

  it('names modules that are there', () => {
    const paths = all.map(({ path }) => path);
    const named = Array.from(text.matchAll(/`(?:src\/)?([\w./-]+\.ts)`/g), ([, path]) => path!);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !paths.some((path) => path === name || path.endsWith(`/${name}`)))).toEqual(
      ['test/fixtures/rooms.ts', 'test/architecture.test.ts'],
    );
  });

  it('is two pages', () => {
    expect(text.match(/[a-z]\S*/gi)!.length).toBeLessThanOrEqual(1100);
  });
});

describe('sizes and names', () => {
  it('keeps files short', () => {
    const sizes = all.map(({ text }) => sizeOf(text));
    expect(median(sizes), 'lines of the median file').toBeLessThanOrEqual(70);
    const long = all.filter(({ text }) => sizeOf(text) > 250).map(({ path }) => path);
    expect(long, 'a file over 250 lines does two things: find the second').toEqual([]);
  });

  it('keeps the opening of a run short', () => {
    const main = all.find(({ path }) => path === 'pipeline/open-run.ts');
    expect(sizeOf(main?.text ?? ''), 'open-run.ts only connects').toBeLessThanOrEqual(90);
  });

  it('names things for what they do', () => {
    const vague = all.filter(({ path }) =>
      /(^|\/)(utils?|helpers?|common|managers?|misc|shared)(\.ts|\/)/.test(path),
    );
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  it('gives a name one meaning', () => {
    const declared = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm;
    const files = new Map<string, string[]>();
    for (const { path, text } of all)
      for (const [, name] of text.matchAll(declared)) files.set(name!, [...(files.get(name!) ?? []), path]);
    // Folders of languages have parts of the same roles: `expressionOf` in each.
    const language = /^extract\/source\/(?!languages\/)\w+(?=\/)/;
    const folders = new Set(
      all.flatMap(({ path }) => (path.endsWith('/language.ts') ? (language.exec(path)?.[0] ?? []) : [])),
    );
    const roleOf = (path: string): string | undefined => {
      const folder = language.exec(path)?.[0];
      return folder?.endsWith('/managed') || folders.has(folder ?? '') ? folder : undefined;
    };
    const isRole = (paths: readonly string[]): boolean =>
      new Set(paths.map((path) => roleOf(path) ?? '')).size === paths.length &&
      paths.every((path) => roleOf(path) !== undefined);
    const doubled = [...files].filter(([, paths]) => paths.length > 1 && !isRole(paths));
    const why =
      'a reader who looks a name up finds one thing: call the narrower one for what is special about it';
    expect(doubled.map(([name]) => name).toSorted(), why).toEqual(SAME_NAMES);
  });

  it('keeps sentences for people with the rules', () => {
    const literal = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
    const sentence = /[A-Za-z}]{2,} [a-z]{2,} (?:\$\{|[a-z])/;
    const inChecks = all
      .filter(({ path }) => /^rules\/(?:checks|suppressions)\//.test(path))
      .flatMap(({ path, text }) => {
        const code = text.replaceAll(/^import .*|\/\*\*[^]*?\*\/|\/\/.*|throw [^;]*;/gm, '');
        return Array.from(code.matchAll(literal), ([found]) => found)
          .filter((found) => sentence.test(found))
          .map((found) => `${path}: ${found}`);
      });
    expect(inChecks, 'what people read is data: rules/*.json, rules/messages/messages.json').toEqual([]);
  });

  it('says each of its sentences somewhere', () => {
    const code = all.filter(({ path }) => path.startsWith('rules/')).map(({ text }) => text);
    const isUsed = (key: string): boolean => code.some((text) => text.includes(`'${key}'`));
    expect(Object.keys(MESSAGES).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('keeps chains of imports short, those of types counted', () => {
    const own = new Map(all.map(({ path, atStart }) => [path, atStart]));
    const known = new Map<string, readonly string[]>();
    const longest = (path: string): readonly string[] => {
      const before = known.get(path);
      if (before !== undefined) return before;
      const chains = (own.get(path) ?? []).map(longest);
      const chain = [path, ...chains.reduce((one, other) => (other.length > one.length ? other : one), [])];
      known.set(path, chain);
      return chain;
    };
    const most = all
      .map(({ path }) => longest(path))
      .reduce((one, other) => (other.length > one.length ? other : one));
    const why = `import() parts chains: one row of a table loads one module. ${most.join(' → ')}`;
    expect(most.length, why).toBeLessThanOrEqual(24);
  });

  it('has no module that nobody imports', () => {
    const imported = new Set(all.flatMap(({ own }) => own));
    const alone = all.filter(({ path }) => !imported.has(path) && !ENTRIES.has(path));
    expect(alone.map(({ path }) => path)).toEqual([]);
  });
});

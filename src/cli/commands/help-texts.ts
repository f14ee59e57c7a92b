/** Headings of `--help` with their flags; under "Options" are only --help and --version, which every command takes. */
export const FLAG_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Files:': [
    'ignore-pattern',
    'ignore',
    'gitignore',
    'files-from',
    'stdin',
    'stdin-filename',
    'staged',
    'changed',
    'since',
    'shard',
    'from',
    'every',
    'at',
  ],
  'Payload:': ['operation', 'to'],
  'Rules and deadlines:': [
    'rule',
    'ignore-rule',
    'severity',
    'target',
    'today',
    'fail-within',
    'product',
    'baseline',
  ],
  'Exit code:': ['fail-on', 'max-warnings', 'exit-zero', 'strict'],
  'Fixing:': ['fix', 'fixed', 'unsafe', 'diff', 'interactive', 'allow-dirty', 'allow-write'],
  'Output:': [
    'format',
    'output-file',
    'ics',
    'source-url',
    'history',
    'quiet',
    'verbose',
    'excerpts',
    'by-call',
    'color',
    'print-config',
    'gitattributes',
  ],
  'Questions:': ['yes'],
  'Reference server:': ['port', 'host', 'allow-host', 'before', 'legacy', 'seed', 'state'],
  'Protocol:': ['stdio'],
  'Configuration and cache:': ['config', 'code-config', 'cache', 'cache-location', 'threads'],
};

/** The first commands of a new user, below the list of commands. */
export const FIRST_STEPS: readonly (readonly [string, string])[] = [
  ['migrate scan src', 'what must change, and why'],
  ['migrate fix --diff src', 'what fix would write'],
  ['migrate fix src', 'write the safe fixes'],
  ['migrate fix --help', 'all flags of a command'],
];

/** Commands to copy, with what each does. */
export const EXAMPLES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  scan: [
    ['migrate scan src', 'what must change below src'],
    ['migrate scan --staged', 'only what the next commit contains'],
    ['migrate scan -f html -o report.html', 'a page to share'],
  ],
  fix: [
    ['migrate fix --diff src', 'what would be written'],
    ['migrate fix src', 'write the safe fixes'],
    ['migrate fix --interactive --unsafe src', 'decide about each group of fixes'],
  ],
  explain: [
    ['migrate explain legacy-base-url', 'a rule'],
    ['migrate explain "GET /groups/{id}/clusters"', 'an endpoint'],
    ['migrate explain --at src/api.ts:12', 'how a line was resolved'],
  ],
  convert: [['migrate convert cluster.json > new.json', 'a payload in the versioned format']],
  versions: [['migrate versions --ics > deadlines.ics', 'the deadlines as a calendar']],
  prove: [['migrate prove --fixed -- npm test', 'run the tests with the fixes applied']],
  record: [['migrate record -o calls.har -- npm test', 'keep the calls, without credentials']],
  progress: [
    ['migrate progress --since 2026-01-01', 'what is left, every two weeks'],
    ['migrate progress -f svg -o progress.svg', 'as a picture'],
    ['migrate progress --from reports/*.json', 'of many repositories'],
  ],
  merge: [['migrate merge shard-*.json -f html -o report.html', 'one report for all shards']],
  baseline: [['migrate baseline src', 'accept the findings of today']],
  mcp: [['migrate mcp --allow-write', 'an agent may write fixes and run commands']],
};

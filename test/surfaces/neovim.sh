#!/bin/sh
# Drives "migrate lsp" with a real client: needs Neovim 0.7 or newer and a built dist/. Exits 0 when all of it worked.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '{}\n' >"$folder/package.json"
printf "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n" >"$folder/a.js"
MIGRATE_FILE="$folder/a.js" MIGRATE_BIN="$root/bin/migrate.js" MIGRATE_NODE="$(command -v node)" \
  XDG_STATE_HOME="$folder" XDG_DATA_HOME="$folder" \
  nvim --headless --clean -n -c "luafile $root/test/surfaces/neovim.lua"
grep -q 'api/atlas/v2/groups' "$folder/a.js"
grep -q 'vnd.atlas' "$folder/a.js"
echo ok

#!/bin/sh
# `fix --interactive` on a real terminal: `sh test/surfaces/interactive.sh`. Needs python3.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{}' > package.json
for path in groups users orgs; do
  echo "export const $path = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/$path');" >> a.mjs
done
python3 "$root/test/surfaces/interactive.py" 'y,r,behind the old proxy,n' node "$root/bin/migrate.js" fix --interactive > log 2>&1 && exit 1
printf '\033[32m' > green
grep -qF "$(cat green)+export const groups" log || { cat log; exit 1; }
grep -q 'atlas/v2/groups' a.mjs || { cat log; exit 1; }
grep -q '^// migrate-ignore-next-line legacy-base-url, missing-version-header: behind the old proxy$' a.mjs
grep -q 'atlas/v1.0/users' a.mjs
grep -q 'atlas/v1.0/orgs' a.mjs
echo 'fix --interactive: as expected'

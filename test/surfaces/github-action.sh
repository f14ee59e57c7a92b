#!/bin/sh
# action.yml and the workflows that docs and init show, judged by action-validator: needs a package registry.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --no-save --no-audit --no-fund --prefix "$work/tool" @action-validator/cli@0.6.0 @action-validator/core@0.6.0 \
  > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/project"
cd "$work/project"
git init -q
mkdir -p .github/workflows
echo '{ "private": true }' > package.json
node "$root/bin/migrate.js" init --yes > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cp "$root/action.yml" .
ls .github/workflows/*.yml > /dev/null
for file in action.yml .github/workflows/*.yml; do
  "$work/tool/node_modules/.bin/action-validator" "$file"
done
echo 'action-validator 0.6.0'

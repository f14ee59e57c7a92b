#!/bin/sh
# Checks the HTML report with axe-core in a browser, light and dark: needs Chromium and the registry. Exits 0 when it breaks no rule.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" axe-core@4.10.2
cd "$root"
AXE_CORE="$folder/node_modules/axe-core/axe.min.js" npx vitest run test/report/html-page.test.ts -t axe

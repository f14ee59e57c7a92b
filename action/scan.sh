#!/usr/bin/env bash
# The step of action.yml: builds the tool once, scans, and sets the outputs. Annotations and step summary come from -f github.
set -euo pipefail

tool=$GITHUB_ACTION_PATH
if [ ! -e "$tool/dist/bundle/cli.cjs" ]; then
  echo '::group::Install atlas-api-migrate'
  (cd "$tool" && npm ci --no-audit --no-fund)
  echo '::endgroup::'
fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT

args=(-f github -o "json=$report" "--fail-on=$INPUT_FAIL_ON")
[ -z "$INPUT_CONFIG" ] || args+=("--config=$INPUT_CONFIG")
[ -z "$INPUT_BASELINE" ] || args+=("--baseline=$INPUT_BASELINE")
[ -z "$INPUT_SINCE" ] || args+=("--since=$INPUT_SINCE")
[ -z "$INPUT_MAX_WARNINGS" ] || args+=("--max-warnings=$INPUT_MAX_WARNINGS")
[ -z "$INPUT_SARIF" ] || args+=(-o "sarif=$INPUT_SARIF")
[ -z "$INPUT_HTML" ] || args+=(-o "html=$INPUT_HTML")

paths=()
while IFS= read -r path; do
  [ -z "$path" ] || paths+=("$path")
done <<< "$INPUT_PATHS"

status=0
node "$tool/bin/migrate.js" scan "${args[@]}" -- ${paths[@]+"${paths[@]}"} || status=$?

echo "exit-code=$status" >> "$GITHUB_OUTPUT"
if [ "$status" -lt 2 ]; then
  node -e '
    const { summary } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const { findings, errors, warnings, fixable } = summary;
    for (const [name, count] of Object.entries({ findings, errors, warnings, fixable: fixable.safe }))
      console.log(`${name}=${count}`);
  ' "$report" >> "$GITHUB_OUTPUT"
fi
exit "$status"

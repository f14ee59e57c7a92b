#!/bin/sh
# SARIF, judged by Microsoft's own validator (rules of SARIF and of GitHub's code scanning): needs a package registry.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=5.7.0
# The package for this platform; its install script only sets the run bit.
npm install --ignore-scripts --no-save --no-audit --no-fund --prefix "$work/tool" \
  "@microsoft/sarif-multitool-linux@$version" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
tool="$work/tool/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
chmod u+x "$tool"
cp -r "$root/fixtures/projects" "$work/projects"
cd "$work/projects"
git init -q
node "$root/bin/migrate.js" scan -f sarif -o "$work/all.sarif" --exit-zero --quiet
# It exits 0 whatever it finds: its report says.
DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$tool" validate "$work/all.sarif" --output "$work/report.sarif" \
  --rule-kind 'Sarif;Ghas' --level 'Error;Warning' --kind Fail > "$work/log" 2>&1
node -e '
  const [all, report] = process.argv.slice(1).map((file) => JSON.parse(require("fs").readFileSync(file, "utf8")));
  const [run] = report.runs;
  if (!run.invocations[0].executionSuccessful) throw new Error("the validator did not run");
  if (all.runs[0].results.length < 50) throw new Error("too little was judged");
  // A page about the tool exists once it is published.
  const told = (run.results ?? []).filter(({ ruleId }) => ruleId !== "SARIF2005");
  for (const { ruleId, message } of told) console.log(ruleId, JSON.stringify(message));
  process.exit(told.length === 0 ? 0 : 1);
' "$work/all.sarif" "$work/report.sarif"
echo "sarif-multitool $version"

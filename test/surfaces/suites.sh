#!/bin/sh
# The suites of docs/api.md under Jest, Vitest and node:test, and what a strict compiler says of them: `sh test/surfaces/suites.sh`.
# Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
npm install --save-dev --no-audit --no-fund "$work"/*.tgz jest@30 vitest@4 typescript@5.9 @types/node@20 \
  @types/jest@30 > "$work/log" 2>&1 || fail 'the installation'
node -e '
  const { readFileSync, writeFileSync } = require("fs");
  const blocks = [...readFileSync(process.argv[1], "utf8").matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, text]) => text);
  const write = (name, word) =>
    writeFileSync(name, blocks.find((text) => text.includes("interceptAtlas") && text.includes(word)));
  write("node.test.mjs", "node:test");
  write("vitest.test.ts", "from \u0027vitest\u0027");
  write("jest.test.js", "require(");
' "$root/docs/api.md"
node --test node.test.mjs > "$work/log" 2>&1 || fail 'node:test'
npx vitest run vitest.test.ts > "$work/log" 2>&1 || fail 'Vitest'
npx jest jest.test.js > "$work/log" 2>&1 || fail 'Jest'
for test in vitest.test.ts jest.test.js; do
  npx tsc --noEmit --strict --noImplicitAny false --skipLibCheck --allowJs --checkJs --module node16 --target es2023 --types node,jest "$test" \
    > "$work/log" 2>&1 || fail "the types of $test"
done
echo 'Jest, Vitest, node:test: as expected'

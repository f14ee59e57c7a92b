// Puts one small mistake after the other into the program and runs the tests of its folder: a mistake that no test notices
// is a test that is missing. `npm run mutants -- --sample 150 --seed 1 --room redact`. What was found out is kept until the
// file or one of its tests changes.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ts } from 'ts-morph';
import { createVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../', import.meta.url));
const kept = `${root}node_modules/.cache/mutants.json`;

/** Folders whose mistakes cost most, with the tests that have to notice them. */
const ROOMS = {
  rules: { files: /^rules\/(?:api|checks)\//, tests: ['rules/api', 'rules/checks', 'rules/rules.test.ts'] },
  fix: { files: /^fix\//, tests: ['fix', 'rules/checks'] },
  evaluation: { files: /^extract\/source\/evaluate\//, tests: ['extract/source', 'corpus.test.ts'] },
  requests: { files: /^extract\/source\/(?:requests|uses)\//, tests: ['extract/source', 'corpus.test.ts'] },
  headers: {
    files: /^model\/(?:header|text|slot)|^rules\/signatures/,
    tests: ['model', 'fix', 'rules/checks', 'extract/source/header-paths.test.ts'],
  },
  redact: { files: /^redact\//, tests: ['redact', 'report'] },
  payload: { files: /^payload\//, tests: ['payload', 'rules/checks/payloads.test.ts'] },
  verify: { files: /^service\/verify\//, tests: ['cli/commands/verify.test.ts', 'service'] },
};

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    // A mutant that runs so much longer than the tests do never ends.
    seconds: { type: 'string', default: '120' },
    work: { type: 'boolean', default: false },
  },
});

const filesBelow = (folder, pattern) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .toSorted();

const testsOf = (room) =>
  ROOMS[room].tests.flatMap((path) =>
    path.endsWith('.ts')
      ? [`test/${path}`]
      : filesBelow(`test/${path}`, /\.test\.ts$/).map((name) => `test/${path}/${name}`),
  );

const { SyntaxKind } = ts;
const OPERATORS = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['startsWith', 'includes'],
  ['endsWith', 'includes'],
  ['toLowerCase', 'toString'],
  ['filter', 'slice'],
]);

/** Small mistakes at a node: where, and what stands there then. */
function* mistakesAt(node, file) {
  const at = (part, text) => ({ start: part.getStart(file), end: part.end, text });
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS.get(node.operatorToken.kind);
    if (other !== undefined) yield at(node.operatorToken, other);
    if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      yield { start: node.left.end, end: node.end, text: '' };
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    yield at(node, node.operand.getText(file));
  else if (node.kind === SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent))
    yield at(node, 'false');
  else if (node.kind === SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent))
    yield at(node, 'true');
  else if (ts.isConditionalExpression(node)) yield at(node.condition, 'true');
  else if (ts.isIfStatement(node)) {
    yield at(node.expression, 'false');
    yield at(node.expression, 'true');
  } else if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = METHODS.get(node.name.text);
    if (other !== undefined && node.parent.expression === node) yield at(node.name, other);
  } else if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent))
    yield at(node, String(Number(node.text) + 1));
}

const mutantsOf = (room, path) => {
  const text = readFileSync(`${root}${path}`, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const all = [];
  const visit = (node) => {
    for (const change of mistakesAt(node, file)) all.push({ room, path, ...change });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return all;
};

/** Numbers below 1 in an order that a seed decides. */
const randomFrom = (seed) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

/** As many mutants of each room, spread over its files. */
const sampleOf = (rooms, size) => {
  const random = randomFrom(Number(values.seed));
  return rooms.flatMap((room) => {
    const paths = filesBelow('src', /\.ts$/).filter((name) => ROOMS[room].files.test(name));
    const all = paths.flatMap((name) => mutantsOf(room, `src/${name}`));
    const drawn = all.map((mutant) => ({ mutant, key: random() })).toSorted((a, b) => a.key - b.key);
    return drawn.slice(0, Math.ceil(size / rooms.length)).map(({ mutant }) => mutant);
  });
};

const keyOf = ({ room, path, start, end, text }) => {
  const hash = createHash('sha256').update(readFileSync(`${root}${path}`));
  for (const test of testsOf(room)) hash.update(readFileSync(`${root}${test}`));
  return `${path}:${start}:${end}:${text} ${hash.digest('hex').slice(0, 16)}`;
};

/** Runs the tests of a room with a mutant in place; the process lives on for the next of the same room. */
const work = async () => {
  let mutant;
  const plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (mutant === undefined || id !== root + mutant.path) return undefined;
      return code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end);
    },
  };
  let running;
  let roomOfRun;
  const open = async (room) => {
    await running?.close();
    roomOfRun = room;
    running = await createVitest(
      'test',
      {
        root,
        config: false,
        watch: true,
        include: testsOf(room),
        isolate: false,
        maxWorkers: 1,
        bail: 1,
        testTimeout: 30_000,
        reporters: [{}],
      },
      { plugins: [plugin], server: { watch: null } },
    );
    await running.init?.();
  };
  process.on('message', async (next) => {
    if (next.room !== roomOfRun) await open(next.room);
    mutant = next.path === undefined ? undefined : next;
    if (mutant) running.invalidateFile(root + mutant.path);
    const { testModules } = await running.runTestSpecifications(await running.globTestSpecifications());
    const failed = testModules.some((module) => !module.ok());
    if (mutant) running.invalidateFile(root + mutant.path);
    process.send({ killed: failed });
  });
};

/** Asks a worker, which is started again where it does not answer in time. */
const asker = () => {
  let child;
  const end = () => {
    if (child === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    child = undefined;
  };
  const ask = (message) =>
    new Promise((resolve) => {
      child ??= fork(fileURLToPath(import.meta.url), ['--work'], { detached: true, stdio: 'ignore' });
      const worker = child;
      const done = (answer) => {
        clearTimeout(timer);
        worker.removeAllListeners();
        resolve(answer);
      };
      const timer = setTimeout(
        () => {
          end();
          done({ killed: true, late: true });
        },
        Number(values.seconds) * 1000,
      );
      worker.once('message', done);
      worker.once('exit', () => {
        child = undefined;
        done({ killed: true, late: true });
      });
      worker.send(message);
    });
  return { ask, end };
};

const readKept = () => {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
};

const describe = ({ path, start, end, text }) => {
  const source = readFileSync(`${root}${path}`, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const shown = source.split('\n')[line - 1].trim();
  return `${path}:${line}: ${JSON.stringify(source.slice(start, end))} → ${JSON.stringify(text)}   ${shown}`;
};

const main = async () => {
  const rooms = values.room ?? Object.keys(ROOMS);
  const results = readKept();
  const { ask, end } = asker();
  const score = {};
  for (const room of rooms) {
    const { killed } = await ask({ room });
    if (killed) throw new Error(`the tests of ${room} fail as they are`);
    const counted = (score[room] = { mutants: 0, killed: 0 });
    for (const mutant of sampleOf([room], Number(values.sample) / rooms.length)) {
      const key = keyOf(mutant);
      results[key] ??= (await ask(mutant)).killed;
      counted.mutants += 1;
      if (results[key]) counted.killed += 1;
      else console.log(`survived: ${describe(mutant)}`);
      mkdirSync(`${root}node_modules/.cache`, { recursive: true });
      writeFileSync(kept, JSON.stringify(results));
    }
    console.log(`${room}: ${counted.killed} of ${counted.mutants} noticed`);
  }
  end();
  const all = Object.values(score).reduce(
    (sum, { mutants, killed }) => [sum[0] + killed, sum[1] + mutants],
    [0, 0],
  );
  console.log(`score ${(all[0] / all[1]).toFixed(2)} (${all[0]} of ${all[1]})`);
};

await (values.work ? work() : main());

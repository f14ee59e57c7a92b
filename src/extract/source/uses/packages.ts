import type { ArgumentRule, Flow } from './flow.ts';
import { optionDeclared } from '../evaluate/other-languages/command-options.ts';
import { isDefaultOf, storedSetting } from '../evaluate/other-languages/stored-settings.ts';
import { readsSetting } from '../evaluate/other-languages/dictionaries.ts';
import { passedThrough } from '../evaluate/packages/pass-through.ts';
import type { ExternalValue } from '../evaluate/values.ts';
import { clientOf, isClientPackage } from '../clients/client-lookup.ts';
import { changesIn } from '../requests/instance-changes.ts';
import { clientsOfExpression } from '../requests/clients-of-expression.ts';
import { CLIENT } from '../types/member-path.ts';
import { ts } from '../syntax/tree.ts';
import { both, inert, NOTHING, other, to, value } from './state.ts';
import { isPreparedRequest, isUndescribedCall } from './unseen-senders.ts';

const JOINS =
  /^(?:node:)?(?:url-join|urljoin|proper-url-join|url|path|path\/posix|deepmerge|lodash(?:\.\w+)?|ramda|dedent|util)$/;
const JOINING =
  /^(?:|join|posix\.join|resolve|normalize|format|parse|merge|defaults|defaultsDeep|extend|assign|cloneDeep|trimEnd|URL)$/;

const PYTHON =
  /^py:(?:urllib(?:\.parse)?|urlparse|six\.moves\.urllib\.parse|os(?:\.path)?|posixpath|json|string)$/;
const PYTHON_JOINING = /^(?:parse\.|path\.)?(?:urljoin|join|quote|quote_plus|dumps|loads|Template)$/;

const GO = /^go:(?:net\/url|path)$/;
const GO_JOINING = /^(?:JoinPath|Join)$/;

/** Packages that write a text as a word of a shell. */
const SHELL_WORDS = /^(?:py:(?:shlex|pipes)|rb:Shellwords|php:Shell)$/;
const SHELL_QUOTING = /^(?:quote|join|escape|shellescape|escapeshellarg)$/;

/** Packages that hash a text: hand-written Digest logins, keys of caches. */
const HASHING =
  /^(?:(?:node:)?crypto|(?:blueimp-|js-|spark-)?md5|crypto-js(?:\/.+)?|object-hash|py:(?:hashlib|hmac)|go:crypto\/.+)$/;

const isJoining = ({ module, path, made }: ExternalValue): boolean =>
  made.length === 0 &&
  ((JOINS.test(module) && JOINING.test(path.join('.'))) ||
    (PYTHON.test(module) && PYTHON_JOINING.test(path.join('.'))) ||
    (module === 'php:Php' && /^v?sprintf$/.test(path.join('.'))) ||
    (/^(?:rb:(?:Kernel|File|URI)|lua:(?:string|socket\.url))$/.test(module) &&
      /^(?:format|join|absolute)$/.test(path.join('.'))) ||
    (SHELL_WORDS.test(module) && SHELL_QUOTING.test(path.join('.'))) ||
    (GO.test(module) && GO_JOINING.test(path.join('.'))));

const OTHERS = /^(?:self|cls|r|res|resp|response|req|request)$/;

/** True for `args.base_url` of a file that is given the options: of what it takes them from, nothing else is known. */
const mayReadOption = ({ ctx }: Flow, access: ts.Node): boolean => {
  const holder = ts.isPropertyAccessExpression(access) ? access.expression : undefined;
  if (!holder || !ts.isIdentifier(holder) || OTHERS.test(holder.text)) return false;
  return ctx
    .evaluate(holder, undefined)
    .every((val) => val.kind === 'unknown' || (val.kind === 'external' && val.module === 'py:argparse'));
};

/** The default of a command-line option flows to where the option is read, in any file: `args.base_url`. */
export const ofCommandOption: ArgumentRule = ({ flow, call, path: [name, ...rest] }) => {
  const option = name === 'default' ? optionDeclared(call) : undefined;
  if (option === undefined) return undefined;
  const own = call.getSourceFile();
  const reads = flow
    .accesses(option)
    .filter((node) => node.getSourceFile() === own || mayReadOption(flow, node));
  return to(...reads.map((node) => value(node, rest)));
};

/** True for `instance.interceptors.request.use(…)` in a function whose callers all pass a known client. */
const changesPassedClient = ({ ctx }: Flow, call: ts.Node): boolean => {
  const change = changesIn(call.getSourceFile()).find(
    ({ node, kind }) => node === call && kind === 'intercept',
  );
  const clients = change ? clientsOfExpression(ctx, change.holder, ctx.program.loaded()) : [];
  return (
    clients.length > 0 && clients.every(({ client, call: passing }) => passing && client?.kind === 'external')
  );
};

/** The default of a setting, which a file that is not read may give instead: `settings.get('url', 'https://…')`. */
export const ofDefault: ArgumentRule = ({ flow: { ctx }, call, node, index, path }) => {
  if (index !== 1 || !ts.isCallExpression(call)) return undefined;
  const isRead = readsSetting(ctx, call, ({ expression }) => ctx.evaluate(expression, undefined));
  return isRead ? both(to(value(call, path)), other(node, OR_FILE)) : undefined;
};

const OR_FILE = 'as the default of a setting, which a file may give instead';

/** Step into packages with known functions, which join or hash texts, return their argument, or make a client. */
export const ofPackage: ArgumentRule = ({ flow, call, node, index, path }) => {
  const vals = flow.ctx.evaluate(call.expression, undefined);
  for (const val of vals) {
    if (val.kind !== 'external') continue;
    // The default of an injected setting: `config.get('ATLAS_URL', 'https://…')`.
    if (val.module === '@nestjs/config' && val.path.at(-1) === 'get' && index === 1)
      return to(value(call, path));
    const stored = storedSetting(val);
    const [name] = path;
    if (stored && isDefaultOf(stored, index, name))
      return both(
        to(value(call, path.slice(1))),
        // What is not read may give another value.
        stored.isEnvironment ? NOTHING : other(node, OR_FILE),
      );
    if (HASHING.test(val.module)) return inert(node, 'in a hash');
    if (isJoining(val))
      return to(value(call, /^(?:node:)?(?:url|path)|^py:(?!json)|^go:/.test(val.module) ? [] : path));
    if (passedThrough(flow.ctx, val, () => []) !== undefined) return to(value(call, path));
    if (makesClient(flow, val)) return to(value(call, [CLIENT]));
  }
  return changesPassedClient(flow, call) ? to(value(call, [CLIENT])) : undefined;
};

/** True for `axios.create(…)`, not for `axios.get(…)` and `http.batch(…)`: arguments of a sending call are sent. */
const makesClient = ({ ctx }: Flow, val: ExternalValue): boolean =>
  clientOf(ctx.clients, val) === undefined &&
  !isPreparedRequest(val) &&
  !isUndescribedCall(ctx, val) &&
  (isClientPackage(ctx.clients, val.module) || isRequestMade(val));

/** True for `axios.create` passed by name, `app.http`. */
const isRequestMade = ({ module, path }: ExternalValue): boolean =>
  module === '' && /^(?:axios|ky|got|superagent)$/.test(path[0] ?? '');

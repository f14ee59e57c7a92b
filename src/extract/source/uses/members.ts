import { ts } from '../syntax/tree.ts';
import { type Access, callOf, intoCallback } from './callbacks.ts';
import type { Flow } from './flow.ts';
import { ofList } from './list-members.ts';
import { ofText } from './text-members.ts';
import { ANY, both, CLIENT, NOTHING, type Path, request, RESULT, type Step, to, value } from './state.ts';

const PROMISE = /^(?:then|catch|finally)$/;

const ofFunction = (access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  if (!call || !/^(?:call|apply|bind)$/.test(name)) return NOTHING;
  return to(value(call, name === 'bind' ? path : path.slice(1)));
};

/** Members of a client that set it up. */
const SETTINGS = /^(?:defaults|interceptors|options|hooks|prototype)$/;

const ofClient = (flow: Flow, access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  if (!call) return SETTINGS.test(name) ? NOTHING : to(value(access, path));
  if (flow.sends(call)) return request(call, `in ${name}()`);
  const made = flow.ctx
    .evaluate(call, undefined)
    .some((val) => val.kind === 'external' && val.made.some((step) => step.call === call));
  return made ? to(value(call, path)) : NOTHING;
};

/** What a member of a value that holds the text gives. */
export const accessed = (flow: Flow, access: ts.Node, name: string, path: Path): Step => {
  if (ts.isCallExpression(access) || ts.isNewExpression(access)) return request(access, 'in a call of it');
  const at = access as Access;
  const call = callOf(access);
  if (call && PROMISE.test(name) && path[0] !== name)
    return both(intoCallback(flow, call.arguments[0], path), to(value(call, path)));
  if (path.length === 0) return ofText(at, name);
  const [first] = path;
  if (first === RESULT) return ofFunction(at, name, path);
  if (first === CLIENT) return ofClient(flow, at, name, path);
  if (first === ANY) return ofList(flow, at, name, path);
  return first === name || name === ANY ? to(value(access, path.slice(1))) : NOTHING;
};

import { type Access, callOf, intoCallback } from './callbacks.ts';
import type { Flow } from './flow.ts';
import { both, NOTHING, other, type Path, RESULT, type Step, to, value } from './state.ts';

const SAME_LIST =
  /^(?:filter|slice|reverse|toReversed|sort|toSorted|concat|flat|values|entries|with|splice)$/;
const ONE_OF_LIST = /^(?:find|findLast|at|pop|shift)$/;
const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find|findLast|some|every|sort|findIndex)$/;
const LOOKS = /^(?:includes|indexOf|has|push|unshift|keys|size|length)$/;

/** What a member of a list gives, or a method of a map. */
export const ofList = (flow: Flow, access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  const rest = path.slice(1);
  // A member that any name may mean.
  if (!call) return LOOKS.test(name) ? NOTHING : to(value(access, rest));
  const [first] = call.arguments;
  if (name === 'join') return to(value(call, rest));
  const results = [
    ...(SAME_LIST.test(name) ? [value(call, path)] : []),
    ...(ONE_OF_LIST.test(name) ? [value(call, rest)] : []),
    // A map gives what is kept under a key.
    ...(name === 'get' ? [value(call, rest)] : []),
  ];
  if (/^reduce(?:Right)?$/.test(name)) return intoCallback(flow, first, rest, 1);
  const inside = CALLS_BACK.test(name) ? intoCallback(flow, first, rest) : NOTHING;
  if (results.length > 0 || CALLS_BACK.test(name) || LOOKS.test(name)) return both(to(...results), inside);
  return rest[0] === RESULT ? to(value(access, rest)) : other(call, `in .${name}()`);
};

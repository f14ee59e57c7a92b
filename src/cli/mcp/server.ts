import { toolVersion } from '../../io/package.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { crashText } from '../../redact/crash.ts';
import { rendered, say, word } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import { checkedArguments } from './arguments.ts';
import { INVALID_PARAMS, RequestError, serveLines } from './protocol.ts';
import type { RpcAnswer, ToolResult } from './protocol.ts';
import { INSTRUCTIONS, TOOLS } from './tool-list.ts';
import type { ToolName } from './tool-list.ts';
import type { Session } from './session.ts';
import { TOOL_RUNS } from './tools.ts';

/** Versions of the protocol, the latest first: what the tools use is the same in all of them. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

type Protocol = (typeof PROTOCOLS)[number];

/** The version that the client requested, else the latest that is known. */
const protocolFor = (asked: unknown): Protocol => PROTOCOLS.find((known) => known === asked) ?? PROTOCOLS[0];

interface Greeting {
  readonly protocol: Protocol;
  readonly version: Redacted;
}

const initializeJson = ({ protocol, version }: Greeting): string =>
  JSON.stringify({
    protocolVersion: protocol,
    capabilities: { tools: {} },
    serverInfo: { name: 'atlas-api-migrate', title: 'Atlas API migration', version },
    instructions: INSTRUCTIONS,
  });

const toolsJson = (tools: typeof TOOLS): string =>
  JSON.stringify({ tools: Object.entries(tools).map(([name, tool]) => ({ name, ...tool })) });

const resultJson = ({ text, isError }: ToolResult): string =>
  JSON.stringify({ content: [{ type: 'text', text }], isError });

const call = async (params: Readonly<Record<string, unknown>>, session: Session): Promise<Redacted> => {
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string' || !Object.hasOwn(TOOLS, name))
    throw new RequestError(INVALID_PARAMS, word('there is no tool of that name: see tools/list'));
  const tool = name as ToolName;
  try {
    const checked = checkedArguments(given, TOOLS[tool].inputSchema);
    return rendered(resultJson, await TOOL_RUNS[tool](checked, session));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return rendered(resultJson, { text: redactText(error.message), isError: true });
  }
};

const answerIn =
  (session: Session): RpcAnswer =>
  (method, params) => {
    switch (method) {
      case 'initialize': {
        const version = redactText(toolVersion().version);
        const protocol = protocolFor(params['protocolVersion']);
        return Promise.resolve(rendered(initializeJson, { protocol, version }));
      }
      case 'ping':
        return Promise.resolve(word('{}'));
      case 'tools/list':
        return Promise.resolve(rendered(toolsJson, TOOLS));
      case 'tools/call':
        return call(params, session);
      default:
        return undefined;
    }
  };

/** The server of the Model Context Protocol over standard input and output; ends when the client closes its end. */
export const serve = async (session: Session): Promise<number> => {
  const { terminal } = session;
  await serveLines(terminal, answerIn(session), (error) =>
    terminal.err(
      say`${crashText(error)}\nmigrate: internal error, which is a bug: please report the lines above.\n`,
    ),
  );
  return 0;
};

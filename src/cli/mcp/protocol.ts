import type { Terminal } from '../../io/terminal.ts';
import { isJsonObject } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { exempt, rendered, word } from '../../redact/gate.ts';

/** Result of a tool: a text for the agent, and whether it is an error. */
export interface ToolResult {
  readonly text: Redacted;
  readonly isError: boolean;
}

type Id = string | number | null;

/** A message of the client (JSON-RPC 2.0). */
interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** An error of JSON-RPC, thrown by the handler of a request. */
export class RequestError extends Error {
  readonly code: number;
  readonly says: Redacted;

  constructor(code: number, says: Redacted) {
    super(says);
    this.code = code;
    this.says = says;
  }
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/** Answers a request by its method; `undefined`: there is no such method. */
export type RpcAnswer = (
  method: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<Redacted> | undefined;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** An id goes back as it came. */
const idText = (id: Id): Redacted => exempt('id of a request', JSON.stringify(id));

interface Reply {
  readonly id: Redacted;
  readonly result: Redacted;
}

/** `result` is JSON already. */
const resultLine = ({ id, result }: Reply): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}\n`;

interface Failure {
  readonly id: Redacted;
  readonly code: number;
  readonly message: Redacted;
}

const errorLine = ({ id, code, message }: Failure): string =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}\n`;

const failureOf = (error: unknown): Omit<Failure, 'id'> =>
  error instanceof RequestError
    ? { code: error.code, message: error.says }
    : { code: INTERNAL_ERROR, message: word('internal error') };

/**
 * Speaks JSON-RPC over lines, as the stdio transport of the Model Context Protocol has it, until the client closes its
 * end. Requests are handled one after the other but for `ping`; the response of one that was canceled is not sent.
 */
export const serveLines = async (
  terminal: Pick<Terminal, 'lines' | 'out'>,
  answer: RpcAnswer,
  failed: (error: unknown) => void,
): Promise<void> => {
  const cancelled = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  const fail = (id: Id, code: number, message: Redacted): void =>
    terminal.out(rendered(errorLine, { id: idText(id), code, message }));
  const respond = async (
    id: Id,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const shown = idText(id);
    if (cancelled.delete(shown)) return;
    try {
      const result = await answer(method, params);
      if (result === undefined) return fail(id, METHOD_NOT_FOUND, word('there is no such method'));
      if (!cancelled.delete(shown)) terminal.out(rendered(resultLine, { id: shown, result }));
    } catch (error) {
      if (!(error instanceof RequestError)) failed(error);
      terminal.out(rendered(errorLine, { id: shown, ...failureOf(error) }));
    }
  };
  const take = (message: unknown): void => {
    if (!isJsonObject(message)) return fail(null, INVALID_REQUEST, word('a message is an object'));
    const { id, method, params = {} } = message as Message;
    if (method === undefined) return;
    if (id === undefined) {
      if (method === 'notifications/cancelled' && isJsonObject(params))
        cancelled.add(JSON.stringify(params['requestId'] ?? null));
      return;
    }
    if (method === 'ping') return void respond(id, method, {});
    running = running.then(() => respond(id, method, isJsonObject(params) ? params : {}));
  };
  for await (const line of terminal.lines?.() ?? []) {
    if (line.trim() === '') continue;
    const message = parsed(line);
    if (message === undefined) fail(null, PARSE_ERROR, word('a line is not JSON'));
    else if (Array.isArray(message)) message.forEach(take);
    else take(message);
  }
  await running;
};

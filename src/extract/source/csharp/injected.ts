import { namedIn } from '../languages/tree-sitter.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { Lowering } from '../managed/lowering.ts';
import { textIn } from '../managed/lowering.ts';
import { headersLiteral } from '../managed/requests.ts';
import { insertionPointBehind } from '../managed/insertion-points.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { clientMade, isClientType } from './made-clients.ts';
import type { UnseenParameter } from './parameters.ts';

const SETS_UP = /^((?:this\.)?\w+)\.(?:BaseAddress|DefaultRequestHeaders)\b/;
const KEEPS = /^((?:this\.)?\w+)\s*=\s*(\w+)/;

/** Statement of a constructor that configures or stores a client, and the client's name in it. */
const setUp = (
  ctx: Lowering,
  body: Cst | undefined,
  name: string,
): { at: Cst; holder: string } | undefined => {
  const statements =
    body?.type === 'block' ? namedIn(body).filter(({ type }) => type === 'expression_statement') : [];
  const keeps = statements.flatMap((at) => {
    const [, holder = '', given] = KEEPS.exec(textIn(ctx, at)) ?? [];
    return given === name ? [{ at, holder }] : [];
  });
  const names = new Set([name, ...keeps.map(({ holder }) => holder)]);
  const sets = statements.flatMap((at) => {
    const holder = SETS_UP.exec(textIn(ctx, at))?.[1];
    return holder !== undefined && names.has(holder) ? [{ at, holder }] : [];
  });
  return sets[0] ?? keeps[0];
};

/** An injected client without a known origin is treated as one that is made for this class. */
export const injectedClient =
  (ctx: Lowering, body: Cst | undefined): UnseenParameter =>
  (name, type, at) => {
    if (!isClientType(ctx, type)) return undefined;
    const client = clientMade(ctx, [], [], [], { start: at.end, end: at.end }) as ts.CallExpression;
    const [options] = client.arguments;
    const literal = options && headersLiteral(options);
    const found = setUp(ctx, body, name);
    if (literal && found)
      markInsertionPoint(
        literal,
        insertionPointBehind(ctx, found.at, found.holder, 'DefaultRequestHeaders.Add'),
      );
    return client;
  };

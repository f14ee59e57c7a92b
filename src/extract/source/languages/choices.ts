import { block, either, nowhere, opaque, asStatement } from './build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from './tree-sitter.ts';

// Branches of which it is unknown which one runs: clauses of a `catch`, sections of a `switch`.

const perhaps = (body: ts.Block, otherwise: ts.Statement | undefined): ts.Statement =>
  either(opaque(nowhere(body.pos)), body, otherwise, { start: body.pos, end: body.end });

/** Merges clauses of which one runs, such as several `catch`; `undefined` for none. */
export const oneOf = (bodies: readonly ts.Block[]): ts.Block | undefined => {
  const [first, ...others] = bodies;
  if (!first || others.length === 0) return first;
  const chosen = others.reduce<ts.Statement>((rest, body) => perhaps(body, rest), first);
  return block([chosen], { start: first.pos, end: others.at(-1)!.end });
};

/** A switch: its subject is read, and at most one of its sections runs. */
export const switchOf = (
  { expression }: { expression(node: Cst): ts.Expression },
  subject: Cst | undefined,
  sections: readonly ts.Block[],
): readonly ts.Statement[] => {
  const read = subject && asStatement(opaque(subject, [expression(subject)]), subject);
  const chosen = sections.reduceRight<ts.Statement | undefined>(
    (rest, section) => perhaps(section, rest),
    undefined,
  );
  return [read, chosen].filter((statement) => statement !== undefined);
};

import { ts } from '../syntax/parse.ts';

/** True where a node is a piece of the text that its parent makes. */
const isPiece = (parent: ts.Node): boolean =>
  ts.isTemplateSpan(parent) ||
  ts.isTemplateExpression(parent) ||
  ts.isParenthesizedExpression(parent) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);

/** The whole expressions that literals are pieces of; one of thousands of pieces is climbed once. */
export class Wholes {
  readonly #known = new Map<ts.Node, ts.Node>();

  of(literal: ts.Node): ts.Node {
    const climbed: ts.Node[] = [];
    let at = literal;
    while (!this.#known.has(at) && isPiece(at.parent)) {
      climbed.push(at);
      at = at.parent;
    }
    const whole = this.#known.get(at) ?? at;
    for (const node of climbed) this.#known.set(node, whole);
    return whole;
  }
}

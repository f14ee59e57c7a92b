import * as build from '../languages/build.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { newObject } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn } from '../languages/tree-sitter.ts';
import type { UnseenParameter } from './parameters.ts';

const OPTIONS = /^IOptions(?:Snapshot|Monitor)?\s*<\s*([A-Z]\w*)\s*>$/;
const SETTINGS = /^[A-Z]\w*(?:Options|Settings|Config|Configuration)$/;
const ABSTRACT = /^I[A-Z]/;

/**
 * Injected options, `IOptions<AtlasOptions>` or `AtlasSettings`, hold the values that their class initializes, as far
 * as no configuration sets others.
 */
export const injectedOptions =
  (ctx: Lowering): UnseenParameter =>
  (_name, _type, at) => {
    const type = childIn(at, 'type');
    const written = type ? textIn(ctx, type) : '';
    const wrapped = OPTIONS.exec(written)?.[1];
    const own = wrapped ?? (SETTINGS.test(written) && !ABSTRACT.test(written) ? written : undefined);
    if (own === undefined) return undefined;
    const here = build.nowhere(at.end);
    const made = (): ts.Expression => newObject(ctx, own, here, [], here);
    if (wrapped === undefined) return made();
    const members = ['Value', 'CurrentValue'].map((name) =>
      build.property(build.nameAt(name, here), made(), here),
    );
    return build.object(members, here);
  };

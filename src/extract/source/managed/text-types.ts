import type { Lowering } from './lowering.ts';

/** Types whose objects are equivalent to the text they are constructed from: `new URL(x)`. */
const TEXTUAL =
  /^(?:URL|URI|Uri|HttpUrl|String|StringEntity|GenericUrl|HttpMethod|StringContent|MediaType(?:WithQuality)?HeaderValue)$/;

/** True for such a type, also where its package is written: `new System.Uri(x)`. */
export const isTextual = ({ outside }: Lowering, type: string): boolean =>
  TEXTUAL.test(type.slice(type.lastIndexOf('.') + 1)) && !outside.declared.has(type);

import { DEFAULT_TARGET } from '../config/settings.ts';
import { readPackageFile } from '../io/package.ts';
import { convertText } from '../payload/convert/index.ts';
import { loadSteps } from '../payload/mapping.ts';

/** JSON with or without comments, or YAML. */
type Format = 'json' | 'yaml';

/** Options of a conversion. */
export interface ConvertRequest {
  /** `clusters.create` or `clusters.modify`; detected from the payload where it is left out. */
  readonly operation?: string;
  /** `yyyy-mm-dd`; default 2023-02-01 */
  readonly target?: string;
  /** Convert what a person should review too. */
  readonly unsafe?: boolean;
  readonly from?: Format;
  /** Default: JSON. */
  readonly to?: Format;
}

/** A sentence about a location in the payload (RFC 6901). */
export interface ConversionRemark {
  readonly pointer: string;
  readonly message: string;
}

/** The converted text with what to review and what was left out, or the reasons why nothing was converted. */
export type Conversion =
  | {
      readonly ok: true;
      readonly text: string;
      readonly notes: readonly ConversionRemark[];
      /** Values that have no equivalent in the new payload, with the reasons. */
      readonly omitted: readonly ConversionRemark[];
    }
  | {
      readonly ok: false;
      readonly reasons: readonly ConversionRemark[];
      /** True where `unsafe` would convert it all the same. */
      readonly reviewable: boolean;
    };

/** Converts a legacy cluster payload (JSON, JSONC or YAML) as `migrate convert` does. */
export const convert = async (text: string, request: ConvertRequest = {}): Promise<Conversion> => {
  const { payloadValidators: validators } = await import('../generated/payload-validators.ts');
  const { operation, target = DEFAULT_TARGET, unsafe = false, ...formats } = request;
  return convertText(text, {
    ...formats,
    operation,
    target,
    unsafe,
    steps: loadSteps(readPackageFile),
    validators,
  });
};

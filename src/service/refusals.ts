import { STATUS_CODES } from 'node:http';
import type { Configuration } from './configuration.ts';
import type { Reply } from './message.ts';

const fill = (template: string, parameters: readonly string[]): string =>
  template.replaceAll(/\{(\d)\}/g, (_, at: string) => parameters[Number(at)] ?? '');

/** Assumptions of the administration API's refusals, by the kind of error. */
const ASSUMPTIONS: Readonly<Record<string, readonly string[]>> = {
  INVALID_VERSION_DATE: ['version-refusal'],
  VERSION_GONE: ['version-refusal', 'version-lifecycle'],
  API_GONE: ['legacy-gone'],
};

/** An error outside the token endpoints: `{detail, error, errorCode, parameters, reason}`. */
export const refusal = (
  { administration }: Configuration,
  code: string,
  parameters: readonly string[] = [],
  rest: Partial<Reply> = {},
): Reply => {
  const { status, detail } = administration.errors[code]!;
  const value = {
    detail: fill(detail, parameters),
    error: status,
    errorCode: code,
    parameters,
    reason: STATUS_CODES[status] ?? '',
  };
  return {
    status,
    body: { kind: 'document', value },
    assumptions: ['administration-error', ...(ASSUMPTIONS[code] ?? [])],
    ...rest,
  };
};

/** An error of the token endpoints (specification §7.1), with the status that the configuration gives it. */
export const tokenRefusal = (
  { tokens }: Configuration,
  code: string,
  values: Readonly<Record<string, string>> = {},
  rest: Partial<Reply> = {},
): Reply => {
  const { status, description } = tokens.errors[code]!;
  const text = description.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    status,
    body: { kind: 'document', value: { error: code, error_description: text } },
    assumptions: ['token-error'],
    ...rest,
  };
};

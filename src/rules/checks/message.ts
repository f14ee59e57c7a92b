import { MESSAGES } from '../../generated/messages.ts';
import type { PlaceName } from '../place-names.ts';
import type { Finding, Note, Place, Rule, Severity } from '../../model/index.ts';

/** Fills the `{name}` placeholders of a template from `data`; missing ones are removed without a gap. */
export const fill = (template: string, data: Finding['data']): string =>
  template
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim();

type Messages = typeof MESSAGES;

/** Names of the placeholders of a template. */
type Placeholders<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Values for the placeholders of a message, none where it has none. A file is named by `placeNames` only. */
type Values<Key extends keyof Messages> =
  Placeholders<Messages[Key]> extends never
    ? []
    : [
        values: {
          readonly [Name in Placeholders<Messages[Key]>]: Name extends 'file' | 'files'
            ? PlaceName
            : string | number;
        },
      ];

/** A sentence of `rules/messages/messages.json`, its `{name}` placeholders filled. */
export const message = <Key extends keyof Messages>(key: Key, ...[values]: Values<Key>): string =>
  MESSAGES[key].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((values as Readonly<Record<string, string | number>>)[name]),
  );

/** A sentence about a location, such as why a fix is not safe. */
export const because = ({ file, span }: Place, text: string): Note => ({ file, span, text });

const SEVERITIES = ['info', 'warning', 'error'] as const;

/** The milder of two severities. */
export const milder = (a: Severity, b: Severity): Severity =>
  SEVERITIES[Math.min(SEVERITIES.indexOf(a), SEVERITIES.indexOf(b))]!;

type Known = Pick<Finding, 'data' | 'anchor'> & Partial<Omit<Finding, 'rule' | 'file' | 'span'>>;

/** Finding of a rule at a position; the default message is the rule's. */
export const findingAt = (rule: Rule, { file, span }: Place, known: Known): Finding => ({
  rule: rule.id,
  file,
  span,
  severity: rule.severity,
  certainty: 'certain',
  message: fill(rule.message, known.data),
  pointer: undefined,
  exchange: undefined,
  operation: undefined,
  fix: undefined,
  ...known,
});

import { isRecordingForm, recogniseForm } from './detect.ts';
import type { Form } from '../../model/index.ts';

const SOURCE = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'];

/** Form of the names that are walked by default (contract §2); `undefined` where no reader exists. */
const FORMS: ReadonlyMap<string, Form | undefined> = new Map<string, Form | undefined>([
  ...SOURCE.map((extension) => [extension, 'typescript'] as const),
  ['json', 'json'],
  ['jsonc', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['har', 'har'],
  ['zhar', undefined],
  ['http', 'http'],
  ['rest', 'http'],
  ['sh', 'shell'],
  ['bru', 'bruno'],
]);

/** Names that are walked only for the sake of recordings among them. */
const MAYBE_RECORDING: ReadonlySet<string> = new Set(
  'log jsonl ndjson txt zip gz flow flows mitm dump pcap pcapng saz chls'.split(' '),
);

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
};

/** True for names of files that hold environment variables. */
export const isEnvName = (name: string): boolean => name.startsWith('.env');

/**
 * What a walk does with a file of this name: `read` it, read it only if it turns out to be a `recording`, or leave
 * it alone (`no`). `name` is the last part of a path.
 */
export const walkOf = (name: string): 'read' | 'recording' | 'no' => {
  const extension = extensionOf(name);
  if (FORMS.has(extension) || isEnvName(name)) return 'read';
  return MAYBE_RECORDING.has(extension) ? 'recording' : 'no';
};

/** True for names of TypeScript and JavaScript files. */
export const isSourceName = (name: string): boolean => FORMS.get(extensionOf(name)) === 'typescript';

/** True for names that belong to no form that is read by its name: what such a file holds may be a log. */
const mayBeLog = (name: string): boolean => !FORMS.has(extensionOf(name)) && !isEnvName(name);

/** The form of recordings that a file of this name and start is. */
export const recordingForm = (name: string, head: string): Form | undefined => {
  if (isSourceName(name)) return undefined;
  const form = recogniseForm(head, mayBeLog(name));
  return form !== undefined && isRecordingForm(form) ? form : undefined;
};

const byContent = (name: string, head: string): Form | undefined => {
  if (/^\uFEFF?\s*[{[]/.test(head)) return 'json';
  if (/^\uFEFF?#!.*\b(?:node|deno|bun|tsx)\b/.test(head)) return 'typescript';
  if (/^\uFEFF?#!.*\b(?:ba|da|k|z)?sh\b/.test(head)) return 'shell';
  return extensionOf(name) === '' && !head.startsWith('#!') ? 'typescript' : undefined;
};

/** True for JSON and YAML, whose form their start decides and which matter by the words they hold. */
export const isDataName = (name: string): boolean => /\.(?:json|jsonc|yaml|yml)$/i.test(name);

/**
 * The form that reads a file of this name and start; `undefined` when there is no reader for it. `startOf` gives the
 * first characters where the name does not decide.
 */
export const formOf = (name: string, startOf: () => string): Form | undefined => {
  const extension = extensionOf(name);
  if (FORMS.get(extension) === 'typescript') return 'typescript';
  const head = startOf();
  const recognised = recogniseForm(head, mayBeLog(name));
  if (recognised !== undefined) return recognised;
  if (isEnvName(name)) return 'env';
  return FORMS.has(extension) ? FORMS.get(extension) : byContent(name, head);
};

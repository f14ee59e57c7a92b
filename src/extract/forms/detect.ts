import type { Form } from '../../model/index.ts';
import type { Prefilter } from '../prefilter.ts';
import { FORMATS, formatOf, isCodeForm, isRecordingForm } from './formats.ts';
import { outlineOf } from './json-content.ts';
import { isNamedKind } from './not-analysed.ts';

/**
 * Format of files that are walked by default, by extension (contract §2); `undefined` where only packed files are read.
 */
const BY_EXTENSION: ReadonlyMap<string, Form | undefined> = new Map<string, Form | undefined>([
  ...FORMATS.flatMap(({ id, names = [] }) => names.map((name) => [name, id] as const)),
  ['zhar', undefined],
]);

/** Extensions that are walked only because recordings may have them; others are packed or unreadable files. */
const PERHAPS: ReadonlySet<string> = new Set([
  ...FORMATS.flatMap(({ perhaps = [] }) => perhaps),
  'zip',
  'gz',
  'pcap',
  'pcapng',
  'saz',
  'chls',
]);

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
};

/** Format of files with a known name; `undefined` for all others. */
const formatNamed = (name: string): Form | undefined => FORMATS.find(({ named }) => named?.test(name))?.id;

/** True for a name that determines the format of a file, or that no format reads it. */
const isKnownName = (name: string): boolean =>
  BY_EXTENSION.has(extensionOf(name)) || formatNamed(name) !== undefined;

/** Matches `.env`, `.env.production`, `prod.env`, `env.example` and `application.properties`. */
const ENV_NAME = /^\.env|.\.(?:env|properties)$|^env\.(?:example|sample|template|dist)$/;

/** True for names of files that hold environment variables or other settings, one a line. */
export const isEnvName = (name: string): boolean => ENV_NAME.test(name);

/**
 * Decides what a walk does with a file of this name: `read` it, read it only if its content is a `recording`
 * or a `script`, or skip it (`no`). `name` is the last part of a path.
 */
export const walkOf = (name: string): 'read' | 'recording' | 'script' | 'no' => {
  if (isKnownName(name) || isEnvName(name)) return 'read';
  if (!name.includes('.')) return 'script';
  return PERHAPS.has(extensionOf(name)) ? 'recording' : 'no';
};

/** True for names of files that are read depending on their content. */
export const isPerhaps = (name: string): boolean => ['recording', 'script'].includes(walkOf(name));

/** True for a file of this name and start that an interpreter runs: `bin/deploy`, which begins with `#!/bin/bash`. */
export const isScript = (name: string, head: string): boolean =>
  walkOf(name) === 'script' && /^\uFEFF?#!/.test(head);

/** Format of a program by its file name; `undefined` for all other files. */
export const sourceFormOf = (name: string): Form | undefined => {
  const form = BY_EXTENSION.get(extensionOf(name));
  return form !== undefined && isCodeForm(form) ? form : undefined;
};

/** True for names of program files. */
export const isSourceName = (name: string): boolean => sourceFormOf(name) !== undefined;

/** True for JSON and YAML, whose format depends on their start and which matter if they contain a keyword. */
const isDataName = (name: string): boolean => /\.(?:json|jsonc|yaml|yml)$/i.test(name);

const isJson = (head: string): boolean => /^\uFEFF?\s*(?:\{|\[\s*\{)/.test(head);

const formatOfJson = (head: string, isLog: boolean): Form | undefined => {
  const possible = FORMATS.flatMap(({ id, detect }) =>
    (detect?.json ?? []).flatMap(({ may, test }) => (may(head, isLog) ? [{ id, test }] : [])),
  );
  const keys = possible.length === 0 ? new Set<string>() : outlineOf(head);
  return possible.find(({ test }) => test(keys, head))?.id;
};

/**
 * Format of a file by its start (64 KiB are enough); `undefined` where the name has to decide. `head` may be
 * read as Latin-1; `isLog` is true where the name belongs to no other format, so that it may be a log.
 */
export const detectFormat = (head: string, isLog = false): Form | undefined => {
  if (isJson(head)) return formatOfJson(head, isLog);
  const yaml = FORMATS.find(({ detect }) => detect?.yaml?.(head));
  return (yaml ?? (isLog ? FORMATS.find(({ detect }) => detect?.text?.(head)) : undefined))?.id;
};

/**
 * False where a file with this start (64 KiB) is certainly in no format whose files all matter, since the
 * base of their URLs may be in another file. Cheaper than `detectFormat`.
 */
export const mayNeedOthers = (head: string): boolean => {
  const isObject = isJson(head);
  return FORMATS.filter(({ baseElsewhere }) => baseElsewhere).some(({ detect }) =>
    isObject ? detect?.json?.some(({ may }) => may(head, false)) : detect?.yaml?.(head),
  );
};

/** Tests for relevant files. */
interface Interests {
  readonly prefilter: Prefilter;
  /** Files that are relevant whatever words they contain. */
  readonly always: (path: string) => boolean;
}

/** True for JSON and YAML without a keyword, in any format: it need not be examined further. `head` is its start. */
export const isIdle = (
  path: string,
  head: string,
  bytes: Uint8Array,
  { prefilter, always }: Interests,
): boolean =>
  isDataName(path) &&
  !prefilter.data(bytes) &&
  !prefilter.source(bytes) &&
  !mayNeedOthers(head) &&
  !always(path);

/** True for names without a format of their own: such a file may be a log. */
const mayBeLog = (name: string): boolean => !isKnownName(name) && !isEnvName(name);

/** Format by name of what may be the beginning of JSON that was cut: nothing at all, or an object. */
const cutForm = (name: string, head: string): Form | undefined => {
  const form = BY_EXTENSION.get(extensionOf(name));
  return form !== undefined && formatOf(form).mayBeCut && /^\uFEFF?\s*(?:\{|$)/.test(head) ? form : undefined;
};

/** Recording format of a file by name and start. */
export const recordingForm = (name: string, head: string): Form | undefined => {
  if (isSourceName(name)) return undefined;
  const form = detectFormat(head, mayBeLog(name)) ?? cutForm(name, head);
  return form !== undefined && isRecordingForm(form) ? form : undefined;
};

const byContent = (name: string, head: string): Form | undefined => {
  if (/^\uFEFF?\s*[{[]/.test(head)) return 'json';
  if (/^\uFEFF?#!.*\b(?:node|deno|bun|tsx)\b/.test(head)) return 'typescript';
  if (/^\uFEFF?#!.*\bpython[\d.]*\b/.test(head)) return 'python';
  if (/^\uFEFF?#!.*\b(?:pwsh|powershell)\b/.test(head)) return 'powershell';
  if (/^\uFEFF?#!.*\bruby\b/.test(head)) return 'ruby';
  if (/^\uFEFF?#!.*\b(?:lua|luajit|resty)[\d.]*\b/.test(head)) return 'lua';
  if (/^\uFEFF?#!.*\bphp[\d.]*\b/.test(head)) return 'php';
  if (/^\uFEFF?#!.*\b(?:ba|da|k|z)?sh\b/.test(head)) return 'shell';
  const mayBeProgram = extensionOf(name) === '' && !head.startsWith('#!') && !isNamedKind(name);
  return mayBeProgram ? 'typescript' : undefined;
};

/**
 * Format that reads a file of this name and start; `undefined` when there is none. `startOf` returns the
 * first characters where the name does not decide.
 */
export const formOf = (name: string, startOf: () => string): Form | undefined => {
  const extension = extensionOf(name);
  const source = sourceFormOf(name);
  if (source !== undefined) return source;
  const head = startOf();
  const detected = detectFormat(head, mayBeLog(name));
  if (detected !== undefined) return detected;
  if (isEnvName(name)) return 'env';
  return isKnownName(name) ? (formatNamed(name) ?? BY_EXTENSION.get(extension)) : byContent(name, head);
};

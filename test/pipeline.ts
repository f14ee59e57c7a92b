import { countSyntaxErrors } from '../src/extract/typescript/parse.ts';
import { parseGate } from '../src/fix/parse-gate.ts';
import { settle } from '../src/fix/settle.ts';
import { recogniseForm } from '../src/extract/recognise.ts';
import type { ProjectHost } from '../src/extract/extractor.ts';
import type { Finding, Form, SourceFile } from '../src/model/index.ts';
import { originOf } from '../src/origin.ts';
import { prefilterOf } from '../src/prefilter.ts';
import { scanFiles } from '../src/scan.ts';
import type { ScanOutcome } from '../src/scan.ts';
import { vocabularyOf } from '../src/vocabulary.ts';
import { loadReshape } from '../src/reshaper.ts';
import type { Witness } from '../src/witness.ts';
import { builtIn, readPackage } from './ruleset/load.ts';

const vocabulary = vocabularyOf(builtIn);
const prefilter = prefilterOf(vocabulary);

const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/\.har$/, 'har'],
  [/\.log$/, 'access-log'],
  [/\.jsonc?$/, 'json'],
  [/\.ya?ml$/, 'yaml'],
  [/\.env$/, 'env'],
  [/\.sh$/, 'shell'],
  [/\.(?:http|rest)$/, 'http'],
  [/\.[cm]?[jt]sx?$/, 'typescript'],
];

const formOf = (path: string, text: string): Form =>
  recogniseForm(text, path.endsWith('.log')) ?? FORMS.find(([name]) => name.test(path))![1];

const sourceOf = (path: string, text: string): SourceFile => {
  const form = formOf(path, text);
  return { path, form, text, origin: originOf(path, form, text) };
};

const hostOf = (files: ReadonlyMap<string, string>): ProjectHost => ({
  read: (path) => files.get(path),
  files: () => [...files.keys()],
  search: (pattern) => [...files].filter(([, text]) => pattern.test(text)).map(([path]) => path),
  chunks: (path) => [Buffer.from(files.get(path) ?? '')],
});

export type Files = Readonly<Record<string, string>>;

/** What a scan by the built-in rules makes of files that exist only here; with a witness, recordings leave nothing else. */
export const scanOf = (files: Files, witness?: Witness): Promise<ScanOutcome> => {
  const byPath = new Map(Object.entries(files));
  return scanFiles({
    candidates: Array.from(byPath, ([path, text]) => sourceOf(path, text)),
    host: hostOf(byPath),
    witness,
    ruleset: builtIn,
    settings: {
      target: '2023-02-01',
      today: '2026-11-21',
      failWithin: undefined,
      enabled: undefined,
      severities: new Map(),
      projectOf: () => '',
    },
    addresses: prefilter.addresses,
    words: {
      names: [...vocabulary.distinctive, ...vocabulary.common],
      successors: vocabulary.successors,
      words: vocabulary.addresses,
    },
    operationOf: () => undefined,
    loadReshape: () => loadReshape(readPackage),
  });
};

/** The findings of the built-in rules in files that exist only here, through the whole pipeline. */
export const findingsIn = async (files: Files): Promise<readonly Finding[]> => {
  const { findings, failed } = await scanOf(files);
  if (failed.length > 0) throw new Error(failed.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return findings;
};

/** The files after all their fixes, unsafe ones too; `safe` stops at what is safe. */
export const fixedFiles = async (files: Files, safety: 'safe' | 'unsafe' = 'unsafe'): Promise<Files> => {
  const fixed = await settle({
    scan: (overlay) => findingsIn({ ...files, ...Object.fromEntries(overlay) }),
    text: (file) => files[file],
    parses: parseGate(countSyntaxErrors),
    writable: () => true,
    safety,
  });
  return { ...files, ...Object.fromEntries(fixed.files.map(({ file, after }) => [file, after])) };
};

/** A file after all its fixes, unsafe ones too. */
export const fixedText = async (path: string, text: string): Promise<string> =>
  (await fixedFiles({ [path]: text }))[path]!;

import { convertibleOperations, convertText } from '../../payload/convert/index.ts';
import type { Format } from '../../payload/convert/index.ts';
import { readPackageFile } from '../../io/package.ts';
import { readStdin } from '../../io/terminal.ts';
import type { Terminal } from '../../io/terminal.ts';
import { readTextFile } from '../../io/text-file.ts';
import { UsageError, entryNamed } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { choice, date, flag, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { loadSteps } from '../../payload/mapping.ts';
import type { Remark } from '../../payload/outcome.ts';
import { exempt, say, word } from '../../redact/gate.ts';
import { redactPath, redactPointer } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { DEFAULT_TARGET } from '../../config/settings.ts';

const FORMATS: Readonly<Record<string, Format>> = { yaml: 'yaml', yml: 'yaml', json: 'json', jsonc: 'json' };

/** Format by file name; `undefined` leaves it to the content. */
const formatOf = (file: string | undefined): { readonly from?: Format } => {
  const from = entryNamed(FORMATS, /\.(\w+)$/.exec(file ?? '')?.[1]?.toLowerCase() ?? '');
  return from === undefined ? {} : { from };
};

/** The file to read; `undefined` is standard input. */
const fileIn = (flags: RawFlags): string | undefined => {
  const paths = flags['paths'] as readonly string[];
  if (paths.length + Number(flag(flags, 'stdin')) > 1)
    throw new UsageError('"migrate convert" takes one file, or "-": convert one after the other.');
  return paths[0];
};

/** A remark may say which value to write where, of a payload that the user gave (contract §8). */
const line = (name: string, { pointer, message }: Remark): Redacted => {
  const where = pointer === '' ? word('') : say` ${redactPointer(pointer)}`;
  return say`${redactPath(name)}${where}: ${redactText(message)}\n`;
};

const operationIn = (flags: RawFlags): string | undefined => {
  const given = text(flags, 'operation');
  return given === undefined ? undefined : choice(given, 'operation', convertibleOperations);
};

/** Validators are loaded here: no other command that people wait for needs them before a payload is found. */
const converter = async (flags: RawFlags) => {
  const { payloadValidators: validators } = await import('../../generated/payload-validators.ts');
  return {
    operation: operationIn(flags),
    target: date(flags, 'target') ?? DEFAULT_TARGET,
    unsafe: flag(flags, 'unsafe'),
    to: choice<Format>(text(flags, 'to') ?? 'json', 'to', ['json', 'yaml']),
    steps: loadSteps(readPackageFile),
    validators,
  };
};

/**
 * `migrate convert [file|-]`: writes a legacy clusters payload in the versioned format to standard output; a
 * refusal writes only the reasons, to standard error (contract §1, §3).
 */
export const convertCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const file = fileIn(flags);
  const options = { ...(await converter(flags)), ...formatOf(file) };
  const payload = file === undefined ? await readStdin(terminal) : readTextFile(terminal.cwd, file);
  const converted = await convertText(payload, options);
  const name = file ?? 'standard input';
  const remarks = converted.ok ? [...converted.notes, ...converted.omitted] : converted.reasons;
  for (const remark of remarks) terminal.err(line(name, remark));
  if (converted.ok) {
    if (!converted.isChanged) terminal.err(say`${redactPath(name)}: nothing to convert: printed as it is.\n`);
    terminal.out(exempt('converted payload', converted.text));
    return 0;
  }
  const review = word(converted.reviewable ? ' "--unsafe" converts it all the same: review the result.' : '');
  terminal.err(say`migrate: exit 2: nothing was converted, for the reasons above.${review}\n`);
  return 2;
};

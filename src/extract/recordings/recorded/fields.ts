import type { ScalarTree, Tree } from '../../../model/index.ts';

/** Parts of a call that structured logs and traces contain. */
export type LogPart = 'method' | 'address' | 'line' | 'host' | 'scheme' | 'status' | 'time';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Field names by meaning, without letter case and separators; the first present one wins. */
const NAMES: Readonly<Record<LogPart, readonly string[]>> = {
  method: words('httprequestmethod httpmethod requestmethod method verb'),
  address: words(`
    urlfull httpurl requesturl xenvoyoriginalpath originaluri requesturi httptarget
    url uri urlpath requestpath httppath path target`),
  line: words('request requestline req'),
  host: words('serveraddress httphost requesthost authority vhost host netpeername servername'),
  scheme: words('urlscheme httpscheme requestscheme'),
  status: words(`
    httpresponsestatuscode httpstatuscode responsecode responsestatus statuscode downstreamstatus status`),
  time: words('starttime startutc startlocal timestamp timeiso8601 timelocal time ts date starttimeunixnano'),
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Named scalars of a log entry, by normalized name; the first of a name wins. */
export type LogFields = ReadonlyMap<string, ScalarTree>;

/** Scalar members as fields. */
export const fieldsOf = (members: readonly (readonly [string, Tree | undefined])[]): LogFields => {
  const fields = new Map<string, ScalarTree>();
  for (const [name, value] of members) {
    const key = plain(name);
    if (value?.kind === 'scalar' && value.value !== null && value.value !== '' && !fields.has(key))
      fields.set(key, value);
  }
  return fields;
};

/** Field with a part of the call. */
export const fieldFor = (fields: LogFields, part: LogPart): ScalarTree | undefined => {
  const name = NAMES[part].find((one) => fields.has(one));
  return name === undefined ? undefined : fields.get(name);
};

/** True when one of the names may be a URL, and another a method or a status. */
export const mayDescribeCalls = (names: readonly string[]): boolean => {
  const all = new Set(names.map(plain));
  const tells = (part: LogPart): boolean => NAMES[part].some((name) => all.has(name));
  return tells('address') ? tells('method') || tells('status') : tells('line') && tells('status');
};

/** Milliseconds since the epoch, from a date, or from seconds, milliseconds, microseconds or nanoseconds. */
export const timeOf = ({ value }: ScalarTree): number | undefined => {
  const amount =
    typeof value === 'number' ? value : /^\d+(?:\.\d+)?$/.test(String(value)) ? Number(value) : NaN;
  const time = Number.isNaN(amount) ? Date.parse(String(value)) : inMilliseconds(amount);
  return Number.isNaN(time) ? undefined : time;
};

const inMilliseconds = (amount: number): number => {
  if (amount < 1e11) return amount * 1000;
  if (amount < 1e14) return amount;
  return amount < 1e17 ? amount / 1e3 : amount / 1e6;
};

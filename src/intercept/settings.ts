/** Variable that holds the settings of the preload: where calls go. */
export const SETTINGS_VARIABLE = 'MIGRATE_CAPTURE';

/** Header that carries the call site of a request to the capture process, which takes it off. */
export const CALL_SITE_HEADER = 'x-migrate-call-site';

/** Settings that the preload is given. */
export interface PreloadSettings {
  /** Port on loopback that takes connections of Node programs. */
  readonly port: number;
  /** Hosts of the API, lower case; with a port where only that one counts. */
  readonly hosts: readonly string[];
  /** True where each request reports its call site. */
  readonly tellsSites: boolean;
  /**
   * Variables that only other programs need: Node programs do not see them, and hand them on to what they start. Values
   * that stood there before are with the program, `null` where there were none.
   */
  readonly handedOn: Readonly<Record<string, string>>;
}

/** True for a host of the API. */
export const isHost = ({ hosts }: Pick<PreloadSettings, 'hosts'>, host: string): boolean =>
  hosts.includes(host.toLowerCase().replace(/\.$/, ''));

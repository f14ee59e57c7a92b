/** Options of a scan; what is left out has the default of the command line. */
export interface ScanRequest {
  /** Absolute; paths and reported files are relative to it. Default: the working directory. */
  readonly cwd?: string;
  readonly paths?: readonly string[];
  /** A configuration file, or `false` for none. */
  readonly config?: string | false;
  /** `yyyy-mm-dd` */
  readonly target?: string;
  /** `yyyy-mm-dd` */
  readonly today?: string;
}

/** A user name or key with its secret. */
export interface NameAndSecret {
  readonly name: string;
  readonly secret: string;
}

/** Credentials of those who may call the service, from the seed. Nothing of it is ever written or logged. */
export interface Credentials {
  readonly apiKeys: readonly NameAndSecret[];
  readonly serviceAccounts: readonly ServiceAccount[];
  readonly discoveryUsers: readonly DiscoveryUser[];
  /** True where any credentials of the right form count: for programs whose own are not known. */
  readonly anyone: boolean;
}

export interface ServiceAccount extends NameAndSecret {
  /** IP addresses and ranges it may call from; `undefined`: any. */
  readonly accessList: readonly string[] | undefined;
}

export interface DiscoveryUser extends NameAndSecret {
  /** The only project it sees; `undefined`: all. */
  readonly groupId: string | undefined;
}

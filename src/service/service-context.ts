import type { BackStep, VersionStep as PayloadStep } from '../payload/mapping.ts';
import type { Validators } from '../payload/validate.ts';
import type { NonceBook } from './auth/nonces.ts';
import type { Credentials } from './auth/credentials.ts';
import type { Configuration } from './configuration.ts';
import type { Faults } from './faults.ts';
import type { ServiceRequest } from './message.ts';
import type { Query } from './query.ts';
import type { Rates } from './rates.ts';
import type { Route, Router } from './routes.ts';
import type { Store } from './store.ts';

/** Shapes of clusters in each version. */
export interface Shapes {
  readonly steps: readonly PayloadStep[];
  readonly backSteps: readonly BackStep[];
  readonly validators: Validators;
}

/** Context of a response: everything it depends on besides the request. */
export interface ServiceContext {
  readonly configuration: Configuration;
  readonly router: Router;
  readonly shapes: Shapes;
  readonly credentials: Credentials;
  readonly store: Store;
  readonly nonces: NonceBook;
  readonly rates: Rates;
  readonly faults: Faults;
  /** State of the unversioned API: `on`, or `gone`. */
  readonly legacy: 'on' | 'gone';
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The day that versions are judged on, `yyyy-mm-dd`. */
  readonly today: () => string;
}

/** A request that has found its endpoint. */
export interface RoutedCall {
  readonly world: ServiceContext;
  readonly request: ServiceRequest;
  readonly route: Route;
  readonly query: Query;
}

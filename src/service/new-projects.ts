import type { StateChange } from './changes.ts';
import type { ServiceRequest } from './message.ts';
import { readTarget } from './query.ts';
import { routeOf } from './routes.ts';
import { seedChanges } from './seed.ts';
import type { ServiceContext } from './service-context.ts';

/**
 * Project that a request names and the service does not have yet; none if only the seed's projects are valid.
 */
export const newGroups = (world: ServiceContext, request: ServiceRequest): readonly StateChange[] => {
  const { credentials, router, store } = world;
  const target = credentials.anyone ? readTarget(request.target) : undefined;
  const routed = target && routeOf(router, request.method, target.segments);
  const id = routed?.kind === 'route' ? routed.route.parameters['groupId'] : undefined;
  return id === undefined || store.group(id) !== undefined
    ? []
    : seedChanges({ groups: [{ id }] }, world, 'seed');
};

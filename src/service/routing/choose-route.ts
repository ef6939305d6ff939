import type { GateMethod } from '../merchants/settings.ts';

/** Why nobody can be asked: no route is up, or the one that is best has no adapter installed. */
export type RoutingRefusal = 'ORDER_CANNOT_BE_ROUTED' | 'PROVIDER_NOT_SUPPORTED';

export interface ChosenRoute<Provider> {
  adapter: string;
  provider: Provider;
}

/** The best route of a method that is up: they are in the order of their priority. */
export function firstRoute({
  routes,
}: Pick<GateMethod, 'routes'>): { adapter: string } | undefined {
  return routes.find((route) => route.up);
}

/** Whom to ask, by the adapter of the best route; without one there is no route that is up. */
export function chooseProvider<Provider>(
  adapter: string | null | undefined,
  installed: ReadonlyMap<string, Provider>,
): ChosenRoute<Provider> | RoutingRefusal {
  if (adapter === null || adapter === undefined) return 'ORDER_CANNOT_BE_ROUTED';
  const provider = installed.get(adapter);
  return provider === undefined ? 'PROVIDER_NOT_SUPPORTED' : { adapter, provider };
}

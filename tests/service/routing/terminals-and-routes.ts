/** Adds terminals of the scripted adapter, and routes of one method to them. */
import { randomUUID } from 'node:crypto';
import { SCRIPTED, type scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import {
  addRoute,
  addMethod,
  addTerminal,
  type RouteSettings,
} from '../../support/database/seeds/methods.ts';
import type { RunningService } from '../../support/process/service.ts';

export type Behaviours = ReturnType<typeof scriptedAdapter>['behaviours'];
type Behaviour = Parameters<Behaviours['set']>[1];

export interface PlannedTerminal {
  does: Behaviour;
  /** More settings of the terminal. */
  settings?: object;
  route?: RouteSettings;
}

/**
 * Adds a method with a route to each scripted terminal, in the list's order of priority.
 *
 * @returns the ids of the method and, in the same order, of the terminals
 */
export async function methodTo(
  running: RunningService,
  behaviours: Behaviours,
  terminals: readonly PlannedTerminal[],
): Promise<{ methodId: string; terminalIds: string[] }> {
  const methodId = await addMethod(running, { route: { up: false } });
  const terminalIds: string[] = [];
  for (const [index, { does, settings, route }] of terminals.entries()) {
    const name = randomUUID();
    behaviours.set(name, does);
    const merchantId = running.sandbox.merchant_id;
    const terminal = { adapter: SCRIPTED, settings: { name, ...settings }, merchantId };
    const terminalId = await addTerminal(running, terminal);
    terminalIds.push(terminalId);
    await addRoute(running, { methodId, terminalId, priority: index + 1, ...route });
  }
  return { methodId, terminalIds };
}

/** Adds a method whose only route leads to another deployment at that address, which may not answer. */
export async function methodAt(
  running: RunningService,
  baseUrl: string,
): Promise<{ methodId: string; terminalId: string }> {
  const merchantId = running.sandbox.merchant_id;
  const terminalId = await addTerminal(running, {
    adapter: 'orders-api',
    settings: { base_url: baseUrl, methods: { EUR: randomUUID() } },
    credentials: { api_key_id: 'key', api_secret: 'secret', webhook_secret: 'secret' },
    merchantId,
  });
  const methodId = await addMethod(running, { route: { up: false } });
  await addRoute(running, { methodId, terminalId });
  return { methodId, terminalId };
}

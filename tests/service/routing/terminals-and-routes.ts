/** Arranges terminals of the scripted adapter, and routes of one method to them. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tables } from '#service/platform/database/schema.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { SCRIPTED, type scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { addMethod } from '../../support/database/seeds/add-method.ts';
import { addTerminal } from '../../support/database/seeds/terminals.ts';
import type { RunningService } from '../../support/process/service.ts';

export type Behaviours = ReturnType<typeof scriptedAdapter>['behaviours'];
type Behaviour = Parameters<Behaviours['set']>[1];
type RouteSettings = Partial<Insertable<Tables['routes']>>;

export interface PlannedTerminal {
  does: Behaviour;
  route?: RouteSettings;
}

/**
 * A method whose routes lead to terminals that do as they are told, in the sequence of the list.
 *
 * @returns the ids of the method and, in sequence, of the terminals
 */
export async function methodTo(
  running: RunningService,
  behaviours: Behaviours,
  terminals: readonly PlannedTerminal[],
): Promise<{ methodId: string; terminalIds: string[] }> {
  const methodId = await addMethod(running, { route: { up: false } });
  const terminalIds: string[] = [];
  for (const [index, { does, route }] of terminals.entries()) {
    const name = randomUUID();
    behaviours.set(name, does);
    const merchantId = running.sandbox.merchant_id;
    // One that all merchants share would have to be in every cell.
    const terminal = { adapter: SCRIPTED, settings: { name }, merchantId };
    const terminalId = await addTerminal(running, terminal);
    terminalIds.push(terminalId);
    await changeSettings(running.db, merchantId, (trx) =>
      trx
        .insertInto('routes')
        .values({
          id: randomUUID(),
          method_id: methodId,
          terminal_id: terminalId,
          priority: index + 1,
          ...route,
        })
        .execute(),
    );
  }
  return { methodId, terminalIds };
}

/** A method whose one route leads to another deployment, which answers at that address, or does not. */
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
  await changeSettings(running.db, merchantId, (trx) =>
    trx
      .insertInto('routes')
      .values({ id: randomUUID(), method_id: methodId, terminal_id: terminalId, priority: 1 })
      .execute(),
  );
  return { methodId, terminalId };
}

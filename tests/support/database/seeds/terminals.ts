/** Terminals in a service's database. */
import { randomUUID } from 'node:crypto';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { SEALED } from '#service/platform/keyring.ts';
import type { RunningService } from '../../process/service.ts';

interface NewTerminal {
  adapter: string;
  settings?: object;
  credentials?: object;
  merchantId?: string;
}

/** @returns the terminal's id */
export async function addTerminal(
  { db, context }: Pick<RunningService, 'db' | 'context'>,
  { adapter, settings = {}, credentials = {}, merchantId }: NewTerminal,
): Promise<string> {
  const id = context.newId();
  const sealed = context.keyring.seal(SEALED.terminalCredentials, id, JSON.stringify(credentials));
  await db
    .insertInto('terminals')
    .values({
      id,
      name: id,
      adapter,
      settings: JSON.stringify(settings),
      credentials_sealed: sealed,
      merchant_id: merchantId ?? null,
      created_at: new Date(),
    })
    .execute();
  return id;
}

export async function sandboxTerminal({ db }: Pick<RunningService, 'db'>): Promise<RoutedTerminal> {
  return db
    .selectFrom('terminals')
    .select(['id', 'adapter', 'version'])
    .where('adapter', '=', 'sandbox')
    .executeTakeFirstOrThrow();
}

/** Where an attempt in the sandbox was made, as its row has it. */
export async function madeInSandbox(running: Pick<RunningService, 'db'>) {
  const { id: terminal_id } = await sandboxTerminal(running);
  return { terminal_id, route_id: randomUUID() };
}

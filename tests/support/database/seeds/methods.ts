/** Inserts methods, terminals and routes into a service's database, in states that no operator command makes. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Currency } from '#domain/money.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { NewGateMethod, Tables } from '#service/platform/database/schema.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { openGateAccount } from '#service/ledger/accounts.ts';
import { changeBoundRow } from '#service/platform/bound-rows.ts';
import { SEALED } from '#service/platform/keyring.ts';
import type { RunningService } from '../../process/service.ts';

export type RouteSettings = Partial<Insertable<Tables['routes']>>;

interface MethodSettings {
  merchantId?: string;
  /** Differences from the sandbox's card_eur. */
  method?: Partial<NewGateMethod>;
  /** If an adapter is given, it gets a new terminal; the default is the sandbox's terminal. */
  route?: { adapter?: string; up?: boolean };
  gate?: { active?: boolean; frozen?: boolean };
  /** False leaves the gate without an account in the method's currency. */
  account?: boolean;
}

/** Changes a method of the sandbox's merchant, as its operator would. */
export async function changeMethod(
  { db, sandbox }: RunningService,
  methodId: string,
  changes: Partial<NewGateMethod>,
): Promise<void> {
  await changeSettings(db, sandbox.merchant_id, (trx) =>
    trx.updateTable('gate_methods').set(changes).where('id', '=', methodId).execute(),
  );
}

/** Returns the id of a method's gate. */
export async function gateOf({ db }: Pick<RunningService, 'db'>, method: string): Promise<string> {
  const { gate_id: gate } = await db
    .selectFrom('gate_methods')
    .select('gate_id')
    .where('id', '=', method)
    .executeTakeFirstOrThrow();
  return gate;
}

/** Adds a new gate with one method that copies card_eur. @returns the method's id */
export async function addMethod(
  running: RunningService,
  { merchantId, method, route, gate, account = true }: MethodSettings = {},
): Promise<string> {
  const { db, sandbox, context } = running;
  const gateId = context.newId();
  const methodId = context.newId();
  const model = await db
    .selectFrom('gate_methods')
    .selectAll()
    .where('id', '=', sandbox.methods['card_eur'] ?? '')
    .executeTakeFirstOrThrow();
  const currency: Currency = method?.currency ?? model.currency;
  const owner = merchantId ?? sandbox.merchant_id;
  const { adapter, up = true } = route ?? {};
  const terminalId =
    adapter === undefined
      ? (await sandboxTerminal(running)).id
      : await addTerminal(running, { adapter });
  await changeSettings(db, owner, async (trx) => {
    const newGate = { id: gateId, merchant_id: owner, name: gateId, ...gate };
    await trx.insertInto('gates').values(newGate).execute();
    if (account) await openGateAccount(trx, { gateId, currency, openingMinor: 0n }, new Date());
    await trx
      .insertInto('gate_methods')
      .values({ ...model, banks: '[]', ...method, id: methodId, gate_id: gateId })
      .execute();
  });
  await addRoute(running, { methodId, terminalId, up }, owner);
  return methodId;
}

export async function addRoute(
  { db, context, sandbox }: RunningService,
  { methodId, terminalId, ...more }: RouteSettings & { methodId: string; terminalId: string },
  owner = sandbox.merchant_id,
): Promise<void> {
  const ends = { method_id: methodId, terminal_id: terminalId };
  const route = { id: context.newId(), ...ends, priority: 1, ...more };
  await changeSettings(db, owner, (trx) => trx.insertInto('routes').values(route).execute());
}

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
  const row = {
    id,
    name: id,
    adapter,
    settings: JSON.stringify(settings),
    credentials_sealed: sealed,
    merchant_id: merchantId ?? null,
    created_at: new Date(),
  };
  await changeBoundRow({ db, keyring: context.keyring }, { table: 'terminals', id }, (trx) =>
    trx.insertInto('terminals').values(row).execute(),
  );
  return id;
}

export async function sandboxTerminal({ db }: Pick<RunningService, 'db'>): Promise<RoutedTerminal> {
  return db
    .selectFrom('terminals')
    .select(['id', 'adapter', 'version'])
    .where('adapter', '=', 'sandbox')
    .executeTakeFirstOrThrow();
}

/** Returns the columns of an attempt's row that say where it was made: the sandbox's terminal and a random route. */
export async function madeInSandbox(running: Pick<RunningService, 'db'>) {
  const { id: terminal_id } = await sandboxTerminal(running);
  return { terminal_id, route_id: randomUUID() };
}

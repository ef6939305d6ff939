/** Arranges in a service's database what no command of the operator does. */
import type { Currency } from '#domain/money.ts';
import type { NewGateMethod } from '#service/platform/database/schema.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { openGateAccount } from '#service/ledger/accounts.ts';
import { addTerminal, sandboxTerminal } from './terminals.ts';
import type { RunningService } from '../../process/service.ts';

interface MethodSettings {
  merchantId?: string;
  /** What differs from the sandbox's card_eur. */
  method?: Partial<NewGateMethod>;
  /** Another adapter than the sandbox's gets a terminal of its own. */
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

/** A gate of its own with one method, much like card_eur. @returns the method's id */
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
  const terminal_id =
    adapter === undefined
      ? (await sandboxTerminal(running)).id
      : await addTerminal(running, { adapter });
  return changeSettings(db, owner, async (trx) => {
    const newGate = { id: gateId, merchant_id: owner, name: gateId, ...gate };
    await trx.insertInto('gates').values(newGate).execute();
    if (account) await openGateAccount(trx, { gateId, currency, openingMinor: 0n }, new Date());
    await trx
      .insertInto('gate_methods')
      .values({ ...model, banks: '[]', ...method, id: methodId, gate_id: gateId })
      .execute();
    await trx
      .insertInto('routes')
      .values({ id: context.newId(), method_id: methodId, terminal_id, priority: 1, up })
      .execute();
    return methodId;
  });
}

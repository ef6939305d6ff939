/** Arranges in a service's database what no command of the operator does. */
import { randomUUID } from 'node:crypto';
import type { Currency } from '#domain/money.ts';
import type { NewGateMethod } from '#service/database/schema.ts';
import { openGateAccount } from '#service/ledger/open-accounts.ts';
import type { RunningService } from '../service.ts';

interface MethodSettings {
  merchantId?: string;
  /** What differs from the sandbox's card_eur. */
  method?: Partial<NewGateMethod>;
  route?: { adapter?: string; up?: boolean };
  gate?: { active?: boolean; frozen?: boolean };
  /** False leaves the gate without an account in the method's currency. */
  account?: boolean;
}

/** A gate of its own with one method, much like card_eur. @returns the method's id */
export async function addMethod(
  { db, sandbox }: RunningService,
  { merchantId, method, route, gate, account = true }: MethodSettings = {},
): Promise<string> {
  const gateId = randomUUID();
  const methodId = randomUUID();
  const model = await db
    .selectFrom('gate_methods')
    .selectAll()
    .where('id', '=', sandbox.methods['card_eur'] ?? '')
    .executeTakeFirstOrThrow();
  const currency: Currency = method?.currency ?? model.currency;
  await db
    .insertInto('gates')
    .values({
      id: gateId,
      merchant_id: merchantId ?? sandbox.merchant_id,
      name: gateId,
      ...gate,
    })
    .execute();
  if (account) await openGateAccount(db, { gateId, currency, openingMinor: 0n }, new Date());
  await db
    .insertInto('gate_methods')
    .values({ ...model, ...method, id: methodId, gate_id: gateId })
    .execute();
  await db
    .insertInto('routes')
    .values({ id: randomUUID(), method_id: methodId, adapter: 'sandbox', priority: 1, ...route })
    .execute();
  return methodId;
}

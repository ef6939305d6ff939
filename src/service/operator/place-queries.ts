import type { Db } from '../platform/database/schema.ts';
import type { Page } from './lists.ts';

/** Returns a method with its gate and merchant, by the names that a deployment file uses. */
export function selectMethodPlace(db: Db, id: string) {
  return db
    .selectFrom('gate_methods')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .innerJoin('merchants', 'merchants.id', 'gates.merchant_id')
    .select(['merchants.name as merchant', 'gates.name as gate', 'gate_methods.name as method'])
    .select(['gate_methods.id', 'merchants.id as merchant_id', 'gates.id as gate_id'])
    .select(['gate_methods.currency', 'gate_methods.direction'])
    .where('gate_methods.id', '=', id)
    .executeTakeFirst();
}

/** Lists a merchant's gates by name, which is unique within the merchant. */
export function selectGatesOf(db: Db, merchantId: string, { after, limit }: Page) {
  return db
    .selectFrom('gates')
    .select(['id', 'name', 'active', 'frozen'])
    .where('merchant_id', '=', merchantId)
    .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Returns a gate's balances by currency, each with the merchant's wallet of that currency. */
export function selectBalancesOf(db: Db, gateId: string) {
  return db
    .selectFrom('gate_accounts as account')
    .innerJoin('gates', 'gates.id', 'account.gate_id')
    .leftJoin('wallets', (join) =>
      join
        .onRef('wallets.merchant_id', '=', 'gates.merchant_id')
        .onRef('wallets.currency', '=', 'account.currency'),
    )
    .select(['account.currency', 'available_minor', 'hold_minor', 'rolling_minor'])
    .select(['payout_reserve_minor', 'refund_reserve_minor', 'dispute_reserve_minor'])
    .select('balance_minor as wallet_minor')
    .where('gate_id', '=', gateId)
    .orderBy('account.currency')
    .execute();
}

/** Lists a gate's methods by name, which is unique within the gate. */
export function selectMethodsOf(db: Db, gateId: string, { after, limit }: Page) {
  return db
    .selectFrom('gate_methods')
    .select(['id', 'name', 'direction', 'payment_source', 'currency', 'active'])
    .where('gate_id', '=', gateId)
    .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit)
    .execute();
}

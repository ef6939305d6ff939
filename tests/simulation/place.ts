import { issueKey } from '#service/merchants/keys.ts';
import { changeBoundRow } from '#service/platform/bound-rows.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { SEALED } from '#service/platform/keyring.ts';

/** The merchant of the simulations, its key, gate and methods, and the terminals that they use. */
export interface Place {
  keyId: string;
  gateId: string;
  terminalIds: string[];
  methods: Record<MethodName, string>;
}

export type MethodName = keyof typeof METHODS;

/** Payouts of more are split. */
export const MOST_OF_A_PART_MINOR = 2_000n;

const METHODS = {
  card: {
    direction: 'payin',
    payment_source: 'CARD',
    fee_percent: '2.9',
    fee_fixed_minor: 30n,
    settlement_period_days: 0,
    rolling_percent: '5',
    max_attempts: 3,
    refund_fee: 'returned',
  },
  held: {
    direction: 'payin',
    payment_source: 'CARD',
    fee_percent: '1',
    settlement_period_days: 2,
    rolling_percent: '5',
    max_attempts: 2,
    refund_fixed_fee_minor: 25n,
  },
  p2p: { direction: 'payin', payment_source: 'P2P', fee_percent: '1', max_attempts: 2 },
  pix: { direction: 'payin', payment_source: 'PIX', fee_percent: '0.9', max_attempts: 3 },
  blik: { direction: 'payin', payment_source: 'BLIK', fee_percent: '0.9', max_attempts: 4 },
  crypto: {
    direction: 'payin',
    payment_source: 'CRYPTO',
    fee_percent: '0.5',
    tolerance_percent: '2',
    max_attempts: 2,
  },
  payout: { direction: 'payout', payment_source: 'CARD', fee_percent: '1', fee_fixed_minor: 25n },
  split: {
    direction: 'payout',
    payment_source: 'CARD',
    fee_percent: '1.5',
    fee_fixed_minor: 25n,
    max_part_amount_minor: MOST_OF_A_PART_MINOR,
  },
} as const;

/** Makes a merchant, whose methods have routes to two terminals. */
export async function makePlace(context: ServiceContext): Promise<Place> {
  const merchantId = await makeMerchant(context);
  const terminalIds = [await makeTerminal(context), await makeTerminal(context)];
  const gateId = context.newId();
  await context.db
    .insertInto('gates')
    .values({ id: gateId, merchant_id: merchantId, name: 'main' })
    .execute();
  const methods = {
    card: await makeMethod(context, 'card', { gateId, terminalIds }),
    held: await makeMethod(context, 'held', { gateId, terminalIds }),
    p2p: await makeMethod(context, 'p2p', { gateId, terminalIds }),
    pix: await makeMethod(context, 'pix', { gateId, terminalIds }),
    blik: await makeMethod(context, 'blik', { gateId, terminalIds }),
    crypto: await makeMethod(context, 'crypto', { gateId, terminalIds }),
    payout: await makeMethod(context, 'payout', { gateId, terminalIds }),
    split: await makeMethod(context, 'split', { gateId, terminalIds }),
  };
  const { keyId } = await issueKey(context, { scope: 'merchant', merchantId }, 'live');
  return { keyId, gateId, terminalIds, methods };
}

async function makeMerchant(context: ServiceContext): Promise<string> {
  const id = context.newId();
  const created_at = context.now();
  await changeBoundRow(context, { table: 'merchants', id }, (trx) =>
    trx
      .insertInto('merchants')
      .values({
        id,
        name: 'Shop',
        payin_webhook_url: 'https://shop.example/webhooks',
        payout_webhook_url: 'https://shop.example/webhooks',
        refund_webhook_url: 'https://shop.example/webhooks',
        dispute_webhook_url: null,
        webhook_secret_sealed: context.keyring.seal(
          SEALED.webhookSecret,
          id,
          'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        ),
        created_at,
      })
      .execute(),
  );
  return id;
}

async function makeTerminal(context: ServiceContext): Promise<string> {
  const id = context.newId();
  const created_at = context.now();
  await changeBoundRow(context, { table: 'terminals', id }, (trx) =>
    trx
      .insertInto('terminals')
      .values({
        id,
        name: id,
        adapter: 'simulated',
        settings: '{}',
        created_at,
        credentials_sealed: context.keyring.seal(SEALED.terminalCredentials, id, '{}'),
      })
      .execute(),
  );
  return id;
}

async function makeMethod(
  context: ServiceContext,
  name: MethodName,
  { gateId, terminalIds }: Pick<Place, 'gateId' | 'terminalIds'>,
): Promise<string> {
  const id = context.newId();
  await context.db
    .insertInto('gate_methods')
    .values({
      id,
      name,
      gate_id: gateId,
      currency: 'EUR',
      payment_method_currency: 'EUR',
      amount_min_minor: 1n,
      amount_max_minor: 10_000_000n,
      waiting_seconds: 600,
      ...METHODS[name],
    })
    .execute();
  await context.db
    .insertInto('routes')
    .values(
      terminalIds.map((terminal_id) => ({
        id: context.newId(),
        method_id: id,
        terminal_id,
        priority: 1,
      })),
    )
    .execute();
  return id;
}

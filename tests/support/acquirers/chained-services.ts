/** Two gateways in a chain: the second pays through the first one's sandbox. */
import { randomUUID } from 'node:crypto';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod, changeMethod } from '../database/seeds/add-method.ts';
import { addTerminal } from '../database/seeds/terminals.ts';
import { startForwardingProxy } from '../network/forwarding-proxy.ts';
import { startService, type RunningService } from '../process/service.ts';

export interface ChainedServices {
  /** Whose sandbox takes the money. */
  upstream: RunningService;
  /** Whose orders the shopper and the shop know. */
  gateway: RunningService;
  /** The gateway's methods that lead to the upstream. */
  methods: { card: string; payout: string };
  close(): Promise<void>;
}

export async function startChainedServices(): Promise<ChainedServices> {
  const upstream = await startService();
  let gatewayUrl = '';
  // The gateway has to know its own address before it listens.
  const front = await startForwardingProxy(() => gatewayUrl);
  const gateway = await startService({ env: { PUBLIC_URL: front.url } });
  gatewayUrl = gateway.baseUrl;
  const { sandbox } = upstream;
  const terminalId = await addTerminal(gateway, {
    adapter: 'orders-api',
    settings: {
      base_url: upstream.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: sandbox.api_secret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const method = (changes: Parameters<typeof changeMethod>[2]) =>
    methodTo(gateway, terminalId, changes);
  return {
    upstream,
    gateway,
    methods: {
      card: await method({ max_attempts: 3 }),
      // At the gate that has money.
      payout: await method({
        ...{ direction: 'payout', gate_id: await fundedGate(gateway), name: 'upstream' },
      }),
    },
    async close() {
      await gateway.close();
      await upstream.close();
      await front.stop();
    },
  };
}

async function fundedGate({ db, sandbox }: RunningService): Promise<string> {
  const { gate_id: gateId } = await db
    .selectFrom('gate_methods')
    .select('gate_id')
    .where('id', '=', sandbox.methods['payout_card_eur'] ?? '')
    .executeTakeFirstOrThrow();
  return gateId;
}

async function methodTo(
  gateway: RunningService,
  terminal_id: string,
  method: Parameters<typeof changeMethod>[2],
): Promise<string> {
  const method_id = await addMethod(gateway, { route: { up: false } });
  await changeMethod(gateway, method_id, method);
  await changeSettings(gateway.db, gateway.sandbox.merchant_id, (trx) =>
    trx
      .insertInto('routes')
      .values({ id: randomUUID(), method_id, terminal_id, priority: 1 })
      .execute(),
  );
  return method_id;
}

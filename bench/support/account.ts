import { operate } from '../../tests/support/process/operate.ts';
import { appliedMethods, keyAnswer } from '../../tests/support/process/operator-answers.ts';
import type { Tollgate } from './servers.ts';

const MERCHANT = 'Bench';

/**
 * Creates a merchant with a gate in the currencies of these methods.
 *
 * @returns a key of the merchant, and the methods' ids by their names
 */
export async function openAccount(
  tollgate: Tollgate,
  { terminals, methods }: { terminals: object[]; methods: ReturnType<typeof payinMethod>[] },
) {
  const accounts = [...new Set(methods.map(({ currency }) => currency))];
  const deployment = {
    terminals,
    merchants: [{ name: MERCHANT, gates: [{ name: 'main', accounts, methods }] }],
  };
  const done = appliedMethods.parse(
    (await operate(operatorOf(tollgate), 'apply', { deployment })).body,
  );
  const key = await issueKey(tollgate, 'keys issue', { merchant: MERCHANT, kind: 'test' });
  return { key, methods: done.merchants[MERCHANT]?.gates['main']?.methods ?? {} };
}

/** Returns a payin method that is routed to the named terminal. */
export function payinMethod(
  terminal: string,
  { name = terminal, source, currency }: { name?: string; source: string; currency: string },
) {
  return {
    name,
    direction: 'payin',
    payment_source: source,
    currency,
    amount_min: '1.00',
    amount_max: '5000.00',
    waiting_seconds: 3_600,
    fee_percent: '1.5',
    routes: [{ terminal, priority: 1 }],
  };
}

/** Returns a terminal whose acquirer is another Tollgate, as its sandbox's merchant. */
export function ordersApiTerminal({ port, sandbox }: Tollgate) {
  const { methods } = sandbox;
  return {
    name: 'orders-api',
    adapter: 'orders-api',
    settings: {
      base_url: `http://127.0.0.1:${port}`,
      methods: { EUR: methods['card_eur'] },
      transfer_methods: { P2P: { UAH: methods['p2p_uah'] } },
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: sandbox.api_secret,
      webhook_secret: sandbox.webhook_secret,
    },
  };
}

export async function issueKey(
  tollgate: Tollgate,
  command: 'keys issue' | 'keys issue-page',
  input: Record<string, string> = {},
): Promise<{ apiKeyId: string; apiSecret: string }> {
  const { body } = await operate(operatorOf(tollgate), command, input);
  return keyAnswer.parse(body);
}

/** Sends webhooks of the sandbox's merchant to its own addresses; null for nowhere. */
export async function sendWebhooks(
  tollgate: Tollgate,
  urls: Partial<Record<'payin_url' | 'payout_url' | 'refund_url', string | null>>,
): Promise<void> {
  const input = { merchant: tollgate.sandbox.merchant_id, ...urls };
  const { status, body } = await operate(operatorOf(tollgate), 'webhooks configure', input);
  if (status !== 200) throw new Error('The addresses were refused', { cause: body });
}

function operatorOf({ port, dataDirectory }: Tollgate) {
  return { operatorUrl: `http://127.0.0.1:${port + 1}`, dataDirectory };
}

/** The adapter with a fake acquirer whose answers the test scripts. */
import { randomUUID } from 'node:crypto';
import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { ordersApiAdapter } from '#service/acquirers/orders-api/adapter.ts';
import type { NewAttempt } from '#service/acquirers/port.ts';
import { startStandIn, type StandInAnswer } from '../../../support/acquirers/stand-in.ts';
import { newTrial, TOOLS, type Trial } from '../conformance/rig.ts';
import { SANDBOX_CARDS } from '../conformance/sandbox-rig.ts';
import { newTransfer, TRANSFER_INPUTS, type TransferTrial } from '../conformance/transfer-rig.ts';

const STEPS = {
  create: /^POST \/api\/v1\/orders\/payin$/,
  card: /^POST \/api\/v1\/orders\/payin\/card-data$/,
  read: /^GET \/api\/v1\/orders\/payin\/[^?]/,
  find: /^GET \/api\/v1\/orders\/payin\?/,
  pay: /^POST \/api\/v1\/orders\/payout$/,
  findPayout: /^GET \/api\/v1\/orders\/payout\?/,
  refund: /^POST \/api\/merchant\/v1\/refunds$/,
} as const;
export type Step = keyof typeof STEPS;

const METHOD = randomUUID();
const WEBHOOK_SECRET = 'whsec_YQ==';

const PIX = {
  PIX: { currency: 'USD', input: TRANSFER_INPUTS.PIX, instructions: 'redirect' },
} as const;

export async function startScriptedAcquirer() {
  const answers: Partial<Record<Step, StandInAnswer>> = {};
  const requests: string[] = [];
  const standIn = await startStandIn(({ method, path }) => {
    const line = `${method} ${path}`;
    requests.push(line);
    const step = (Object.keys(STEPS) as Step[]).find((name) => STEPS[name].test(line));
    const answer = step === undefined ? undefined : answers[step];
    return answer ?? { status: 500, body: {} };
  });
  const acquirer = await ordersApiAdapter.connect(
    {
      settings: {
        base_url: standIn.baseUrl,
        methods: { EUR: METHOD },
        payout_methods: { EUR: METHOD },
        transfer_methods: { PIX: { USD: METHOD } },
        refunds: true,
      },
      credentials: { api_key_id: 'key', api_secret: 'tg_test_x', webhook_secret: WEBHOOK_SECRET },
    },
    TOOLS,
  );
  const { cards, payouts, transfers, refunds } = acquirer;
  if (cards === undefined || payouts === undefined || refunds === undefined) {
    throw new Error('The adapter lacks an ability');
  }
  return {
    acquirer,
    cards,
    payouts,
    transfers,
    refunds,
    requests,
    answers(step: Step, status: number, body: object | string): void {
      answers[step] = { status, body };
    },
    /** Returns an attempt whose order is made and whose card is accepted. */
    trialOf(overrides: Partial<NewAttempt> = {}): Trial {
      const trial = newTrial({ acquirer, cards: SANDBOX_CARDS }, 'approved', overrides);
      answers.create = { status: 200, body: orderOf(trial.attempt.id, {}) };
      answers.card = { status: 200, body: '' };
      return trial;
    },
    transferOf: (): TransferTrial => newTransfer({ acquirer, transfers: { sources: PIX } }, 'PIX'),
    read(content: unknown) {
      const body = new TextEncoder().encode(JSON.stringify(content));
      const id = randomUUID();
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signStandardWebhook([WEBHOOK_SECRET], { id, timestamp, body }),
      };
      return acquirer.readNotification?.(new Headers(headers), body);
    },
    close: () => standIn.close(),
  };
}

export type ScriptedAcquirer = Awaited<ReturnType<typeof startScriptedAcquirer>>;

/** The id of the order in every test. */
export const ORDER_ID = '0f2e0901-6de9-4bcc-85ec-832f4f62ca36';

/** Returns the order of an attempt of 12.50, with these members changed. */
export function orderOf(reference: string, changes: object) {
  return {
    id: ORDER_ID,
    reference_id: reference,
    status: 'CREATED',
    currency: 'EUR',
    amount: 12.5,
    ...changes,
  };
}

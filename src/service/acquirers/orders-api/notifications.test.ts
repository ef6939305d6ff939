import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { readNotification } from './notifications.ts';
import type { OrdersApiTerminal } from './terminal.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const SECRET = 'whsec_YQ==';
const TERMINAL = {
  settings: { undated_webhooks: false, refunds: true },
  credentials: { webhook_secret: SECRET },
  tools: { now: () => NOW },
} as unknown as OrdersApiTerminal;

function read(content: object) {
  const body = new TextEncoder().encode(JSON.stringify(content));
  const id = randomUUID();
  const timestamp = String(NOW.getTime() / 1_000);
  const signature = signStandardWebhook([SECRET], { id, timestamp, body });
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  return readNotification(
    TERMINAL,
    new Headers({ ...headers, 'webhook-signature': signature }),
    body,
  );
}

const REFUND = {
  type: 'refund',
  id: randomUUID(),
  payin_id: randomUUID(),
  reference_id: 'by hand',
  status: 'SUCCESS',
  resolution: 'OK',
  amount: 12.5,
  currency: 'EUR',
  create_date: 1_795_000_000,
  update_date: 1_795_000_001,
};

it('reports a refund made at the acquirer as a notice about the order that it refunds', () => {
  expect(read([REFUND])).toEqual({
    ok: true,
    notifications: [
      {
        kind: 'notice',
        about: { reference: REFUND.payin_id },
        id: `${REFUND.id} SUCCESS`,
        event: 'refund SUCCESS',
        detail: '12.50 EUR',
      },
    ],
  });
});

it('recognizes our refund by the id in its reference, and leaves its outcome to an inquiry', () => {
  const attemptId = randomUUID();
  expect(read([{ ...REFUND, reference_id: `gateway-refund-${attemptId}` }])).toEqual({
    ok: true,
    notifications: [{ kind: 'refund', attemptId, reported: undefined }],
  });
});

const DISPUTE = {
  type: 'dispute',
  event: 'opened',
  id: randomUUID(),
  payin_id: randomUUID(),
  provider_reference: 'dp_1',
  status: 'OPEN',
  amount: 12.5,
  fee: 15,
  currency: 'EUR',
  reason_code: '10.4',
  answer_by_date: 1_795_900_000,
  create_date: 1_795_000_000,
  update_date: 1_795_000_001,
  history: [
    { event: 'A', step: 'inquiry_opened', date: 1_794_000_000, received_date: 1_795_000_000 },
    { event: 'B', step: 'announced', date: 1_794_000_001, received_date: 1_795_000_001 },
  ],
};

it("takes the acquirer's dispute of our payment, with its latest step", () => {
  const notice = {
    kind: 'dispute',
    about: { reference: DISPUTE.payin_id },
    reference: DISPUTE.id,
    id: `${DISPUTE.id} opened 1794000001`,
    event: 'dispute opened',
    step: 'announced',
    disputed: { amountMinor: 1_250n, currency: 'EUR' },
    reasonCode: '10.4',
    answerBy: new Date(1_795_900_000_000),
    reportedAt: new Date(1_794_000_001_000),
    detail: undefined,
  };
  expect(read([DISPUTE])).toEqual({ ok: true, notifications: [notice] });
  const { history: _, ...short } = DISPUTE;
  expect(read([{ ...short, event: 'won', status: 'WON' }])).toMatchObject({
    notifications: [{ step: 'won', reportedAt: new Date(1_795_000_001_000) }],
  });
  expect(read([{ ...DISPUTE, event: 'due_soon' }])).toEqual({ ok: true, notifications: [] });
});

it('skips what cannot be read of an event, and reads the rest', () => {
  const attemptId = randomUUID();
  const ours = { ...REFUND, reference_id: `gateway-refund-${attemptId}` };
  expect(read([{ type: 'dispute', status: 'OPEN' }, ours])).toEqual({
    ok: true,
    notifications: [{ kind: 'refund', attemptId, reported: undefined }],
    skipped: [{ why: 'unreadable', event: 'OPEN' }],
  });
});

it.each([[[]], [{}]])('cannot read an event without items: %j', (content) => {
  expect(read(content)).toEqual({ ok: false, problem: 'unreadable' });
});

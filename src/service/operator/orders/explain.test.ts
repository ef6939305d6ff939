import { expect, it } from 'vitest';
import { explainOrder, type OrderFacts } from './explain.ts';
import type { TimelineAttempt } from './timeline-queries.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');

const ATTEMPT: TimelineAttempt = {
  id: '00000000-0000-4000-8000-000000000001',
  terminal: 'acme',
  route_priority: 1,
  outcome: 'never_seen',
  superseded: false,
  decline_reason: null,
  decline_advice: null,
  scheme_code: null,
  authentication: null,
  eci: null,
  provider_reference: null,
  unanswered: 0,
  next_inquiry_at: null,
  challenged_at: null,
  instructions: null,
  created_at: AT,
  settled_at: AT,
  effective_after_end_at: null,
};

function failed(
  direction: OrderFacts['direction'],
  attempt: Partial<TimelineAttempt>,
  ended: Partial<OrderFacts> = {},
): string {
  return explainOrder({
    direction,
    status: 'FAILED',
    code: 'ORDER_CANNOT_BE_PROCESSED',
    message: 'The acquirer declined the payment.',
    acquirerMessage: null,
    amount: '12.50 EUR',
    amountMinor: 1250n,
    fee: '0.66 EUR',
    total: '11.84 EUR',
    net: '11.84 EUR',
    refunded: null,
    dispute: null,
    method: 'card_eur',
    limits: undefined,
    gate: 'EUR',
    gateFrozen: false,
    available: undefined,
    routes: [],
    attempts: [{ ...ATTEMPT, ...attempt }],
    maxAttempts: 3,
    cause: 'provider_declined',
    since: AT,
    expiresAt: undefined,
    refusedBy: null,
    failedBy: undefined,
    ...ended,
  });
}

it.each([
  [
    'payin',
    { outcome: 'never_seen' },
    'The last attempt never reached acme: nothing was taken. No attempt was left.',
  ],
  ['payout', { outcome: 'never_seen' }, 'The payout never reached acme: nothing was paid.'],
  [
    'payin',
    { outcome: 'soft_decline' },
    'acme declined it. No attempt was left: the method allows 3.',
  ],
  ['payin', { outcome: 'hard_decline' }, 'acme declined it.'],
  ['payout', { outcome: 'refused' }, 'acme refused it.'],
] as const)('a failed %s whose last attempt has %j is explained', (direction, attempt, text) => {
  expect(failed(direction, attempt)).toBe(text);
});

it.each([
  [
    'that had stopped answering, and answers again',
    [{ silentSince: AT }],
    'acme had not answered since 2026-03-01T12:00:00.000Z. Now acme takes payments.',
  ],
  [
    'of which one is switched off and one fails now',
    [{ up: false }, { terminal: 'beta', circuitOpen: true }],
    'Each was switched off, did not answer, or does not take such a payment. Now acme is switched off, beta does not answer.',
  ],
] as const)('an order that no acquirer could take names acquirers %s', (_which, routes, text) => {
  const route = { terminal: 'acme', adapter: 'stripe', installed: true, up: true } as const;
  const facts = { code: 'ORDER_CANNOT_BE_ROUTED', attempts: [] } as const;
  const usual = { ...route, circuitOpen: false, silentSince: null };
  const explained = failed(
    'payin',
    {},
    { ...facts, routes: routes.map((own) => ({ ...usual, ...own })) },
  );
  const begin = `No acquirer could take the payment at ${AT.toISOString()}, so it was not sent.`;
  expect(explained).toBe(`${begin} ${text}`);
});

it.each([
  [
    'waiting_time_exceeded',
    'Declined by acme: expired card. The payer did not try again before 2026-03-01T12:00:00.000Z.',
  ],
  ['cancelled', 'Declined by acme: expired card. The order was cancelled afterwards.'],
])('an order that ended after a decline (%s) is explained by its decline', (cause, text) => {
  const attempt = { outcome: 'soft_decline', decline_reason: 'expired_card' } as const;
  const ended = {
    status: 'CLOSED',
    code: 'WORKFLOW_EXECUTION_SKIPPED',
    expiresAt: AT,
    cause,
  } as const;
  expect(failed('payin', attempt, ended)).toBe(text);
});

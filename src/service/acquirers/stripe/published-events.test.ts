import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { describeEnd } from '../../../../tests/service/acquirers/conformance/published-answers.ts';
import {
  NO_EVENTS,
  PUBLISHED_EVENTS,
} from '../../../../tests/service/acquirers/stripe/published-events.ts';
import {
  intentOf,
  startScriptedStripe,
  type ScriptedStripe,
} from '../../../../tests/service/acquirers/stripe/scripted-stripe.ts';
import type { NotificationReading } from '../port.ts';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());

/** Returns what an event means, as in the tables. */
function meaningOf(reading: NotificationReading | undefined): string {
  if (reading?.ok !== true) return reading?.problem ?? 'unread';
  const [first] = reading.notifications;
  if (first === undefined) return 'nothing';
  if (first.kind === 'dispute') return `dispute ${first.step}`;
  if (first.kind !== 'card') return first.kind;
  return first.reported?.approves === true ? 'approves' : 'reports';
}

const event = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  api_version: '2020-08-27',
  created: 1_326_853_478,
  livemode: false,
  pending_webhooks: 1,
  type,
  data: { object, previous_attributes: {} },
});

const isOurs = ({ means: [, ours] }: (typeof PUBLISHED_EVENTS)[number]) =>
  ours === 'approves' || ours === 'reports';

describe("events of webhooks, as other programs' tests have them", () => {
  it.each(PUBLISHED_EVENTS)('$source, $type: $means', async ({ type, object, means }) => {
    const [foreign, ours] = means;
    expect(meaningOf(await stripe.read(event(type, object)))).toBe(foreign);
    const metadata = { attempt_id: randomUUID() };
    expect(meaningOf(await stripe.read(event(type, { ...object, metadata })))).toBe(ours);
  });

  it.each(NO_EVENTS)('are not read without an event: %s', async (_source, body) => {
    expect(meaningOf(await stripe.read(body))).toBe('unreadable');
  });

  it.each(PUBLISHED_EVENTS.filter(isOurs))(
    'leave the outcome to the intent: $source, $type',
    async ({ type, object }) => {
      const trial = stripe.trialOf();
      const metadata = { attempt_id: trial.attempt.id };
      const reading = await stripe.read(event(type, { ...object, metadata }));
      const [first] = reading?.ok === true ? reading.notifications : [];
      if (first?.kind !== 'card') throw new Error('The event is not about the attempt');
      const { reported } = first;
      for (const [changes, ends] of [
        [{ status: 'succeeded', amount_received: 1_250 }, 'approved'],
        [{ status: 'processing' }, 'pending'],
        [{ status: 'some_novelty' }, 'pending'],
        [{ status: 'succeeded', amount_received: 1_250, amount: 2_500 }, 'contradiction'],
        [{ status: 'succeeded', amount_received: 1_250, currency: 'usd' }, 'contradiction'],
        [
          { status: 'succeeded', amount_received: 1_250, metadata: { attempt_id: randomUUID() } },
          'contradiction',
        ],
        // What was reported as taken and is not is for an operator.
        [{ status: 'canceled' }, reported?.approves === true ? 'contradiction' : 'never_seen'],
      ] as const) {
        stripe.answers('find', 200, intentOf(trial.attempt, changes));
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const confirmed = stripe.cards.confirmNotification(
          trial.known(),
          reported,
          trial.saver(),
          signal,
        );
        expect(await describeEnd(confirmed)).toBe(ends);
      }
    },
  );

  it('about another intent of an attempt count only if money was taken', async () => {
    const trial = stripe.trialOf();
    const known = { ...trial.known(), reference: 'pi_own' };
    stripe.answers('find', 200, intentOf(trial.attempt, { status: 'processing' }));
    const inquiries = async (approves: boolean) => {
      stripe.requests.length = 0;
      await stripe.cards.confirmNotification(
        known,
        {
          event: approves ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
          success: approves,
          approves,
          reference: 'pi_other',
          amountMinor: 1_250n,
          currency: 'EUR',
          reason: undefined,
        },
        trial.saver(),
        AbortSignal.timeout(PATIENCE_MS),
      );
      return stripe.requests.map((line) => /pi_\w+/.exec(line)?.[0]);
    };
    expect(await inquiries(true)).toEqual(['pi_other']);
    expect(await inquiries(false)).toEqual(['pi_own']);
  });
});

// @module-tag postgres-only
import { expect, it } from 'vitest';
import { OrdersClient } from '#contract/client/client.ts';
import { SANDBOX_CARDS } from '../acquirers/conformance/sandbox-rig.ts';
import { startFaultProxy } from '../acquirers/conformance/fault-proxy.ts';
import { addMethod, addRoute, addTerminal } from '../../support/database/seeds/methods.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { ledgerFindings } from '../../support/process/operator-answers.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const CARD_DATA = /^POST .*\/card-data$/;
const STEP_MS = 20_000;

it('a card that never reached the upstream is asked for again once its request is too old', async () => {
  const clock = movedClock();
  const upstream = await startService({ now: clock.now });
  const downstream = await startService({ now: clock.now });
  const proxy = await startFaultProxy(upstream.baseUrl);
  try {
    const methodId = await methodTo(downstream, upstream, proxy.baseUrl);
    await proxy.break({ does: 'cut', accepted: false }, CARD_DATA);
    const sentAt = clock.now().getTime();
    const { id } = await createdPayin(downstream, { merchant_gate_method_id: methodId });
    const pay = () =>
      downstream.client.submitCardData({
        ...cardDataBody(id),
        card_number: SANDBOX_CARDS.approved,
      });
    expect(await pay()).toMatchObject({ ok: true });
    await payinWhen(downstream, id, 'PROCESS_PENDING');
    await proxy.heal();

    await payinWhen(downstream, id, ({ status }) => {
      if (status === 'CREATED') return true;
      clock.advance(STEP_MS);
      return false;
    });
    const { attempt, order } = await upstreamOf(downstream, upstream, id);
    const refusedFrom = new Date(attempt.provider_reference?.split(' ').at(-1) ?? '');
    expect(attempt.outcome).toBe('never_seen');
    expect(attempt.settled_at?.getTime()).toBeGreaterThanOrEqual(refusedFrom.getTime());
    expect(refusedFrom.getTime() - sentAt).toBeLessThan(330_000);
    expect(order.status).toBe('CREATED');

    // The downstream no longer takes the lost request, whoever still has it.
    const late = new OrdersClient({
      baseUrl: upstream.baseUrl,
      apiKeyId: upstream.sandbox.api_key_id,
      apiSecret: upstream.sandbox.api_secret,
      now: () => sentAt,
    });
    const card = { ...cardDataBody(order.id), card_number: SANDBOX_CARDS.approved };
    expect(await late.submitCardData(card)).toMatchObject({ ok: false, status: 401 });

    expect(await pay()).toMatchObject({ ok: true });
    await payinWhen(downstream, id, 'SUCCESS');
    const paid = await upstream.db
      .selectFrom('payins')
      .select('id')
      .where('status', '=', 'SUCCESS')
      .execute();
    expect(paid).toHaveLength(1);
    expect(await ledgerFindings(downstream)).toEqual([]);
  } finally {
    await proxy.close();
    await downstream.close();
    await upstream.close();
  }
});

async function methodTo(downstream: RunningService, upstream: RunningService, baseUrl: string) {
  const { sandbox } = upstream;
  const terminalId = await addTerminal(downstream, {
    adapter: 'orders-api',
    settings: { base_url: baseUrl, methods: { EUR: sandbox.methods['card_eur'] } },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: sandbox.api_secret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const methodId = await addMethod(downstream, { route: { up: false } });
  await addRoute(downstream, { methodId, terminalId });
  return methodId;
}

/** Returns an order's first attempt, and the upstream's order for it. */
async function upstreamOf(downstream: RunningService, upstream: RunningService, payinId: string) {
  const attempt = await downstream.db
    .selectFrom('payin_attempts')
    .select(['id', 'outcome', 'provider_reference', 'settled_at'])
    .where('payin_id', '=', payinId)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const found = await upstream.client.findPayins(attempt.id);
  const [order] = found.ok ? found.value : [];
  if (order === undefined) throw new Error('The upstream has no such order');
  return { attempt, order };
}

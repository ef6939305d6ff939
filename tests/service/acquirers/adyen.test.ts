import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adyenAdapter } from '#service/acquirers/adyen/adapter.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { adyenRig } from './conformance/adyen-rig.ts';
import { newTrial, type AcquirerRig } from './conformance/rig.ts';
import { acquirerConformance } from './conformance/suite.ts';

describe('the adapter', () => {
  acquirerConformance({
    description: adyenAdapter.describe(),
    remote: true,
    start: adyenRig,
  });
});

describe('Adyen', () => {
  let rig: AcquirerRig;
  beforeAll(async () => {
    rig = await adyenRig();
  });
  afterAll(() => rig.close());

  it.each([
    ['whole is reversed, which cancels what is not captured', 1_250n, 'CANCEL_OR_REFUND'],
    ['in part is refunded', 400n, 'REFUND'],
  ])('reports a payment that was given back %s', async (_what, amountMinor, event) => {
    const trial = newTrial(rig);
    trial.close(await trial.authorize());
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const { acquirer } = rig;
    const attempt = { id: randomUUID(), payment: trial.known(), amountMinor };
    let reference: string | undefined;
    const save = (next: string) => {
      reference = next;
      return Promise.resolve();
    };
    const made = await acquirer.refunds?.refund(attempt, save, patience);
    expect(made).toEqual({ outcome: 'pending', reference });
    const [sent] = await rig.notifications(`refund-${attempt.id}`);
    const reading = await acquirer.readNotification?.(
      sent?.headers ?? new Headers(),
      sent?.body ?? new Uint8Array(),
    );
    const [first] = reading?.ok === true ? reading.notifications : [];
    expect(first).toMatchObject({
      kind: 'refund',
      attemptId: attempt.id,
      reported: { event, success: true },
    });
    const reported = first && 'reported' in first ? first.reported : undefined;
    const known = { ...attempt, reference, startedAt: new Date(), outcome: undefined };
    const found = await acquirer.refunds?.findOutcome(known, reported, save, patience);
    expect(found?.outcome).toBe('refunded');
  });
});

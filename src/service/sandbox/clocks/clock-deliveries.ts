import {
  createDelivery,
  createDeliveryByHand,
  type DeliveryOptions,
  type DeliveryOverrides,
} from '../../webhooks/delivery/delivery.ts';
import type { Dispatcher } from '../../webhooks/delivery/dispatcher.ts';
import type { Timeline } from '../../webhooks/delivery/timeline.ts';
import type { TestClocks } from './test-clocks.ts';

/** Sends the webhooks of merchants whose clocks were moved, each by the merchant's own time. */
export interface ClockDeliveries {
  of: (merchantId: string) => Dispatcher;
  /** While a clock is moved. */
  timeline: Timeline;
  isStopped: () => boolean;
  stop: () => Promise<void>;
}

export function createClockDeliveries(
  parts: Omit<DeliveryOptions, 'now' | 'signingTime' | 'merchantId'>,
  clocks: TestClocks,
  overrides: DeliveryOverrides | undefined,
): ClockDeliveries {
  const dispatchers = new Map<string, Dispatcher>();

  function create(merchantId: string): Dispatcher {
    const { realNow } = clocks;
    const now = () => clocks.nowOf(merchantId);
    const dispatcher = createDelivery(
      { ...parts, now, signingTime: realNow, merchantId },
      overrides,
    );
    dispatchers.set(merchantId, dispatcher);
    return dispatcher;
  }

  const timeline = createDeliveryByHand(
    { ...parts, now: clocks.now, signingTime: clocks.realNow },
    overrides,
  );

  let stopped = false;
  return {
    timeline,
    isStopped: () => stopped,
    of: (merchantId) => dispatchers.get(merchantId) ?? create(merchantId),
    async stop() {
      stopped = true;
      timeline.stop();
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    },
  };
}

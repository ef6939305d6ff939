import {
  createDelivery,
  type DeliveryOptions,
  type DeliveryOverrides,
  type Dispatcher,
} from '../../webhooks/deliver.ts';
import type { Moves } from './moves.ts';
import type { TestClocks } from './test-clocks.ts';

/** Sends the webhooks of merchants whose clocks were moved, each by the merchant's own time. */
export interface ClockDeliveries {
  of: (merchantId: string) => Dispatcher;
  isStopped: () => boolean;
  stop: () => Promise<void>;
}

export function createClockDeliveries(
  parts: Omit<DeliveryOptions, 'now' | 'signingTime' | 'merchant'>,
  { clocks, moves }: { clocks: TestClocks; moves: Moves },
  overrides: DeliveryOverrides | undefined,
): ClockDeliveries {
  const dispatchers = new Map<string, Dispatcher>();
  let stopped = false;

  function create(id: string): Dispatcher {
    const now = () => clocks.nowOf(id);
    const options: DeliveryOptions = {
      ...parts,
      now,
      signingTime: clocks.realNow,
      merchant: { id, leasesGoOnFrom: () => moves.beganAt(id) ?? now() },
    };
    const dispatcher = createDelivery(options, overrides);
    dispatchers.set(id, dispatcher);
    return dispatcher;
  }

  return {
    isStopped: () => stopped,
    of: (merchantId) => dispatchers.get(merchantId) ?? create(merchantId),
    async stop() {
      stopped = true;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    },
  };
}

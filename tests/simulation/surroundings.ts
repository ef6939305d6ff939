import type { Notification } from '#service/acquirers/port.ts';
import { SimulatedAcquirer } from './acquirer.ts';
import type { SimulationDatabase } from './database.ts';
import { noFigures, type Figures } from './figures.ts';
import type { MethodName } from './place.ts';
import { createRandom, type Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** What merchants were told, and what contradicts it. */
export interface Acknowledged {
  /** Orders by the merchant's reference. */
  orders: Map<
    string,
    { id: string; kind: 'payin' | 'payout'; method: string; amountMinor: bigint }
  >;
  /** Ids of refunds by the merchant's reference. */
  refunds: Map<string, string>;
  findings: string[];
}

/** What merchants sent to have an order made. */
export interface SentOrder {
  kind: 'payin' | 'payout';
  method: MethodName;
  amount: number;
}

/** What is around the service: the network, the acquirer, those who use the service, and what they know. */
export interface Surroundings {
  held: SimulationDatabase;
  scheduler: Scheduler;
  acquirer: SimulatedAcquirer;
  /** What the merchant's receiver of webhooks does. */
  receiver: Random;
  /** The ids and the random numbers of the service. */
  ids: Random;
  /** How many operations were begun. */
  begun: number;
  /** What merchants have sent, by its reference. */
  sent: Map<string, SentOrder>;
  acknowledged: Acknowledged;
  /** The bodies that the merchant's receiver took, by the event's id. */
  received: Map<string, string>;
  /** What the acquirer has yet to tell. */
  undelivered: Notification[];
  figures: Figures;
  /** Whether all faults have ended. */
  isHealed: boolean;
}

export function createSurroundings(
  held: SimulationDatabase,
  scheduler: Scheduler,
  seed: number,
): Surroundings {
  return {
    held,
    scheduler,
    acquirer: new SimulatedAcquirer(scheduler, createRandom(seed, 'acquirer')),
    receiver: createRandom(seed, 'world'),
    ids: createRandom(seed, 'ids'),
    begun: 0,
    sent: new Map(),
    acknowledged: { orders: new Map(), refunds: new Map(), findings: [] },
    received: new Map(),
    undelivered: [],
    figures: noFigures(),
    isHealed: false,
  };
}

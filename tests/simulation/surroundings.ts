import type { DisputeNotice, Notification } from '#service/acquirers/port.ts';
import { Acknowledged, type SentOrder } from './acknowledged.ts';
import { SimulatedAcquirer } from './acquirer/acquirer.ts';
import type { SimulationDatabase } from './database.ts';
import { noFigures, type Figures } from './figures.ts';
import { createRandom, type Random } from './random.ts';
import type { Life, Scheduler } from './scheduler.ts';

export type Told = Notification | DisputeNotice;

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
  /** The amounts of merchants' links, by their ids. */
  links: Map<string, bigint>;
  acknowledged: Acknowledged;
  /** The bodies that the merchant's receiver took, by the event's id. */
  received: Map<string, string>;
  /** The process that sends a webhook now, by the event's id. */
  sending: Map<string, Life>;
  /** What the acquirer has yet to tell. */
  undelivered: Told[];
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
    receiver: createRandom(seed, 'receiver'),
    ids: createRandom(seed, 'ids'),
    begun: 0,
    sent: new Map(),
    links: new Map(),
    acknowledged: new Acknowledged(),
    received: new Map(),
    sending: new Map(),
    undelivered: [],
    figures: noFigures(),
    isHealed: false,
  };
}

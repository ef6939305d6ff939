import { bootstrap, type ServiceParts } from '#service/bootstrap.ts';
import { readConfig, type ServiceConfig } from '#service/configuration.ts';
import {
  createCallerDirectory,
  type CallerDirectory,
} from '#service/merchants/caller-directory.ts';
import type { MerchantCaller } from '#service/merchants/settings.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { createLog } from '#service/platform/log.ts';
import type { KnownOrder } from './acknowledged.ts';
import { postToReceiver } from './actors/receiver.ts';
import type { Place } from './place.ts';
import type { Random } from './random.ts';
import type { Life } from './scheduler.ts';
import type { Surroundings } from './surroundings.ts';

/** One process of the service. */
export interface Process {
  life: Life;
  parts: ServiceParts;
  context: ServiceContext;
  callers: CallerDirectory;
}

/** Everything that a simulation consists of. Actors act in it. */
export interface World extends Surroundings {
  place: Place;
  /** The process of the service that lives now. */
  process: Process;
}

/** Something that somebody does. Its name is part of the trace. */
export type Act = (world: World, choice: Random) => Promise<unknown>;

const CONFIG = readConfig({
  PUBLIC_URL: 'https://pay.example',
  DATABASE_URL: 'postgres://not.used/',
  SANDBOX: 'off',
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, place) => place)).toString('base64'),
  LOG_LEVEL: 'silent',
}) as ServiceConfig;
const LOG = createLog(CONFIG.logLevel, { write: () => undefined });

/** Starts a process of the service, whose clock, ids, timers and sockets are the simulation's. */
export async function startProcess(world: Surroundings, life: Life): Promise<Process> {
  const { scheduler, ids } = world;
  const now = () => new Date(Math.floor(scheduler.nowMs));
  return scheduler.in(life, async () => {
    const parts = await bootstrap(
      CONFIG,
      {
        now,
        systemMs: () => scheduler.nowMs,
        newId: () => ids.uuid(),
        random: () => ids.next(),
        timers: scheduler.timers,
        adapters: [world.acquirer.adapter],
        webhooks: { poster: { post: (request, stop) => postToReceiver(world, request, stop) } },
      },
      LOG,
      world.held.database,
    );
    const { context } = parts;
    const callers = createCallerDirectory({
      db: context.db,
      batches: context.batches,
      keyring: context.keyring,
      now,
      testKeys: false,
      pageKey: undefined,
      onTouchFailed: () => undefined,
      reportUnverified: context.reportUnverified,
    });
    return { life, parts, context, callers };
  });
}

/** The merchant as the service knows it by its key. */
export async function merchantIn({ process, place }: World): Promise<MerchantCaller> {
  const found = await process.callers.find(place.keyId, { fresh: false });
  if (found?.caller.scope !== 'merchant') throw new Error('The key is not known');
  return found.caller;
}

/** Picks one of the latest orders that merchants know of. */
export function pickOrder(
  { acknowledged }: World,
  choice: Random,
  wanted: (order: KnownOrder) => boolean = () => true,
): KnownOrder | undefined {
  return choice.pick([...acknowledged.orders.values()].filter(wanted).slice(-LATEST));
}

const LATEST = 12;

import { randomUUID } from 'node:crypto';
import { claimDueEvents, type ClaimedMerchant, type Turn } from './claim-queries.ts';
import { releaseUnknown } from './queries.ts';
import { IN_FLIGHT_PER_HOST } from './prefetch.ts';
import { createSender, type SenderDeps } from './sender.ts';

export interface DispatcherDeps extends SenderDeps {
  leaseMs: number;
  /** Whose events alone it sends; undefined for everybody's. */
  merchant?: ClaimedMerchant | undefined;
}

export interface Dispatcher {
  /** Looks for due events now. Cheap to call too often: calls that come together are one. */
  wake: () => void;
  /**
   * The same where nobody wakes us: for events of other processes, retries, leases that ended.
   *
   * @throws when the events could not be claimed
   */
  claim: () => Promise<void>;
  /** After connections were lost: releases what was leased by a claim whose answer never came. */
  recover: () => Promise<void>;
  /** Claims what is due, and settles when nothing that was claimed is under way. */
  settle: () => Promise<void>;
  stop(): Promise<void>;
}

/** Takes due events from the table and has them sent, until it is stopped. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const sender = createSender(deps, wake);
  const leaseId = randomUUID();
  const turn: Turn = { known: 0n };
  let claiming: Promise<void> | undefined;
  let lookAgain = false;
  let stopping = false;
  let recovering = false;

  function wake(): void {
    lookAgain = true;
    if (claiming !== undefined) return;
    claim().catch((error: unknown) => {
      deps.log.error({ err: error }, 'Due webhooks were not claimed; they are due again');
    });
  }

  function claim(): Promise<void> {
    lookAgain = true;
    claiming ??= claimWhileAsked().finally(() => {
      claiming = undefined;
      if (lookAgain) wake();
    });
    return claiming;
  }

  /** A failure is not repeated from here: the database may be unavailable, and a tick asks again. */
  async function claimWhileAsked(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      await claimAndSend();
    }
  }

  async function claimAndSend(): Promise<void> {
    const most = sender.room();
    if (stopping || most <= 0) return;
    const now = deps.now();
    if (recovering) await releaseUnknown(deps.db, { leaseId, leased: sender.leased(), now });
    recovering = false;
    const claim = {
      leaseId,
      now,
      most,
      merchant: deps.merchant,
      leaseEndsAt: new Date(now.getTime() + deps.leaseMs),
      allowances: sender.allowances(),
      otherAllowance: IN_FLIGHT_PER_HOST,
    };
    sender.send(await claimDueEvents(deps.db, claim, turn), claim.allowances);
  }

  return {
    wake,
    claim,
    recover() {
      recovering = true;
      return claim();
    },
    settle: () => claim().then(() => sender.settled()),
    async stop() {
      stopping = true;
      // Whoever asked for this claim gets its error.
      await claiming?.catch(() => undefined);
      await sender.stop();
    },
  };
}

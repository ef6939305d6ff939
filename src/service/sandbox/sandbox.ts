import { sql } from 'kysely';
import { inquireAboutAttempt } from '../payins/inquire.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { AcquirerAdapter } from '../providers/adapter.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import type { MerchantClocks } from '../http/developer/merchant-clocks.ts';
import type { DeliveryOptions, DeliveryOverrides } from '../webhooks/deliver.ts';
import { createClockDeliveries, createMoves, type ClockDeps } from './clocks/advance.ts';
import { clockSweep, merchantClocks } from './clocks/clocks.ts';
import { createTestClocks } from './clocks/test-clocks.ts';
import {
  beginAtBank,
  findBankPayment,
  payAtBank,
  notifyOfArrivals,
  type BankDeps,
} from './bank.ts';
import { createSandboxAcquirer } from './acquirer.ts';
import { decideChallenge, findChallenge, type ChallengeDeps } from './challenge.ts';
import { SANDBOX_MIGRATIONS } from './migrations.ts';
import { createSandboxPayer, createSandboxRefunder } from './money-out.ts';
import { createSandboxApp } from './routes.ts';
import type { SandboxTables } from './schema.ts';
import { seedSandbox } from './seed.ts';
import type { SandboxSettings } from './settings.ts';
import { sandboxAdapter } from './terminal.ts';
import { createSandboxTransfers } from './transfers.ts';

interface SandboxConfig {
  dataDirectory: string;
  /** The origin that shoppers see. */
  publicUrl: string;
  /** The base URL of `pay_url`. */
  pageUrl: string;
}

/** The simulated outside world, as bootstrap uses it. */
export interface Sandbox {
  adapter: AcquirerAdapter;
  /** Returns the time of the merchant whose work is running. */
  now: () => Date;
  nowOf: (merchantId: string) => Date;
  movedClocks: () => readonly string[];
  /**
   * Wakes the webhook dispatcher of the merchant whose work is running. Returns false if the merchant has no
   * dispatcher of its own.
   */
  wakeWebhooks: () => boolean;
  /** Creates the sandbox's tables and merchants if they are missing. @returns the path of `sandbox.json` */
  prepare(context: ServiceContext): Promise<string>;
  /** Returns the sweeps that only a sandbox has. */
  sweeps(context: ServiceContext): Sweep[];
  /** Returns the clock functions that requests use. */
  clocks(context: ServiceContext): MerchantClocks;
  /** Returns the sandbox's own API by path, for the simulated pages of the issuer and of the payer's bank. */
  mounts(context: ServiceContext): Record<string, ReturnType<typeof createSandboxApp>>;
  stop(): Promise<void>;
}

interface SandboxParts {
  database: Database;
  now: () => Date;
  delivery: Omit<DeliveryOptions, 'now' | 'signingTime'>;
  deliveryOverrides: DeliveryOverrides | undefined;
}

/** Kysely requires type aliases here, not interfaces. */
type Members<Tables> = {
  [Table in keyof Tables]: { [Column in keyof Tables[Table]]: Tables[Table][Column] };
};

/** The sandbox's own database connections. Without them, a busy service would make its acquirer look unresponsive. */
const CONNECTIONS = 3;

export function createSandbox(
  config: SandboxConfig,
  settings: SandboxSettings,
  { database, now: realNow, delivery, deliveryOverrides }: SandboxParts,
): Sandbox {
  const db = database.separate(CONNECTIONS).$extendTables<Members<SandboxTables>>();
  const clocks = createTestClocks(realNow);
  const moves = createMoves();
  const deliveries = createClockDeliveries(delivery, { clocks, moves }, deliveryOverrides);
  const timed = (context: ServiceContext): ClockDeps => ({
    db,
    clocks,
    moves,
    context,
    deliveries,
  });
  const deps = { db, now: clocks.now, ...settings };
  const sending = new Set<string>();
  const returnUrl = (orderId: string) => `${config.pageUrl}/pay/${orderId}/status`;
  const bankDeps = (context: ServiceContext): BankDeps => ({
    db,
    now: clocks.now,
    returnUrl,
    inTimeOfOrder: merchantClocks(clocks, timed(context)).inTimeOfOrder,
    context,
    sending,
  });
  const challengeUrl = (attemptId: string) => `${config.publicUrl}/challenge/${attemptId}`;
  return {
    adapter: sandboxAdapter({
      cards: createSandboxAcquirer({ ...deps, challengeUrl }),
      payouts: createSandboxPayer(deps),
      transfers: createSandboxTransfers(deps),
      refunds: createSandboxRefunder(deps),
    }),
    now: clocks.now,
    nowOf: clocks.nowOf,
    movedClocks: clocks.moved,
    wakeWebhooks() {
      const merchantId = clocks.merchant();
      if (merchantId === undefined) return false;
      // A move delivers webhooks itself, even the first move, before the clock is ahead.
      if (moves.isMoving(merchantId)) return true;
      if (clocks.aheadMs(merchantId) === 0) return false;
      deliveries.of(merchantId).wake();
      return true;
    },
    async prepare(context) {
      await migrate(database.longRunning, SANDBOX_MIGRATIONS);
      await clocks.load(db);
      return seedSandbox(context, config);
    },
    sweeps: (context) => [clockSweep(timed(context)), arrivalSweep(bankDeps(context))],
    clocks: (context) => merchantClocks(clocks, timed(context)),
    mounts(context) {
      const { inTimeOfOrder } = merchantClocks(clocks, timed(context));
      const bank = bankDeps(context);
      const challenges: ChallengeDeps = {
        db,
        returnUrl,
        onDecided({ attempt_id: id, order_id: orderId }) {
          const ask = () => inquireAboutAttempt(context, id);
          return orderId === null ? ask() : inTimeOfOrder(orderId, ask);
        },
      };
      return {
        '/api/sandbox/v1': createSandboxApp({
          find: (attemptId) => findChallenge(challenges, attemptId),
          decide: (attemptId, decision) => decideChallenge(challenges, attemptId, decision),
          findPayment: (id) => findBankPayment(bank, id),
          pay: (id, action) =>
            action === 'begin' ? beginAtBank(bank, id) : payAtBank(bank, id, action),
        }),
      };
    },
    stop: () => deliveries.stop(),
  };
}

/** Returns the sweep for money that was sent earlier and arrives later: after confirmations, or too late. */
function arrivalSweep(deps: BankDeps): Sweep {
  return {
    name: 'sandbox-arrivals',
    due: () => sql`exists (select from sandbox.receipts where not told)`,
    run: () => notifyOfArrivals(deps),
  };
}

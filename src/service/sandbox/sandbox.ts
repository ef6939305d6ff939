import { sql } from 'kysely';
import { inquireAboutAttempt } from '../payins/inquire.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { AcquirerAdapter } from '../acquirers/adapter.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import type { TimeTriggers } from '../http/routes/developer.ts';
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
import {
  triggerDisputeDeadline,
  triggerExpiry,
  triggerRelease,
  triggerRedelivery,
} from './triggers.ts';

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
  /** Creates the sandbox's tables and merchants if they are missing. @returns the path of `sandbox.json` */
  prepare(context: ServiceContext): Promise<string>;
  /** Returns the sweeps that only a sandbox has. */
  sweeps(context: ServiceContext): Sweep[];
  /** Returns the handlers of requests for what otherwise takes time. */
  triggers(context: ServiceContext): TimeTriggers;
  /** Returns the sandbox's own API by path, for the simulated pages of the issuer and of the payer's bank. */
  mounts(context: ServiceContext): Record<string, ReturnType<typeof createSandboxApp>>;
}

interface SandboxParts {
  database: Database;
  now: () => Date;
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
  { database, now }: SandboxParts,
): Sandbox {
  const db = database.separate(CONNECTIONS).$extendTables<Members<SandboxTables>>();
  const deps = { db, now, ...settings };
  const sending = new Set<string>();
  const returnUrl = (orderId: string) => `${config.pageUrl}/pay/${orderId}/status`;
  const bankDeps = (context: ServiceContext): BankDeps => ({
    db,
    now,
    returnUrl,
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
    async prepare(context) {
      await migrate(database.longRunning, SANDBOX_MIGRATIONS);
      return seedSandbox(context, config);
    },
    sweeps: (context) => [arrivalSweep(bankDeps(context))],
    triggers: (context) => ({
      triggerExpiry: ({ caller, body }) => triggerExpiry(context, caller, body.payin_id),
      triggerRelease: ({ caller, body }) => triggerRelease(context, caller, body),
      triggerRedelivery: ({ caller, body }) => triggerRedelivery(context, caller, body.order_id),
      triggerDisputeDeadline: ({ caller, body }) =>
        triggerDisputeDeadline(context, caller, body.dispute_id),
    }),
    mounts(context) {
      const bank = bankDeps(context);
      const challenges: ChallengeDeps = {
        db,
        returnUrl,
        onDecided: ({ attempt_id: id }) => inquireAboutAttempt(context, id),
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
  };
}

/** Returns the sweep for money that was sent earlier and arrives later: after confirmations, or too late. */
function arrivalSweep(deps: BankDeps): Sweep {
  return {
    name: 'sandbox-arrivals',
    due: (now) =>
      sql`exists (select from sandbox.receipts where not told and arrives_at <= ${now})`,
    run: () => notifyOfArrivals(deps),
  };
}

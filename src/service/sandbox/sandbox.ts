import { takeNotification } from '../payins/attempts/take-notification.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Database } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Adapter } from '../providers/registry.ts';
import { createSandboxAcquirer } from './acquirer.ts';
import { decideChallenge, findChallenge, type ChallengeDeps } from './challenge.ts';
import { SANDBOX_MIGRATIONS } from './migrations.ts';
import { createSandboxPayer } from './payer.ts';
import { createSandboxApp } from './routes.ts';
import type { SandboxTables } from './schema.ts';
import { SANDBOX_ADAPTER, seedSandbox } from './seed.ts';
import type { SandboxSettings } from './settings.ts';

interface SandboxConfig {
  dataDirectory: string;
  /** The origin that shoppers see. */
  publicUrl: string;
  /** Where `pay_url` points. */
  pageUrl: string;
}

/** The stand-in for the outside world, as the composition root sees it. */
export interface Sandbox {
  adapter: Adapter;
  /** Makes its tables and its merchants where they are missing. @returns the path of `sandbox.json` */
  prepare(context: ServiceContext): Promise<string>;
  /** Its own interface, by the path that it stands at: what a challenge page needs. */
  mounts(context: ServiceContext): Record<string, ReturnType<typeof createSandboxApp>>;
}

/** Kysely takes types here, not interfaces. */
type Members<Tables> = {
  [Table in keyof Tables]: { [Column in keyof Tables[Table]]: Tables[Table][Column] };
};

/** A service that is busy would else make its acquirer look silent. */
const CONNECTIONS = 3;

export function createSandbox(
  config: SandboxConfig,
  settings: SandboxSettings,
  { database, now }: { database: Database; now: () => Date },
): Sandbox {
  const db = database.separate(CONNECTIONS).$extendTables<Members<SandboxTables>>();
  const deps = { db, now, ...settings };
  const challengeUrl = (attemptId: string) => `${config.publicUrl}/challenge/${attemptId}`;
  return {
    adapter: {
      name: SANDBOX_ADAPTER,
      cards: createSandboxAcquirer({ ...deps, challengeUrl }),
      payouts: createSandboxPayer(deps),
    },
    async prepare(context) {
      await migrate(database.longRunning, SANDBOX_MIGRATIONS);
      return seedSandbox(context, config);
    },
    mounts(context) {
      const challenges: ChallengeDeps = {
        db,
        returnUrl: (orderId) => `${config.pageUrl}/pay/${orderId}/status`,
        onDecided: (attemptId) => takeNotification(context, SANDBOX_ADAPTER, attemptId),
      };
      return {
        '/api/sandbox/v1': createSandboxApp({
          find: (attemptId) => findChallenge(challenges, attemptId),
          decide: (attemptId, decision) => decideChallenge(challenges, attemptId, decision),
        }),
      };
    },
  };
}

import { askAboutAttempt } from '../payins/attempts/ask-about-attempt.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Database } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { AcquirerAdapter } from '../providers/adapter.ts';
import { createSandboxAcquirer } from './acquirer.ts';
import { decideChallenge, findChallenge, type ChallengeDeps } from './challenge.ts';
import { SANDBOX_MIGRATIONS } from './migrations.ts';
import { createSandboxPayer } from './payer.ts';
import { createSandboxApp } from './routes.ts';
import type { SandboxTables } from './schema.ts';
import { seedSandbox } from './seed.ts';
import type { SandboxSettings } from './settings.ts';
import { sandboxAdapter } from './terminal.ts';

interface SandboxConfig {
  dataDirectory: string;
  /** The origin that shoppers see. */
  publicUrl: string;
  /** Where `pay_url` points. */
  pageUrl: string;
}

/** The stand-in for the outside world, as the composition root sees it. */
export interface Sandbox {
  adapter: AcquirerAdapter;
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
    adapter: sandboxAdapter({
      cards: createSandboxAcquirer({ ...deps, challengeUrl }),
      payouts: createSandboxPayer(deps),
    }),
    async prepare(context) {
      await migrate(database.longRunning, SANDBOX_MIGRATIONS);
      return seedSandbox(context, config);
    },
    mounts(context) {
      const challenges: ChallengeDeps = {
        db,
        returnUrl: (orderId) => `${config.pageUrl}/pay/${orderId}/status`,
        onDecided: (attemptId) => askAboutAttempt(context, attemptId),
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

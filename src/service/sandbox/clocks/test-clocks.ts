import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { ClockTable, SandboxDb } from '../schema.ts';
import { prepared } from '../../platform/database/statement.ts';

/** Real time, and how far each merchant is ahead of it (docs/decisions/064). */
export interface TestClocks {
  /** The time of the merchant whose work is being done, and of nobody's the real one. */
  now: () => Date;
  nowOf: (merchantId: string) => Date;
  realNow: () => Date;
  /** Whose work is being done. */
  merchant: () => string | undefined;
  /** Does work of a merchant, and all that it begins, at the merchant's time. */
  inTimeOf: <Value>(merchantId: string, work: () => Value) => Value;
  aheadMs: (merchantId: string) => number;
  /** Those whose clocks were moved. */
  moved: () => string[];
  /** Never back; in this process alone, until it is saved. */
  pass: (merchantId: string, to: Date) => void;
  /** Saves how far a merchant is ahead, for other processes and later ones. */
  save: (db: SandboxDb, merchantId: string) => Promise<void>;
  /** Reads what this or another process has moved. */
  load: (db: SandboxDb) => Promise<void>;
}

export function createTestClocks(realNow: () => Date): TestClocks {
  const ahead = new Map<string, number>();
  const saved = new Map<string, number>();
  const current = new AsyncLocalStorage<string>();
  const aheadMs = (merchantId: string) => ahead.get(merchantId) ?? 0;

  function learn(merchantId: string, ms: number): void {
    ahead.set(merchantId, Math.max(aheadMs(merchantId), ms));
  }

  const nowOf = (merchantId: string) => new Date(realNow().getTime() + aheadMs(merchantId));

  return {
    now() {
      const merchantId = current.getStore();
      return merchantId === undefined ? realNow() : nowOf(merchantId);
    },
    nowOf,
    realNow,
    merchant: () => current.getStore(),
    inTimeOf: (merchantId, work) => current.run(merchantId, work),
    aheadMs,
    moved: () => [...ahead.keys()],
    pass(merchantId, to) {
      learn(merchantId, Math.max(0, Math.ceil(to.getTime() - realNow().getTime())));
    },
    async save(db, merchantId) {
      const ms = aheadMs(merchantId);
      if (saved.get(merchantId) === ms) return;
      await moveClock(db, { merchant_id: merchantId, ahead_ms: BigInt(ms) });
      saved.set(merchantId, ms);
    },
    async load(db) {
      for (const { merchant_id: id, ahead_ms: ms } of await selectClocks(db)) learn(id, Number(ms));
    },
  };
}

async function selectClocks(db: SandboxDb): Promise<ClockTable[]> {
  return db.selectFrom('sandbox.clocks').selectAll().execute();
}

/** A clock never goes back, even where two move it at once. */
async function moveClock(db: SandboxDb, clock: ClockTable): Promise<void> {
  const query = db
    .insertInto('sandbox.clocks')
    .values(clock)
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({
        ahead_ms: sql`greatest(clocks.ahead_ms, excluded.ahead_ms)`,
      }),
    );
  await prepared(db, query.compile());
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { ClockTable, SandboxDb } from '../schema.ts';
import { prepared } from '../../platform/database/statement.ts';

/** The merchants' clocks: real time plus an offset for each merchant (docs/decisions/064). */
export interface TestClocks {
  /** Returns the time of the merchant whose work is running; real time if there is none. */
  now: () => Date;
  nowOf: (merchantId: string) => Date;
  realNow: () => Date;
  /** Returns the merchant whose work is running. */
  merchant: () => string | undefined;
  /** Runs a merchant's work, and everything that it starts, at the merchant's time. */
  inTimeOf: <Value>(merchantId: string, work: () => Value) => Value;
  aheadMs: (merchantId: string) => number;
  /** Returns the merchants whose clocks were moved. */
  moved: () => string[];
  /** Moves a clock forward, never back. Other processes see it only after `save`. */
  pass: (merchantId: string, to: Date) => void;
  /** Saves a merchant's offset, for other and later processes. */
  save: (db: SandboxDb, merchantId: string) => Promise<void>;
  /** Reads the offsets that this or another process has saved. */
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

/** Saves an offset. Never reduces it, even if two processes move the clock at once. */
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

import type { Generated, Kysely } from 'kysely';
import type { AcquirerFileTables } from './tables/acquirer-files.ts';
import type { AlertTables } from './tables/alerts.ts';
import type { ExceptionQueueTables } from './tables/exception-queue.ts';
import type { CounterTables } from './tables/counters.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { LinkTables } from './tables/links.ts';
import type { ListTables } from './tables/lists.ts';
import type { MerchantTables } from './tables/merchants.ts';
import type { PayinTables } from './tables/payins.ts';
import type { PayoutTables } from './tables/payouts.ts';
import type { DisputeTables } from './tables/disputes.ts';
import type { RefundTables } from './tables/refunds.ts';
import type { OperatingTables } from './tables/operating.ts';
import type { PeopleTables } from './tables/people.ts';
import type { WebhookTables } from './tables/webhooks.ts';

export type {
  ApiKeyTable,
  BlockedValueTable,
  GateMethodTable,
  MerchantTable,
  NewGateMethod,
  RouteTable,
} from './tables/merchants.ts';
export type { NewPayin, PayinAttemptTable, PayinRow, PayinTable } from './tables/payins.ts';

/** One row: a known text, sealed under the master key that this database belongs to. */
export interface KeyringCheckTable {
  id: number;
  sealed: Uint8Array;
  /** The key of all fingerprints, which outlives the master key. */
  fingerprint_key_sealed: Uint8Array;
}

/**
 * The tables as Kysely sees them; `migrations/` creates them. int8 is bigint, numeric is decimal text, and `…_minor`
 * are hundredths of the currency in the same row.
 */
export interface Tables
  extends
    MerchantTables,
    PayinTables,
    LinkTables,
    PayoutTables,
    RefundTables,
    DisputeTables,
    LedgerTables,
    ListTables,
    WebhookTables,
    AlertTables,
    ExceptionQueueTables,
    OperatingTables,
    PeopleTables,
    AcquirerFileTables,
    CounterTables {
  /** Work that one process at a time does: that process locks the row. */
  exclusive_work: { name: ExclusiveWork; turn: Generated<bigint> };
  keyring_check: KeyringCheckTable;
}

/** A database, or a transaction in it. */
export type Db = Kysely<Tables>;

export type { TimedWork } from './tables/counters.ts';

export type ExclusiveWork =
  | 'claim-webhooks'
  | 'fold-order-counts'
  | 'apply-deployment'
  | 'append-audit'
  | 'change-people';

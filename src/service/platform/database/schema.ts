import type { Generated } from 'kysely';
import type { AcquirerFileTables } from './schema-acquirer-files.ts';
import type { AskTables } from './schema-asks.ts';
import type { LedgerTables } from './schema-ledger.ts';
import type { ListTables } from './schema-lists.ts';
import type { MerchantTables } from './schema-merchants.ts';
import type { PayinTables } from './schema-payins.ts';
import type { PayoutTables } from './schema-payouts.ts';
import type { ReportTables } from './schema-reports.ts';
import type { OperatingTables } from './schema-operating.ts';
import type { PeopleTables } from './schema-people.ts';
import type { WebhookTables } from './schema-webhooks.ts';

export type {
  ApiKeyTable,
  BlockedValueTable,
  GateMethodTable,
  MerchantTable,
  NewGateMethod,
  RouteTable,
} from './schema-merchants.ts';
export type { NewPayin, PayinAttemptTable, PayinRow, PayinTable } from './schema-payins.ts';

/** One row: a known text, sealed under the master key that this database belongs to. */
export interface KeyringCheckTable {
  id: number;
  sealed: Uint8Array;
  /** What fingerprints are keyed by; null until a release that seals it has started. */
  fingerprint_key_sealed: Uint8Array | null;
}

/**
 * The tables as Kysely sees them; `migrations/` makes them. int8 is bigint, numeric is decimal text,
 * `…_minor` are hundredths of the currency beside them.
 */
export interface Tables
  extends
    MerchantTables,
    PayinTables,
    PayoutTables,
    LedgerTables,
    ListTables,
    WebhookTables,
    AskTables,
    OperatingTables,
    PeopleTables,
    ReportTables,
    AcquirerFileTables {
  /** Work that one process at a time does: it locks its row. */
  exclusive_work: { name: ExclusiveWork; turn: Generated<bigint> };
  keyring_check: KeyringCheckTable;
}

export type ExclusiveWork =
  'claim-webhooks' | 'fold-order-counts' | 'apply-deployment' | 'append-audit' | 'change-people';

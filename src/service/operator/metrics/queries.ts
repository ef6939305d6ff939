import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

/** More are not counted: whoever has so many is in trouble whatever their number. */
const MOST_COUNTED = 10_000;
/** Terminals and methods that are named; a process tells no more apart. */
const MOST_NAMED = 100;

export interface StoredState {
  webhooks_pending: number;
  webhooks_oldest_seconds: number;
  webhooks_late_seconds: number;
  attention_open: number;
  ledger_check_age_seconds: number | null;
  ledger_findings: number | null;
}

/** What no process alone knows, in one statement by indexes, however many orders there are. */
export async function selectStoredState(db: Db, now: Date): Promise<StoredState> {
  const { rows } = await sql<StoredState>`
    with pending as materialized (
      select created_at, next_attempt_at from webhook_events where next_attempt_at is not null
      order by next_attempt_at limit ${MOST_COUNTED}
    ), checked as materialized (
      select at, jsonb_array_length(findings) as findings from ledger_checks order by at desc limit 1
    )
    select
      (select count(*)::integer from pending) as webhooks_pending,
      (select coalesce(${secondsSince('min(created_at)', now)}, 0) from pending) as webhooks_oldest_seconds,
      (select coalesce(${secondsSince('min(next_attempt_at)', now)}, 0) from pending) as webhooks_late_seconds,
      (select count(*)::integer from (
        select from attention where resolved_at is null limit ${MOST_COUNTED}) open) as attention_open,
      (select ${secondsSince('at', now)} from checked) as ledger_check_age_seconds,
      (select findings from checked) as ledger_findings`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row had none');
  return row;
}

/** None where it is yet to come. */
function secondsSince(column: 'min(created_at)' | 'min(next_attempt_at)' | 'at', now: Date) {
  return sql`greatest(0, extract(epoch from ${now}::timestamptz - ${sql.raw(column)}))::float8`;
}

export interface Named {
  kind: 'terminal' | 'method';
  id: string;
  name: string;
  /** Whether payments may go there; of methods always. */
  up: boolean;
}

/** By which names a person knows the ids that labels hold. */
export async function selectNames(db: Db): Promise<Named[]> {
  const { rows } = await sql<Named>`
    (select 'terminal' as kind, id::text as id, name, up from terminals order by created_at limit ${MOST_NAMED})
    union all
    (select 'method', gate_methods.id::text, merchants.name || ' / ' || gates.name || ' / ' || gate_methods.name, true
      from gate_methods join gates on gates.id = gate_id join merchants on merchants.id = merchant_id
      order by merchants.created_at, gate_methods.id limit ${MOST_NAMED})`.execute(db);
  return rows;
}

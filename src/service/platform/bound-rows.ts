import { timingSafeEqual } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tables } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import { runInGroups } from './in-turns.ts';
import { FINGERPRINTED, type FingerprintPurpose, type Keyring } from './keyring.ts';

/**
 * The columns of each table that the keyed hash of a row covers: who may call or operate the service, with which role and
 * until when, and where card data, an acquirer's key and webhooks go. The number of the audit row that made the row is
 * one of them: a row that was copied back from before has the right hash and an old number (decision 18).
 */
const BOUND = {
  api_keys: [
    'id',
    'merchant_id',
    'scope',
    'secret_sealed',
    'expires_at',
    'revoked_at',
    'audit_number',
  ],
  terminals: ['id', 'adapter', 'settings', 'credentials_sealed', 'merchant_id', 'audit_number'],
  merchants: [
    'id',
    'payin_webhook_url',
    'payout_webhook_url',
    'refund_webhook_url',
    'dispute_webhook_url',
    'audit_number',
  ],
  people: [
    'id',
    'email',
    'role',
    'merchant_id',
    'oidc_issuer',
    'oidc_subject',
    'removed_at',
    'audit_number',
  ],
  passkeys: ['id', 'person_id', 'credential_id', 'public_key', 'removed_at', 'audit_number'],
  invitations: [
    'id',
    'token_hash',
    'person_id',
    'role',
    'merchant_id',
    'email',
    'expires_at',
    'used_at',
    'audit_number',
  ],
  operator_sessions: ['id', 'token_hash', 'person_id', 'expires_at', 'ended_at', 'audit_number'],
  operator_tokens: ['id', 'token_hash', 'name', 'role', 'expires_at', 'revoked_at', 'audit_number'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

export type BoundTable = keyof typeof BOUND;
/** The columns of a bound row, as a query returns them or `boundRowAsJson` does. */
export type BoundRow<Table extends BoundTable> = Record<
  (typeof BOUND)[Table][number] | 'row_mac',
  unknown
>;

type Hashing = Pick<Keyring, 'fingerprint'>;

/** Returns the keyed hash of values. Without the master key, write access to the database is not enough to make one. */
export function macOf(
  keyring: Hashing,
  purpose: FingerprintPurpose,
  values: readonly unknown[],
): Buffer {
  return keyring.fingerprint(purpose, JSON.stringify(values.map(toText)));
}

/** @param mac bytes, or their hexadecimal text from JSON; null verifies nothing */
export function isMacOf(
  keyring: Hashing,
  purpose: FingerprintPurpose,
  values: readonly unknown[],
  mac: unknown,
): boolean {
  const given = Buffer.from(toText(mac) ?? '', 'hex');
  const right = macOf(keyring, purpose, values);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Returns the same text for a value whether it came as such or in JSON. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'object') return JSON.stringify(value);
  throw new TypeError('A keyed hash covers texts, times, bytes, whole numbers and JSON');
}

/** Returns whether this service wrote the row and nobody has changed it since. */
export function isBound<Table extends BoundTable>(
  keyring: Hashing,
  table: Table,
  row: BoundRow<Table>,
): boolean {
  return isMacOf(keyring, FINGERPRINTED.boundRow, valuesOf(table, row), row.row_mac);
}

function valuesOf(table: BoundTable, row: object): unknown[] {
  const members = new Map<string, unknown>(Object.entries(row));
  return [table, ...BOUND[table].map((column) => members.get(column))];
}

const BYTES: ReadonlySet<string> = new Set(['secret_sealed', 'credentials_sealed', 'row_mac']);

/** Builds the JSON object of a row's bound columns. The query has the table in scope. */
export function boundRowAsJson<Table extends 'terminals' | 'merchants'>(
  table: Table,
): RawBuilder<BoundRow<Table>> {
  const members = [...BOUND[table], 'row_mac'].map((name) => {
    const column = sql.ref(`${table}.${name}`);
    if (BYTES.has(name)) return sql`${sql.lit(name)}, encode(${column}, 'hex')`;
    return name === 'audit_number'
      ? sql`${sql.lit(name)}, ${column}::text`
      : sql`${sql.lit(name)}, ${column}`;
  });
  return sql`jsonb_build_object(${sql.join(members)})`;
}

/** Reports a row that is not as this service left it. */
export type ReportUnverified = (
  /** `API key 0198…`. */
  row: string,
  /** What follows, as a sentence. */
  consequence: string,
) => void;

/** The rows that the audit row of a change under way will bind, by table. */
export type RowsToBind = Map<BoundTable, Set<string>>;

export interface BindDeps {
  db: Db;
  keyring: Keyring;
  rowsToBind?: RowsToBind | undefined;
}

interface ChangedRow {
  table: BoundTable;
  id: string | readonly string[];
  /** Whether the change sets every bound column, so that nothing of the row as it was remains. */
  isWhole?: boolean;
}

/**
 * Adds or changes a bound row, or several, and renews its hash: in a change that is audited, once the number of the audit row is
 * known. A row that did not match its hash before keeps the wrong one, unless the change sets all that the hash covers:
 * otherwise an operator's next change would confirm what somebody else wrote.
 *
 * Locks the rows until the transaction ends.
 */
export async function changeBoundRow<Result>(
  deps: BindDeps,
  { table, id, isWhole = false }: ChangedRow,
  write: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(deps.db, async (db) => {
    const { keyring, rowsToBind } = deps;
    const ids = typeof id === 'string' ? [id] : id;
    const waiting = rowsToBind?.get(table) ?? new Set<string>();
    const wrong = isWhole ? new Set<string>() : await lockWrongRows({ db, keyring }, table, ids);
    const result = await write(db);
    const right = ids.filter((each) => waiting.has(each) || !wrong.has(each));
    if (rowsToBind === undefined)
      await bindRows({ db, keyring }, new Map([[table, new Set(right)]]));
    else rowsToBind.set(table, new Set([...waiting, ...right]));
    return result;
  });
}

/** Locks rows. @returns the ids of those that are not as this service left them */
async function lockWrongRows(
  { db, keyring }: { db: Db; keyring: Hashing },
  table: BoundTable,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<SelectedRow & { is_copied_back: boolean }>`
    select ${columnsOf(table)}, ${isCopiedBack(table)} as is_copied_back from ${sql.table(table)}
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  const wrong = rows.filter((row) => row.is_copied_back || !isBound(keyring, table, row));
  return new Set(wrong.map(({ id }) => id));
}

/**
 * Builds the condition that the audit has a newer row about a row than the one that made it: somebody copied it back from
 * before. Who removes that row of the audit is found by `audit verify`.
 *
 * @param alias the name that the query has for the table
 */
export function isCopiedBack(table: BoundTable, alias: string = table): RawBuilder<boolean> {
  const name = sql`to_jsonb(${boundRowName(table, '')}::text || ${sql.ref(`${alias}.id`)}::text)`;
  // The maximum over a subquery of its own makes PostgreSQL use the index of bound rows: otherwise it would read all of
  // the audit since the row was made.
  return sql<boolean>`coalesce((
    select max(number) from (
      select number from audit where bound_rows is not null and bound_rows::jsonb @> ${name} offset 0
    ) made
  ) > coalesce(${sql.ref(`${alias}.audit_number`)}, 0), false)`;
}

/** Names a row as the audit does. */
export function boundRowName(table: BoundTable, id: string): string {
  return `${table} ${id}`;
}

/** The most rows that are bound in one statement. */
const BOUND_AT_ONCE = 500;

/**
 * Writes the hashes of rows as they are.
 *
 * @param numberOf returns the number of the audit row that made a row, by the row's name; undefined if it keeps the
 *   number that it has
 */
export async function bindRows(
  { db, keyring }: { db: Db; keyring: Hashing },
  rows: RowsToBind,
  numberOf: (row: string) => bigint | undefined = () => undefined,
): Promise<void> {
  for (const [table, ids] of rows) {
    await runInGroups([...ids], BOUND_AT_ONCE, async (group) => {
      const selected = await selectBound(db, table, sql`id = any(${group}::uuid[])`);
      const bound = selected.map((row) => ({
        ...row,
        audit_number: numberOf(boundRowName(table, row.id)) ?? row.audit_number,
      }));
      const macs = bound.map((row) =>
        macOf(keyring, FINGERPRINTED.boundRow, valuesOf(table, row)).toString('hex'),
      );
      await sql`
        update ${sql.table(table)} as kept
        set row_mac = decode(bound.mac, 'hex'), audit_number = bound.number
        from unnest(${bound.map(({ id }) => id)}::uuid[], ${macs}::text[],
          ${bound.map(({ audit_number: number }) => number)}::bigint[]) as bound (id, mac, number)
        where kept.id = bound.id`.execute(db);
      return [];
    });
  }
}

/** A row of any bound table. */
export interface SelectedRow extends BoundRow<BoundTable> {
  id: string;
  audit_number: bigint | null;
}

/** Lists bound rows by id. */
export function selectBoundAfter(
  db: Db,
  table: BoundTable,
  after: string | undefined,
): Promise<SelectedRow[]> {
  const condition = after === undefined ? sql`true` : sql`id > ${after}`;
  return selectBound(db, table, sql`${condition} order by id limit ${sql.lit(BOUND_AT_ONCE)}`);
}

async function selectBound(
  db: Db,
  table: BoundTable,
  which: RawBuilder<unknown>,
): Promise<SelectedRow[]> {
  const { rows } = await sql<SelectedRow>`
    select ${columnsOf(table)} from ${sql.table(table)} where ${which}`.execute(db);
  return rows;
}

function columnsOf(table: BoundTable): RawBuilder<unknown> {
  return sql.join([...BOUND[table], 'row_mac'].map((column) => sql.ref(column)));
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its members
export const BOUND_TABLES = Object.keys(BOUND) as readonly BoundTable[];

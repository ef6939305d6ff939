import { timingSafeEqual } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { AuditHeadTable } from '../../platform/database/tables/operating.ts';
import { isTimeFor, takeTimedWork } from '../../platform/database/timed-work.ts';
import { FINGERPRINTED } from '../../platform/keyring-purposes.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';

type Db = Kysely<Tables>;

/** The last row of a cell's audit. */
export interface AuditHead {
  cell: number;
  number: bigint;
  hash: Uint8Array;
}

/** As it rests: with a keyed hash, so that whoever can only write to the database cannot say that the audit ends sooner. */
type RestingHead = Pick<Selectable<AuditHeadTable>, 'number' | 'hash' | 'mac'>;

const ROW = 1;

function headMac(keyring: Pick<Keyring, 'fingerprint'>, head: AuditHead): Buffer {
  const said = [head.cell, String(head.number), hex(head.hash)];
  return keyring.fingerprint(FINGERPRINTED.auditHead, JSON.stringify(said));
}

/** Whether the service made it, in this cell. */
export function isHead(
  keyring: Pick<Keyring, 'fingerprint'>,
  cell: number,
  { mac, ...head }: RestingHead,
): boolean {
  const right = headMac(keyring, { cell, ...head });
  return mac.length === right.length && timingSafeEqual(mac, right);
}

export function selectHead(db: Db): Promise<RestingHead | undefined> {
  return db.selectFrom('audit_head').select(['number', 'hash', 'mac']).executeTakeFirst();
}

export interface AuditEnd {
  /** How many rows there should be. */
  turn: bigint;
  head: RestingHead | undefined;
}

/** Both at one moment: they change together. */
export async function selectEnd(db: Db): Promise<AuditEnd> {
  const { rows } = await sql<
    { turn: bigint } & { [Member in keyof RestingHead]: RestingHead[Member] | null }
  >`
    select turn, head.number, head.hash, head.mac
    from exclusive_work left join audit_head head on true where name = 'append-audit'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The audit has no turn');
  const { turn, number, hash, mac } = row;
  const isThere = number !== null && hash !== null && mac !== null;
  return { turn, head: isThere ? { number, hash, mac } : undefined };
}

export async function setHead(
  { db, keyring }: { db: Db; keyring: Keyring },
  head: AuditHead,
): Promise<void> {
  const { number, hash } = head;
  const values = { number, hash, mac: headMac(keyring, head) };
  await db
    .insertInto('audit_head')
    .values({ id: ROW, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** What is kept outside of the database proves later that the end was not cut off: `audit verify --head`. */
export function logHead(
  { log }: Pick<ServiceContext, 'log'>,
  { cell, number, hash }: AuditHead,
): void {
  log.info({ cell, auditRows: String(number), auditHead: hex(hash) }, 'The last row of the audit');
}

const HOUR_MS = 3_600_000;

/** Says the head each hour, in one process. */
export function auditHeadSweep(context: ServiceContext): Sweep {
  const { db, keyring, log } = context;
  const { cell } = context.place;
  return {
    name: 'log-audit-head',
    due: (now) => isTimeFor('log-audit-head', now),
    async run() {
      const now = context.now();
      const until = new Date(now.getTime() + HOUR_MS);
      if (!(await takeTimedWork(db, 'log-audit-head', { now, until }))) return;
      const { head, turn } = await selectEnd(db);
      if (head === undefined) return;
      if (head.number > turn || !isHead(keyring, cell, head)) log.error({ cell }, NOT_RIGHT);
      else logHead(context, { cell, ...head });
    },
  };
}

export const NOT_RIGHT = 'The end of the audit is not as it was recorded: audit verify says more';

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { AuditRow } from './entry.ts';

type Db = Kysely<Tables>;

/** The next row's number; whoever has it holds the others up until its transaction ends. */
export async function takeAuditNumber(trx: Db): Promise<bigint> {
  const { turn } = await trx
    .updateTable('exclusive_work')
    .set(({ eb }) => ({ turn: eb('turn', '+', 1n) }))
    .where('name', '=', 'append-audit')
    .returning('turn')
    .executeTakeFirstOrThrow();
  return turn;
}

export function selectAuditRow(
  db: Db,
  number: bigint,
): Promise<Pick<AuditRow, 'hash' | 'cell'> | undefined> {
  return db
    .selectFrom('audit')
    .select(['hash', 'cell'])
    .where('number', '=', number)
    .executeTakeFirst();
}

/** In the order of their numbers. */
export function selectAuditAfter(db: Db, number: bigint, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export interface AuditFilter {
  /** Rows with lower numbers. */
  before: bigint | undefined;
  actor?: string | undefined;
  command?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The latest first. */
export function selectAuditPage(db: Db, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('number', 'desc').limit(limit);
  if (filter.before !== undefined) query = query.where('number', '<', filter.before);
  if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
  if (filter.command !== undefined) query = query.where('command', '=', filter.command);
  if (filter.subject !== undefined) {
    query = query.where(sql<boolean>`strpos(subject, ${filter.subject}) > 0`);
  }
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  return query.execute();
}

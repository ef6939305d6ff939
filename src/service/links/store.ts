import type { Currency } from '#domain/money.ts';
import { MOST_UNPAID_LINK_PAYINS } from '#domain/order/link.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, MerchantTable } from '../platform/database/schema.ts';
import type { LinkRow, NewLink } from '../platform/database/tables/links.ts';

/** A link with its latest payins, newest first, and whether one of all of them succeeded. */
export interface FoundLink extends LinkRow {
  is_paid: boolean;
  /** The merchant's name. */
  merchant: string;
  /** JSON of the database, in which an int8 is text. */
  payins: LinkPayinJson[];
}

interface LinkPayinJson {
  id: string;
  reference_id: string;
  status: OrderStatus;
  amount_minor: string;
  created_at: string;
}

/** The most payins that are shown of a link. */
const MOST_PAYINS_SHOWN = 20;

const IS_PAID = sql<boolean>`exists (
  select from link_payins join payins on payins.id = link_payins.payin_id
  where link_payins.link_id = links.id and payins.status = 'SUCCESS')`;

function selectFound(which: RawBuilder<unknown>) {
  return sql<FoundLink>`
    select links.*, merchants.name as merchant, ${IS_PAID} as is_paid,
      coalesce(latest.payins, '[]') as payins
    from links join merchants on merchants.id = links.merchant_id left join lateral (
      select jsonb_agg(jsonb_build_object('id', made.id, 'reference_id', made.reference_id,
        'status', made.status, 'amount_minor', made.amount_minor::text,
        'created_at', made.created_at) order by made.number desc) as payins
      from (
        select payins.*, link_payins.number
        from link_payins join payins on payins.id = link_payins.payin_id
        where link_payins.link_id = links.id
        order by link_payins.number desc limit ${sql.lit(MOST_PAYINS_SHOWN)}
      ) made
    ) latest on true
    where ${which}`;
}

export interface LinksWanted {
  /** Undefined for the links of all merchants. */
  merchantId: string | undefined;
  from?: string | undefined;
  /** The last instant, included. */
  to?: string | undefined;
  /** The id of the link after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** Reads links, newest first; none if `after` is not one of the merchant's. */
export async function selectLinks(
  db: Db,
  { merchantId, from, to, after, limit }: LinksWanted,
): Promise<FoundLink[]> {
  const ofMerchant = (table: string) =>
    merchantId === undefined ? sql`true` : sql`${sql.ref(`${table}.merchant_id`)} = ${merchantId}`;
  const { rows } = await selectFound(sql`${ofMerchant('links')}
    and ${from === undefined ? sql`true` : sql`links.created_at >= ${from}::timestamptz`}
    and ${to === undefined ? sql`true` : sql`links.created_at <= ${to}::timestamptz`}
    and ${
      after === undefined
        ? sql`true`
        : sql`(links.created_at, links.id) < (
            select last.created_at, last.id from links as last
            where last.id = ${after} and ${ofMerchant('last')})`
    }
    order by links.created_at desc, links.id desc limit ${limit}::integer`).execute(db);
  return rows;
}

/** Reads a link; undefined if there is none with this id, or none of the merchant. */
export async function selectLink(
  db: Db,
  id: string,
  merchantId?: string,
): Promise<FoundLink | undefined> {
  const isOwn = merchantId === undefined ? sql`true` : sql`links.merchant_id = ${merchantId}`;
  const { rows } = await selectFound(sql`links.id = ${id} and ${isOwn}`).execute(db);
  return rows[0];
}

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db.insertInto('links').values(link).execute();
}

/** Closes a link, unless it is closed. */
export async function closeOpenLink(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('links')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

/**
 * Locks a link until the transaction ends, so that its payins are made one after the other. Reads it when it has the lock:
 * a statement that waits for a lock sees what others committed before it began.
 */
export async function lockLink(trx: Db, id: string): Promise<FoundLink | undefined> {
  await sql`select from links where id = ${id} for no key update`.execute(trx);
  return selectLink(trx, id);
}

/** Returns the latest payin of a link that is neither FAILED nor CLOSED. */
export async function selectLivePayin(trx: Db, linkId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('link_payins')
    .innerJoin('payins', 'payins.id', 'link_payins.payin_id')
    .select('payins.id')
    .where('link_id', '=', linkId)
    .where('status', 'not in', ['FAILED', 'CLOSED'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Counts the payins that one network made by a link since a time. */
export async function countOfAddress(
  trx: Db,
  { linkId, addressKey, since }: { linkId: string; addressKey: Uint8Array; since: Date },
): Promise<number> {
  const { made } = await trx
    .selectFrom('link_payins')
    .select(({ fn }) => fn.countAll<bigint>().as('made'))
    .where('link_id', '=', linkId)
    .where('address_key', '=', addressKey)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** Returns whether the latest payins of a link are as many as it may make without a payment, and none is paid. */
export async function isWithoutPayment(trx: Db, linkId: string): Promise<boolean> {
  const { rows } = await sql<{ is_reached: boolean }>`
    select count(*) = ${sql.lit(MOST_UNPAID_LINK_PAYINS)} and bool_and(status <> 'SUCCESS') as is_reached
    from (
      select payins.status from link_payins join payins on payins.id = link_payins.payin_id
      where link_payins.link_id = ${linkId}
      order by link_payins.number desc limit ${sql.lit(MOST_UNPAID_LINK_PAYINS)}
    ) latest`.execute(trx);
  return rows[0]?.is_reached === true;
}

export async function insertLinkPayin(
  trx: Db,
  row: { payin_id: string; link_id: string; address_key: Uint8Array; created_at: Date },
): Promise<void> {
  await trx.insertInto('link_payins').values(row).execute();
}

/** What a link's page shows, as it is stored. */
export interface LinkViewRow
  extends
    Pick<
      LinkRow,
      | 'use'
      | 'amount_minor'
      | 'amount_min_minor'
      | 'amount_max_minor'
      | 'description'
      | 'expires_at'
      | 'closed_at'
    >,
    Pick<
      MerchantTable,
      'name' | 'logo_url' | 'accent' | 'support_url' | 'operator_name' | 'terms_url' | 'privacy_url'
    > {
  currency: Currency;
  is_paid: boolean;
}

export async function selectLinkView(db: Db, id: string): Promise<LinkViewRow | undefined> {
  return db
    .selectFrom('links')
    .innerJoin('merchants', 'merchants.id', 'links.merchant_id')
    .select(['use', 'links.currency', 'amount_minor', 'amount_min_minor', 'amount_max_minor'])
    .select(['links.description', 'expires_at', 'closed_at'])
    .select(['name', 'logo_url', 'accent', 'support_url'])
    .select(['operator_name', 'terms_url', 'privacy_url'])
    .select(IS_PAID.as('is_paid'))
    .where('links.id', '=', id)
    .executeTakeFirst();
}

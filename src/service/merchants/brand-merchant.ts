import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

/** How a merchant looks on the payment page. Undefined leaves as it is, null takes away. */
export interface Branding {
  name?: string | undefined;
  /** `data:image/…`, or a path on the page's own origin: a page loads nothing from elsewhere. */
  logoUrl?: string | null | undefined;
  /** `#rrggbb`. */
  accent?: string | null | undefined;
  supportUrl?: string | null | undefined;
}

/** @returns false when there is no such merchant */
export async function brandMerchant(
  db: Kysely<Tables>,
  merchantId: string,
  { name, logoUrl, accent, supportUrl }: Branding,
): Promise<boolean> {
  const branded = await db
    .updateTable('merchants')
    // The id as well: an update that sets nothing is none.
    .set({ id: merchantId, name, logo_url: logoUrl, accent, support_url: supportUrl })
    .where('id', '=', merchantId)
    .returning('id')
    .executeTakeFirst();
  return branded !== undefined;
}

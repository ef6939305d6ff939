import type { Db } from '../platform/database/schema.ts';

/** How a merchant looks on the payment page. Undefined leaves as it is, null removes. */
export interface Branding {
  name?: string | undefined;
  /** `data:image/…`, or a path on the page's own origin: a page loads nothing from elsewhere. */
  logoUrl?: string | null | undefined;
  /** `#rrggbb`. */
  accent?: string | null | undefined;
  supportUrl?: string | null | undefined;
  /** Who runs the shop: a company's name and seat. */
  operatorName?: string | null | undefined;
  termsUrl?: string | null | undefined;
  privacyUrl?: string | null | undefined;
}

/** @returns false when there is no such merchant */
export async function brandMerchant(
  db: Db,
  merchantId: string,
  branding: Branding,
): Promise<boolean> {
  const branded = await db
    .updateTable('merchants')
    // The id as well: an update that sets nothing is none.
    .set({
      id: merchantId,
      name: branding.name,
      logo_url: branding.logoUrl,
      accent: branding.accent,
      support_url: branding.supportUrl,
      operator_name: branding.operatorName,
      terms_url: branding.termsUrl,
      privacy_url: branding.privacyUrl,
    })
    .where('id', '=', merchantId)
    .returning('id')
    .executeTakeFirst();
  return branded !== undefined;
}

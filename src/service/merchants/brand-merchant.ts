import type { Db } from '../platform/database/schema.ts';

/** A merchant's appearance on the payment page. Undefined leaves a value unchanged; null removes it. */
export interface Branding {
  name?: string | undefined;
  /** `data:image/…`, or a path on the page's own origin: the page loads nothing from other origins. */
  logoUrl?: string | null | undefined;
  /** `#rrggbb`. */
  accent?: string | null | undefined;
  supportUrl?: string | null | undefined;
  /** The company that runs the shop: its name and registered office. */
  operatorName?: string | null | undefined;
  termsUrl?: string | null | undefined;
  privacyUrl?: string | null | undefined;
}

/** @returns false for an unknown merchant */
export async function brandMerchant(
  db: Db,
  merchantId: string,
  branding: Branding,
): Promise<boolean> {
  const branded = await db
    .updateTable('merchants')
    // Also sets the id, to itself: with no other column given, the UPDATE would have an empty SET clause.
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

import type { Currency } from '#domain/money.ts';
import type { LinkUse } from '#domain/order/link.ts';
import type { ReturnUrls } from '#domain/order/return-url.ts';
import type { GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { Json } from '../columns.ts';

interface LinkTable {
  id: string;
  merchant_id: string;
  method_id: string;
  currency: Currency;
  /** Null for a range. */
  amount_minor: bigint | null;
  amount_min_minor: bigint | null;
  amount_max_minor: bigint | null;
  description: string | null;
  reference_prefix: string;
  use: LinkUse;
  pay_again: boolean;
  callback_url: string | null;
  return_urls: Json<ReturnUrls>;
  addresses_mac: Uint8Array | null;
  expires_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
}

interface LinkPayinTable {
  payin_id: string;
  link_id: string;
  number: GeneratedAlways<bigint>;
  address_key: Uint8Array;
  created_at: Date;
}

export interface LinkTables {
  links: LinkTable;
  link_payins: LinkPayinTable;
}

export type LinkRow = Selectable<LinkTable>;
export type NewLink = Insertable<LinkTable>;

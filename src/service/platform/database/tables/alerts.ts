import type { Generated } from 'kysely';
import type { Json } from '../columns.ts';

export interface AlertChannelTable {
  id: string;
  kind: 'email' | 'chat' | 'webhook';
  /** By e-mail to everybody of this role; null where there is an address. */
  role: string | null;
  /** Only what is wrong of this merchant; null for everything. */
  merchant_id: string | null;
  /** An e-mail address or a URL. */
  address_sealed: Uint8Array | null;
  /** What a webhook is signed by. */
  secret_sealed: Uint8Array | null;
  /** What of the address may be read. */
  shown: string;
  silent_until: Date | null;
  created_at: Date;
}

/** What a channel was told of, and has not ended. */
export interface AlertTable {
  channel_id: string;
  kind: string;
  subject: string;
  detail: string;
  began_at: Date;
  /** When it was last found. */
  seen_at: Date;
}

/** On its way while `due_at` is set; sent, or given up. */
export interface AlertMessageTable {
  id: string;
  channel_id: string;
  body: Json<AlertMessage>;
  created_at: Date;
  due_at: Date | null;
  tries: Generated<number>;
  error: string | null;
  sent_at: Date | null;
}

/** Never with card or customer data. */
export interface AlertMessage {
  began: Alert[];
  ended: Alert[];
  /** Sent to try the channel. */
  isTrial?: boolean;
}

export interface Alert {
  kind: string;
  subject: string;
  detail: string;
  /** ISO 8601. */
  since: string;
}

export interface AlertTables {
  alert_channels: AlertChannelTable;
  alerts: AlertTable;
  alert_messages: AlertMessageTable;
}

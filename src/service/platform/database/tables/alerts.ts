import type { Generated } from 'kysely';
import type { Json } from '../columns.ts';

export interface AlertChannelTable {
  id: string;
  kind: 'email' | 'webhook';
  /** Alerts go by e-mail to everybody with this role; null if the channel has an address. */
  role: string | null;
  /** Only alerts about this merchant are sent; null for all alerts. */
  merchant_id: string | null;
  /** An e-mail address or a URL. */
  address_sealed: Uint8Array | null;
  /** The key that signs a webhook. */
  secret_sealed: Uint8Array | null;
  /** The part of the address that may be shown. */
  shown: string;
  silent_until: Date | null;
  created_at: Date;
}

/** An alert that a channel was notified of, and that has not ended. */
export interface AlertTable {
  channel_id: string;
  kind: string;
  subject: string;
  title: string;
  detail: string;
  began_at: Date;
  /** When it was last found. */
  seen_at: Date;
}

/** A message to a channel. It is waiting while `due_at` is set, and otherwise sent or given up. */
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

/** Never contains card or customer data. */
export interface AlertMessage {
  began: Alert[];
  ended: Alert[];
  /** How many began and ended, if more than the message names; the next messages name the others. */
  total?: { began: number; ended: number };
  /** Whether the message is only a test of the channel. */
  isTrial?: boolean;
}

export interface Alert {
  kind: string;
  /** Absent once the problem has ended. */
  severity?: 'page' | 'ticket';
  subject: string;
  /** What is wrong, as a sentence without its period. */
  title: string;
  detail: string;
  /** ISO 8601. */
  since: string;
  /** The console's view of the problem; absent once it has ended. */
  path?: string;
}

export interface AlertTables {
  alert_channels: AlertChannelTable;
  alerts: AlertTable;
  alert_messages: AlertMessageTable;
}

import type { ColumnTypes } from '../platform/database/batch/batched-statement.ts';
import type { PayinTable } from '../platform/database/schema.ts';

/** What is known of a payin when it is made, and as what. */
export const GIVEN_TYPES = {
  id: 'uuid',
  group_id: 'uuid',
  merchant_id: 'uuid',
  reference_id: 'text',
  gate_id: 'uuid',
  method_id: 'uuid',
  status: 'text',
  resolution: 'text',
  resolution_code: 'text',
  resolution_message: 'text',
  payment_source: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  payment_method_currency: 'text',
  payment_method_amount_minor: 'bigint',
  conversion_rate: 'numeric',
  fee_percent: 'numeric',
  fee_fixed_minor: 'bigint',
  fee_min_minor: 'bigint',
  fee_max_minor: 'bigint',
  fee_total_minor: 'bigint',
  total_minor: 'bigint',
  hold_minor: 'bigint',
  settlement_period_days: 'integer',
  rolling_percent: 'numeric',
  rolling_minor: 'bigint',
  payment_method_data: 'jsonb',
  customer: 'jsonb',
  callback_url: 'text',
  return_urls: 'jsonb',
  request: 'jsonb',
  max_attempts: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const satisfies Partial<ColumnTypes<PayinTable>>;

export type GivenColumn = keyof typeof GIVEN_TYPES;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its members
export const GIVEN_COLUMNS = Object.keys(GIVEN_TYPES) as readonly GivenColumn[];

/** All columns of a payin: statements that are prepared name them. One that is missing does not compile. */
export const PAYIN_COLUMNS = [
  ...GIVEN_COLUMNS,
  'seq_id',
  'attempts_made',
  'terminal_id',
  'route_id',
  'provider_error_message',
  'card_number_masked',
  'card_brand',
  'challenge_url',
  'rrn',
  'comment',
  'comment_internal',
] as const satisfies (keyof PayinTable)[];

import { z } from 'zod';

import {
  currency,
  orderStatus,
  paymentSource,
  resolution,
  resolutionCode,
} from './enumerations.ts';

/** How an order stands, as a payin and a payout say it alike. */
export const ORDER_STATE = {
  status: orderStatus,
  resolution: resolution.optional(),
  resolution_code: resolutionCode.optional(),
  resolution_message: z.string().optional(),
  provider_error_message: z.string().optional(),
  payment_source: paymentSource.optional(),
  currency,
  amount: z.number(),
};

/** What a method takes of an order, and what is left of it or paid in all. */
export const ORDER_FEES = {
  fee_percent: z.number().optional(),
  fee_fixed: z.number().optional(),
  fee_min: z.number().optional(),
  fee_max: z.number().optional(),
  fee_total: z.number().optional(),
  total: z.number().optional(),
};

/** In Unix seconds. */
export const ORDER_DATES = {
  create_date: z.int().optional(),
  update_date: z.int().optional(),
};

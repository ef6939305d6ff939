import { CURRENCIES, parseAmount } from '#domain/money.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { z } from 'zod';
import { instant } from '../input.ts';
import { merchant } from '../named.ts';
import { readPlace } from './search-place.ts';

const MAX_TEXT = 255;
const text = z.string().min(1).max(MAX_TEXT).optional();

const MOST_ORDERS = 200;
const USUAL_ORDERS = '50';

/** What orders are found by, in any combination; all that is named must hold. */
export const SEARCH_INPUT = {
  id: z.uuid().optional(),
  reference: text,
  email: text,
  last_four: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional()
    .describe('DIGITS'),
  card: z
    .string()
    .regex(/^\d{6}\*{2,9}\d{4}$/, 'must be as answers show it, like 424242******4242')
    .optional()
    .describe('MASKED'),
  rrn: text,
  provider_reference: text,
  amount: z
    .string()
    .refine((given) => parseAmount(given) !== undefined, 'must be an amount like 10.50')
    .optional()
    .describe('AMOUNT'),
  currency: z.enum(CURRENCIES).optional(),
  direction: z.enum(['payin', 'payout']).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  resolution_code: z.enum(RESOLUTION_CODES).optional(),
  merchant: merchant.optional(),
  method: z.uuid().optional(),
  terminal: z.string().min(1).max(MAX_TEXT).optional().describe('NAME|UUID'),
  from: instant.optional(),
  to: instant.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number')
    .refine((given) => Number(given) >= 1 && Number(given) <= MOST_ORDERS, {
      error: `must lie between 1 and ${MOST_ORDERS}`,
    })
    .default(USUAL_ORDERS)
    .describe('NUMBER'),
  after: z
    .string()
    .max(MAX_TEXT, { abort: true })
    .refine((given) => readPlace(given) !== undefined, "must be an earlier answer's next")
    .optional()
    .describe('NEXT'),
};

export type SearchInput = z.output<z.ZodObject<typeof SEARCH_INPUT>>;

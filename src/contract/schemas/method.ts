import { z } from 'zod';
import { currency, paymentSource } from './fields.ts';
import { id, money } from './order.ts';

/** What a payer may be asked for in addition to what the order's customer has. */
const ASKED_OF_PAYER = ['email', 'phone', 'address', 'cpf'] as const;

const method = z
  .object({
    id: id('The `merchant_gate_method_id` of orders.'),
    name: z.string().meta({ description: "The method's name, unique within its gate." }),
    payment_source: paymentSource,
    direction: z
      .enum(['payin', 'payout'])
      .meta({ description: 'Whether it takes payins or payouts.' }),
    currency: currency.meta({ description: 'The currency of its orders.' }),
    payment_method_currency: currency.meta({
      description: 'The currency in which the payer pays.',
    }),
    amount_min: money('The least amount of an order.'),
    amount_max: money('The largest amount of an order.'),
    active: z.boolean().meta({
      description: 'Whether orders are accepted: the method and its gate are switched on.',
    }),
    asks: z.array(z.enum(ASKED_OF_PAYER)).meta({
      description:
        "What the page asks the payer for if the order's customer lacks it; with both `email` and `phone`, one of them may be enough.",
    }),
  })
  .meta({ id: 'Method', description: "One of the merchant's payment methods." });
export type Method = z.output<typeof method>;

export const methodList = z
  .object({ content: z.array(method).meta({ description: 'All of them.' }) })
  .meta({ id: 'MethodList', description: "The merchant's payment methods." });
export type MethodList = z.output<typeof methodList>;

/** What Checkout API v72 requires of our requests, as its published description has it. */
import { z } from 'zod';

const text = z.string().min(1);

export const paymentRequest = z.strictObject({
  amount: z.strictObject({ currency: z.string().length(3), value: z.int() }),
  reference: text,
  merchantAccount: text,
  returnUrl: z.url().max(8_000),
  channel: z.literal('Web'),
  shopperInteraction: z.literal('Ecommerce'),
  shopperIP: z.ipv4().optional(),
  shopperEmail: z.email().optional(),
  paymentMethod: z.strictObject({
    type: z.literal('scheme'),
    number: z.string().regex(/^\d{12,19}$/),
    expiryMonth: z.string().regex(/^\d{1,2}$/),
    expiryYear: z.string().regex(/^\d{4}$/),
    cvc: z.string().regex(/^\d{3,4}$/),
    holderName: text.optional(),
  }),
  browserInfo: z.strictObject({
    acceptHeader: text,
    userAgent: text,
    language: text,
    colorDepth: z.int(),
    javaEnabled: z.boolean(),
    javaScriptEnabled: z.boolean(),
    screenHeight: z.int(),
    screenWidth: z.int(),
    timeZoneOffset: z.int(),
  }),
  authenticationData: z.strictObject({
    threeDSRequestData: z.strictObject({ nativeThreeDS: z.literal('disabled') }),
  }),
});

export const detailsRequest = z.strictObject({
  details: z.strictObject({ redirectResult: text }),
});

export const cancelRequest = z.strictObject({
  merchantAccount: text,
  paymentReference: text,
});

export const reversalRequest = z.strictObject({ merchantAccount: text, reference: text });

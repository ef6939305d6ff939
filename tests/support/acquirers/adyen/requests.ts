/** Schemas of the requests that we send to Checkout API v72, after Adyen's published description. */
import { z } from 'zod';

const text = z.string().min(1);

const common = {
  amount: z.strictObject({ currency: z.string().length(3), value: z.int() }),
  reference: text,
  merchantAccount: text,
  returnUrl: z.url().max(1_024),
  channel: z.literal('Web'),
  shopperInteraction: z.literal('Ecommerce'),
  shopperIP: z.union([z.ipv4(), z.ipv6()]).optional(),
  shopperEmail: z.email().max(256).optional(),
  shopperName: z.strictObject({ firstName: text.max(80), lastName: text.max(80) }).optional(),
  telephoneNumber: z
    .string()
    .regex(/^\+\d{5,18}$/)
    .optional(),
  billingAddress: z
    .strictObject({
      street: text.max(3_000),
      houseNumberOrName: text.max(3_000),
      city: text.max(3_000),
      postalCode: text.max(10),
      country: z.string().regex(/^[A-Z]{2}$/),
      stateOrProvince: text.max(3).optional(),
    })
    .optional(),
  applicationInfo: z.strictObject({ externalPlatform: z.strictObject({ name: text }) }),
};

export const cardRequest = z.strictObject({
  ...common,
  origin: z.url().max(80).optional(),
  paymentMethod: z.strictObject({
    type: z.literal('scheme'),
    number: z.string().regex(/^\d{12,19}$/),
    expiryMonth: z.string().regex(/^\d{1,2}$/),
    expiryYear: z.string().regex(/^\d{4}$/),
    cvc: z.string().regex(/^\d{3,4}$/),
    holderName: text.optional(),
  }),
  browserInfo: z.strictObject({
    acceptHeader: text.max(2_048),
    userAgent: text.max(2_048),
    language: text.max(8),
    colorDepth: z.literal([1, 4, 8, 15, 16, 24, 30, 32, 48]),
    javaEnabled: z.boolean(),
    javaScriptEnabled: z.boolean(),
    screenHeight: z.int(),
    screenWidth: z.int(),
    timeZoneOffset: z.int().min(-840).max(720),
  }),
  authenticationData: z.strictObject({
    threeDSRequestData: z.strictObject({ nativeThreeDS: z.literal('disabled') }),
  }),
});

/** An MB WAY payment: in euros, and Adyen's description requires both the phone number and the e-mail address. */
const mbWayRequest = z.strictObject({
  ...common,
  amount: z.strictObject({ currency: z.literal('EUR'), value: z.int() }),
  paymentMethod: z.strictObject({
    type: z.literal('mbway'),
    telephoneNumber: z.string().regex(/^\+\d{5,18}$/),
    shopperEmail: z.email(),
  }),
});

export const paymentRequest = z.union([cardRequest, mbWayRequest]);

export const detailsRequest = z.strictObject({
  details: z.strictObject({ redirectResult: text }),
});

export const cancelRequest = z.strictObject({
  merchantAccount: text,
  paymentReference: text,
});

/** A refund request: Adyen's published schema, limited to the members that the adapter sends. */
export const refundRequest = z.strictObject({
  merchantAccount: text,
  amount: z.strictObject({ currency: text, value: z.int().min(1) }),
  reference: text,
});

export const reversalRequest = z.strictObject({ merchantAccount: text, reference: text });
